"""Pixels that a network does not see: a picture learned by heart is told from one that was understood.

PSNR on the very pixels that were trained on says nothing of what lies between them; a network can have 111 dB there and
noise in between. So a share of the pixels is held back, and a picture is judged by those.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.fields import Limits, OneOf
from tesla_core.problems.image.reading import Pixels
from tesla_core.tasks._seeds import stream
from tesla_core.tasks.targets import FunctionPoints, Target

RANDOM, CHESSBOARD = "random", "chessboard"
PATTERNS = (RANDOM, CHESSBOARD)
"""Any pixels, drawn with the seed; or every second one, as the dark squares of a chessboard."""
HALF = 0.5
MOST_WITHHELD = 0.95
SHARE = Limits("The share of withheld pixels", 0.0, MOST_WITHHELD)
PATTERN = OneOf("pattern of withheld pixels", PATTERNS)
_WITHHELD = 3  # purpose of a seed

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PictureTarget(Target):
    """train: the pixels that are seen; test: those withheld, or all of them where none is. whole: every pixel, row by
    row; seen: which of them are trained on, (H·W,)."""

    whole: FunctionPoints
    seen: Mask

    @property
    def withholds(self) -> bool:
        return not self.seen.all()

    @property
    def told_on_all(self) -> Target:
        """Trained on the pixels that are seen, told on every pixel in order: the picture as a whole is one look."""
        return Target(self.train, self.whole)


def check_withheld(share: float, pattern: str) -> tuple[float, str]:
    """Return share and pattern if they go together; where nothing is withheld there is one pattern."""
    share = SHARE(float(share))
    PATTERN(pattern)
    if share == 0:
        return share, RANDOM
    if pattern == CHESSBOARD and share != HALF:
        raise TeslaError(
            f"A chessboard withholds every second pixel, a share of {HALF:g}; {share:g} was given. "
            f"Other shares are withheld at random."
        )
    return share, pattern


def seen_pixels(height: int, width: int, share: float, pattern: str, seed: int) -> Mask:
    """Which pixels are trained on, (height·width,), row by row."""
    count = height * width
    if pattern == CHESSBOARD and share:
        rows, columns = np.indices((height, width))
        return ((rows + columns) % 2 == 0).reshape(-1)
    seen = np.ones(count, dtype=bool)
    if share:
        withheld = min(max(1, round(share * count)), count - 1)
        seen[stream(seed, _WITHHELD).permutation(count)[:withheld]] = False
    return seen


def split_pixels(whole: FunctionPoints, seen: Mask) -> PictureTarget:
    """All pixels as what is trained on and what is not."""
    if seen.all():
        return PictureTarget(whole, whole, whole, seen)
    parts = (FunctionPoints(whole.x[chosen], whole.y[chosen]) for chosen in (seen, ~seen))
    return PictureTarget(*parts, whole=whole, seen=seen)


def from_neighbours(pixels: Pixels, seen: Mask) -> NDArray[np.float64]:
    """The picture (H, W, 3) from 0 to 255 with each withheld pixel the mean of the seen ones around it: of the four
    next to it, or of the smallest square around it that has any. What no network is needed for."""
    height, width = pixels.shape[:2]
    filled, known = pixels.astype(np.float64), seen.reshape(height, width)
    left = ~known
    for reach in range(max(height, width)):
        total, count = np.zeros(filled.shape), np.zeros((height, width))
        for row in range(-max(1, reach), max(1, reach) + 1):
            for column in range(-max(1, reach), max(1, reach) + 1):
                if reach == 0 and abs(row) + abs(column) != 1:
                    continue
                here, there = _shifted(height, row), _shifted(width, column)
                weight = known[here[1], there[1]].astype(np.float64)
                total[here[0], there[0]] += weight[..., None] * pixels[here[1], there[1]]
                count[here[0], there[0]] += weight
        found = left & (count > 0)
        filled[found] = total[found] / count[found, None]
        left &= ~found
        if not left.any():
            break
    return filled


def _shifted(length: int, by: int) -> tuple[slice, slice]:
    """Places, and those `by` further, where both are inside."""
    return slice(max(0, -by), length - max(0, by)), slice(max(0, by), length - max(0, -by))
