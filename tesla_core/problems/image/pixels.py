"""A picture that a person brought, as a task: its pixels travel in the spec, so that a run needs no file."""

from __future__ import annotations

import base64
import binascii
import io
from dataclasses import dataclass

import numpy as np
from PIL import Image

from tesla_core.errors import TeslaError, check_range
from tesla_core.problems.image.reading import Picture, Pixels, decode_image
from tesla_core.problems.image.task import SMALLEST, picture_target
from tesla_core.problems.image.withheld import RANDOM, PictureTarget, check_withheld
from tesla_core.tasks._seeds import check_seed

LARGEST = 100
MOST_CHARACTERS = 64 * 1024
NAME = "The picture in the link"


@dataclass(frozen=True)
class PixelsTask:
    """png: a square picture of 8 to 100 pixels a side as a PNG file in URL-safe base64. seed: the order of pixels.
    withheld, pattern: what is not trained on, as in an ImageTask."""

    png: str
    seed: int = 0
    withheld: float = 0.0
    pattern: str = RANDOM

    def __post_init__(self) -> None:
        check_range(f"The characters of {NAME.lower()}", len(self.png), 1, MOST_CHARACTERS)
        height, width = self.picture().pixels.shape[:2]
        if height != width or not SMALLEST <= width <= LARGEST:
            raise TeslaError(
                f"{NAME} must be a square of {SMALLEST} to {LARGEST} pixels a side; it has {width} × {height}."
            )
        object.__setattr__(self, "seed", check_seed(self.seed))
        share, pattern = check_withheld(self.withheld, self.pattern)
        object.__setattr__(self, "withheld", share)
        object.__setattr__(self, "pattern", pattern)

    @classmethod
    def from_pixels(cls, pixels: Pixels, seed: int = 0, withheld: float = 0.0, pattern: str = RANDOM) -> PixelsTask:
        """A square picture (size, size, 3)."""
        output = io.BytesIO()
        Image.fromarray(np.ascontiguousarray(pixels)).save(output, "PNG", optimize=True)
        return cls(base64.urlsafe_b64encode(output.getvalue()).decode(), seed, withheld, pattern)

    @property
    def samples(self) -> int:
        height, width = self.picture().pixels.shape[:2]
        return height * width

    def picture(self) -> Picture:
        try:
            data = base64.b64decode(self.png.encode("ascii"), altchars=b"-_", validate=True)
        except (UnicodeEncodeError, binascii.Error):
            raise TeslaError(f"{NAME} is torn: a part of it is missing or changed.") from None
        return decode_image(data, NAME, most_side=LARGEST)

    def sample(self) -> PictureTarget:
        """The pixels that are seen and those that are not."""
        return picture_target(self.picture().pixels, self.withheld, self.pattern, self.seed)
