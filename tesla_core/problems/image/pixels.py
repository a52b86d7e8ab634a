"""A picture that a person brought, and as a task: its pixels travel in the spec, so that a run needs no file."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import threading
from dataclasses import dataclass

import numpy as np

from tesla_core.errors import TeslaError, check_range
from tesla_core.lab.brought import FileField, Find
from tesla_core.messages.say import marked
from tesla_core.problems.image.reading import Picture, Pixels, at_most, decode_image, said_of, to_square
from tesla_core.problems.image.task import SMALLEST, picture_target
from tesla_core.problems.image.withheld import RANDOM, PictureTarget, check_withheld
from tesla_core.tasks._seeds import check_seed

LARGEST = 100
PICTURE_MEGABYTES = 20
MOST_UPLOADED_PIXELS = 16_000_000  # 4,000 × 4,000: unpacked and converted some 200 MB
_UNPACKING = threading.Lock()
JOB_SIDE = 768  # Kodak's: two megabytes a picture at most
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
        from PIL import Image  # where a picture is used: the list of experiments does without

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


@dataclass(frozen=True, eq=False)
class BroughtPicture:
    """pixels: the middle square, (100, 100, 3). whole: all of it, at most 768 pixels a side, for jobs. remarks: on what
    was done to make it plain RGB."""

    name: str
    pixels: Pixels
    whole: Pixels
    remarks: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        return said_of(self.name, self.remarks)

    @property
    def address(self) -> str:
        return hashlib.blake2b(self.pixels.tobytes(), digest_size=8).hexdigest()

    @property
    def word(self) -> str:
        return self.address

    def task(self, size: int, seed: int, withheld: float = 0.0, pattern: str = RANDOM) -> PixelsTask:
        """As it is learned: size × size."""
        return PixelsTask.from_pixels(to_square(self.pixels, size), seed, withheld, pattern)


def read_upload(data: bytes, name: str) -> BroughtPicture:
    """The picture of an uploaded file, in memory alone; a PictureError says what is wrong with it.

    One at a time: what a picture takes while it is unpacked, many at once would take many times.
    """
    with _UNPACKING:
        picture = decode_image(data, name, most_pixels=MOST_UPLOADED_PIXELS)
        whole = at_most(picture.pixels, JOB_SIDE)
    return BroughtPicture(name, to_square(picture.pixels, LARGEST), whole, picture.remarks)


def packed(picture: BroughtPicture) -> bytes:
    """A picture as a file: arrays alone, nothing that could run."""
    output = io.BytesIO()
    about = np.array([picture.name[:100], *picture.remarks])
    np.savez_compressed(output, pixels=picture.pixels, whole=picture.whole, about=about)
    return output.getvalue()


def unpacked(data: bytes) -> BroughtPicture:
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        name, *remarks = map(str, arrays["about"])
        return BroughtPicture(name, arrays["pixels"], arrays["whole"], tuple(remarks))


def _from_word(word: str, find: Find) -> BroughtPicture:
    found = find(word)
    if found is None:
        raise TeslaError("The picture of this link is no longer on the server. Upload it again.")
    return found


PICTURE_FILE = FileField(
    marked("A picture; its middle square is learned"),
    ("png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff"),
    PICTURE_MEGABYTES,
    read_upload,
    _from_word,
    packed,
    unpacked,
)
