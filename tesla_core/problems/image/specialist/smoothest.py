"""The least bent surface through some of a picture's pixels: a sparse system of linear equations."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.image.withheld import Mask


def smoothest(pixels: NDArray[np.uint8], seen: Mask) -> NDArray[np.float64]:
    """The picture (H, W, 3) with the withheld pixels so that the sum of its squared second differences is least, from
    pixel values 0 to 255; seen: (H, W). Of five energies and a mean along
    edges these came nearest, on the unseen pixels of the two photographs that the tables show."""
    from scipy.sparse import diags, eye_array, kron, vstack
    from scipy.sparse.linalg import splu

    bands: Any = diags  # whose offsets may be several
    known, values = seen.reshape(-1), pixels.reshape(-1, 3).astype(np.float64)
    if known.all():
        return values.reshape(pixels.shape)
    height, width = seen.shape
    rows, columns = eye_array(height), eye_array(width)

    def first(count: int) -> Any:
        return bands([-1.0, 1.0], offsets=[0, 1], shape=(count - 1, count))

    def second(count: int) -> Any:
        return bands([1.0, -2.0, 1.0], offsets=[0, 1, 2], shape=(count - 2, count))

    bends = [kron(second(height), columns), kron(rows, second(width)), np.sqrt(2) * kron(first(height), first(width))]
    energy = vstack(bends).tocsc()
    free = energy[:, ~known]
    wanted = -(free.T @ (energy[:, known] @ values[known]))
    values[~known] = splu((free.T @ free).tocsc()).solve(wanted)
    return values.reshape(pixels.shape)
