"""What every set of labelled pictures offers, wherever it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Pictures(Protocol):
    """The labelled pictures of one split, in a fixed order."""

    @property
    def labels(self) -> NDArray[np.int64]:
        """(n,) the class of each."""
        ...

    def picture(self, index: int) -> NDArray[np.uint8]:
        """(height, width, 3) bytes; sizes may differ. A PictureError where it can't be read."""
        ...

    def name(self, index: int) -> str:
        """What to call it."""
        ...


@dataclass(frozen=True, eq=False)
class ImageSet:
    """Train and validation pictures of the same classes.

    origin: where they come from, in words, for every result. generated: whether they are drawn by this program; such
    results are never put beside real ones. least_crop: the smallest share of a picture that training may cut out
    without losing its class.
    """

    classes: tuple[str, ...]
    train: Pictures
    validation: Pictures
    origin: str
    generated: bool = False
    least_crop: float = 0.08
