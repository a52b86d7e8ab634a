"""A picture by somebody who knows that it is smooth: each withheld pixel from the seen ones around it.

The smoothest picture through the seen pixels, by its second differences (thin plate): a sparse system of equations.
Where nothing is withheld, the pixels themselves are the answer: a list of them is exact, and shorter than the network.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.experiments.specialist import Solved, Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.image.quality import psnr, psnr_among, ssim
from tesla_core.problems.image.withheld import Mask, PictureTarget, from_neighbours

QUICK_PIXELS = 128**2


def solve(task: Any, data: PictureTarget) -> Solving:
    pixels = task.picture().pixels
    truth = pixels / 255
    seen = data.seen.reshape(pixels.shape[:2])
    yield 0.1
    picture = np.clip(smoothest(pixels, seen), 0, 255) / 255
    yield 0.9
    if not data.withholds:
        return Solved({"psnr": psnr(picture, truth), "ssim": ssim(picture, truth)}, int(seen.sum()))
    neighbours = from_neighbours(pixels, data.seen) / 255
    numbers = {
        "seen_psnr": psnr_among(picture, truth, seen),
        "unseen_psnr": psnr_among(picture, truth, ~seen),
        "ssim": ssim(picture, truth),
        "neighbours_psnr": psnr_among(neighbours, truth, ~seen),
    }
    return Solved(numbers, int(seen.sum()))


def smoothest(pixels: NDArray[np.uint8], seen: Mask) -> NDArray[np.float64]:
    """The picture (H, W, 3) with the withheld pixels so that the sum of its squared second differences is least, from
    pixel values 0 to 255; seen: (H, W). Of two energies tried, first and second differences, these came nearer."""
    from scipy.sparse import diags_array, eye_array, kron, vstack
    from scipy.sparse.linalg import splu

    known, values = seen.reshape(-1), pixels.reshape(-1, 3).astype(np.float64)
    if known.all():
        return values.reshape(pixels.shape)
    height, width = seen.shape
    rows, columns = eye_array(height), eye_array(width)

    def first(count: int) -> Any:
        return diags_array([-1.0, 1.0], offsets=[0, 1], shape=(count - 1, count))

    def second(count: int) -> Any:
        return diags_array([1.0, -2.0, 1.0], offsets=[0, 1, 2], shape=(count - 2, count))

    bends = [kron(second(height), columns), kron(rows, second(width)), np.sqrt(2) * kron(first(height), first(width))]
    energy = vstack(bends).tocsc()
    free = energy[:, ~known]
    wanted = -(free.T @ (energy[:, known] @ values[known]))
    values[~known] = splu((free.T @ free).tocsc()).solve(wanted)
    return values.reshape(pixels.shape)


SPECIALIST = Specialist(
    "tesla_core.problems.image.specialist:solve",
    lambda task: (
        marked("the smoothest picture through the seen pixels") if task.withheld else marked("the pixels kept")
    ),
    marked(
        "The specialist knows that a picture is smooth almost everywhere. It puts the least bent surface through the "
        "pixels that are seen, which is one sparse system of linear equations, and does about a decibel better than "
        "the mean of the four neighbours. Where no pixel is withheld there is nothing to find: a list of the pixels is"
        " exact, and shorter than the network."
    ),
    marked(
        "A network must find out by itself how smooth the picture is, and can find more than smoothness: edges that go "
        "on, textures that repeat. One that beats the smoothest surface has understood something of the picture; one "
        "that has 100 dB on the pixels it saw may have understood nothing."
    ),
    lambda task: task.samples <= QUICK_PIXELS,
)
