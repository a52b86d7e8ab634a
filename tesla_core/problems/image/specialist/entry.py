"""A picture by somebody who knows that it is smooth: each withheld pixel from the seen ones around it.

The smoothest picture through the seen pixels, by its second differences (thin plate): a sparse system of equations.
Where nothing is withheld, the pixels themselves are the answer: a list of them is exact, and shorter than the network.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tesla_core.experiments.specialist import Solved, Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.image.quality import psnr, psnr_among, ssim
from tesla_core.problems.image.specialist.smoothest import smoothest
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.image.withheld import PictureTarget, from_neighbours

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


SPECIALIST = Specialist(
    "tesla_core.problems.image.specialist.entry:solve",
    lambda task: (
        marked("the smoothest picture through the seen pixels") if task.withheld else marked("the pixels kept")
    ),
    marked(
        "The specialist knows that a picture is smooth almost everywhere. It puts the least bent surface through the "
        "pixels that are seen, which is one sparse system of linear equations, and does about a decibel better than "
        "the mean of the four neighbours. How a photograph was made small decides what level that is: squeezed whole "
        "by bicubic weights, the neighbours have 27.2 and 29.2 dB on the two photographs at 96 × 96; the middle square "
        "by Lanczos' weights, as here, keeps more fine detail, and they have 26.2 and 27.2. Where no pixel is withheld "
        "there is nothing to find: a list of the pixels is exact, and shorter than the network."
    ),
    marked(
        "A network must find out by itself how smooth the picture is, and can find more than smoothness: edges that go "
        "on, textures that repeat. One that beats the smoothest surface has understood something of the picture; one "
        "that has 100 dB on the pixels it saw may have understood nothing."
    ),
    lambda task: task.samples <= QUICK_PIXELS,
    lambda: {
        name: tuple(ImageTask(image, 96, 11, withheld) for withheld in (0.95, 0.9, 0.75, 0.5, 0.25))
        for name, image in ((marked("China, 96 × 96"), "china"), (marked("Flower, 96 × 96"), "flower"))
    },
)
