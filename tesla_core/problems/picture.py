"""What a live picture is made of, before it is a message: what its pixels mean, and what lies behind every panel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CLASSES, FIELD, COLOURS, LINE = 0, 1, 2, 3
"""What pixels are: probabilities or classes; values of a field; red, green and blue planes; a line in one row."""
METRICS = ("train_loss", "train_accuracy", "test_loss", "test_accuracy")

Pictures = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Points:
    """Samples in the picture. x: (n, 2). labels, splits: (n,); splits 0 train, 1 validation, 2 test."""

    classes: int
    x: NDArray[np.float32]
    labels: NDArray[np.uint8]
    splits: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Truth:
    """What a fit should look like, as one panel's picture. grid: (planes, rows, columns), of the kind `pixels`."""

    pixels: int
    grid: Pictures


Backdrop = Points | Truth
"""What a run says once of its data, before any frame."""
