"""An image as a function of its coordinates: colour at (row, column) (Sec. "Continuous-domain Evaluation", table 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tesla_core.errors import TeslaError
from tesla_core.fields import Checks, Limits, ruled
from tesla_core.problems.image.reading import Picture, Pixels, to_square
from tesla_core.problems.image.sources import check_name, load_picture
from tesla_core.problems.image.withheld import (
    PATTERN,
    RANDOM,
    SHARE,
    PictureTarget,
    check_withheld,
    seen_pixels,
    split_pixels,
)
from tesla_core.tasks._seeds import SEED
from tesla_core.tasks.targets import Floats, FunctionPoints

SMALLEST, LARGEST = 8, 2048
SIDE = Limits("Size in pixels (0: as it is)", SMALLEST, LARGEST)
MOST_TRAINED_PIXELS = 5_000_000


def _check_size(size: int) -> int:
    return SIDE(size) if size != 0 else size


@dataclass(frozen=True)
class ImageTask:
    """image: a built-in photograph or a file of the folder (image_folder.py). size: pixels a side of the square that is
    cut from its middle; 0 takes the whole picture as it is. seed: the order of the pixels. withheld: the share of the
    pixels that is not trained on, chosen by `pattern` (withheld.py); 0 is the paper's way.
    """

    image: str = ruled(check_name, "china")
    size: int = ruled(_check_size, 128)
    seed: int = ruled(SEED, 0)
    withheld: float = ruled(SHARE, 0.0)
    pattern: str = ruled(PATTERN, RANDOM)

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.run(self._keep_withheld, "withheld", "pattern")
        checks.done()

    def _keep_withheld(self) -> None:
        share, pattern = check_withheld(self.withheld, self.pattern)
        object.__setattr__(self, "withheld", share)
        object.__setattr__(self, "pattern", pattern)

    @property
    def samples(self) -> int:
        """Pixels to learn; a guess where the picture's own size is taken."""
        return self.size**2 or 768 * 512

    def picture(self) -> Picture:
        """The picture as it is learned, and what was done to its file."""
        found = load_picture(self.image)
        pixels = to_square(found.pixels, self.size)
        height, width = pixels.shape[:2]
        if height * width > MOST_TRAINED_PIXELS:
            raise TeslaError(
                f"{self.image} has {width:,} × {height:,} pixels, too many to learn as they are "
                f"(at most {MOST_TRAINED_PIXELS:,}); give a size."
            )
        return Picture(found.name, pixels, found.remarks)

    def sample(self) -> PictureTarget:
        """Coordinates x (n, 2) and colours y (n, 3) of the pixels that are seen and of those that are not."""
        return picture_target(self.picture().pixels, self.withheld, self.pattern, self.seed)


def picture_target(pixels: Pixels, withheld: float, pattern: str, seed: int) -> PictureTarget:
    """The pixels of a picture (H, W, 3), split."""
    height, width = pixels.shape[:2]
    whole = FunctionPoints(coordinates(height, width), colours(pixels))
    return split_pixels(whole, seen_pixels(height, width, withheld, pattern, seed))


def coordinates(height: int, width: int) -> Floats:
    """The pixels' centres, row by row, (height·width, 2): row and column, the longer side from -1 to 1."""
    longest = max(height, width)
    row, column = (((2 * np.arange(count) + 1 - count) / longest).astype(np.float32) for count in (height, width))
    return np.stack(np.meshgrid(row, column, indexing="ij"), axis=-1).reshape(-1, 2)


def colours(pixels: Pixels) -> Floats:
    """Red, green and blue of each pixel from -1 to 1, (H·W, 3)."""
    return (pixels.reshape(-1, 3).astype(np.float32) / 127.5) - 1


def to_image(values: npt.ArrayLike, height: int, width: int) -> npt.NDArray[np.float64]:
    """What a model says at the coordinates (H·W, 3), as an image (H, W, 3) from 0 to 1, what is beyond cut off."""
    return np.clip((np.asarray(values, dtype=np.float64).reshape(height, width, 3) + 1) / 2, 0.0, 1.0)
