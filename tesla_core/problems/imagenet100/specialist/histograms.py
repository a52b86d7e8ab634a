"""A picture as counts: which colours occur in it, and which way edges run in each part of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SIDE = 64  # pixels to which every picture is brought
CELLS = 8  # a side
DIRECTIONS = 9
COLOURS = 4  # steps of each channel

Floats = NDArray[np.float32]


def described(picture: NDArray[np.uint8]) -> Floats:
    """A picture (H, W, 3) in numbers: how often each of 64 colours occurs in it, and in each of 8 × 8 cells how strong
    its edges are in nine directions."""
    from PIL import Image

    small = np.asarray(Image.fromarray(picture).resize((SIDE, SIDE), Image.Resampling.BILINEAR), dtype=np.float32)
    steps = np.minimum((small / 256 * COLOURS).astype(np.int64), COLOURS - 1)
    colour = steps @ np.array([COLOURS**2, COLOURS, 1])
    histogram = np.bincount(colour.reshape(-1), minlength=COLOURS**3) / SIDE**2
    down, across = np.gradient(small.mean(axis=2))
    strength = np.hypot(down, across)
    direction = np.minimum((np.arctan2(down, across) % np.pi / np.pi * DIRECTIONS).astype(np.int64), DIRECTIONS - 1)
    row, column = np.indices((SIDE, SIDE)) * CELLS // SIDE
    bins = (row * CELLS + column) * DIRECTIONS + direction
    edges = np.bincount(bins.reshape(-1), strength.reshape(-1), CELLS**2 * DIRECTIONS)
    edges = edges / (np.linalg.norm(edges) + 1e-6)
    return np.concatenate((np.sqrt(histogram), edges)).astype(np.float32)
