"""One picture to learn: read from bytes that anybody may have sent, with notes on what made it plain RGB."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.messages.say import marked, say
from tesla_core.tasks.pictures import LONGEST_SIDE, MOST_PIXELS, PictureError, read_picture

MOST_BYTES = 64 * 2**20
_ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")  # how they begin
_PNG_START, _PNG_DEPTH_AT = b"\x89PNG\r\n\x1a\n", 24

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Picture:
    """pixels: (height, width, 3). remarks: what in its file was not plain red, green and blue of 8 bits."""

    name: str
    pixels: Pixels
    remarks: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks for whoever reads them now, each a line that names the file."""
        return said_of(self.name, self.remarks)


def said_of(name: str, remarks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(say(remark, name=name) for remark in remarks)


def decode_image(data: bytes, name: str, most_side: int = LONGEST_SIDE, most_pixels: int = MOST_PIXELS) -> Picture:
    """The picture in `data`, which messages call `name`; a PictureError says why there is none."""
    if len(data) > MOST_BYTES:
        raise PictureError(name, too_many_bytes(len(data)))
    if data.startswith(_ARCHIVES):
        raise PictureError(name, "it is a packed archive, and nothing is unpacked here")
    pixels = read_picture(io.BytesIO(data), name, most_side, most_pixels)
    return Picture(name, pixels, tuple(_remarks(data)))


def too_many_bytes(size: int) -> str:
    return f"it has {size / 2**20:.0f} MB; files of up to {MOST_BYTES // 2**20} MB are read"


def to_square(pixels: Pixels, size: int) -> Pixels:
    """The middle square of a picture, size × size; 0 leaves the picture as it is."""
    if size == 0:
        return pixels
    from PIL import Image, ImageOps  # where a picture is used: the list of experiments does without

    fitted = ImageOps.fit(Image.fromarray(pixels), (size, size), method=Image.Resampling.LANCZOS)
    return np.asarray(fitted, dtype=np.uint8)


def at_most(pixels: Pixels, side: int) -> Pixels:
    """A picture made smaller, if it must be, until no side is longer."""
    longest = max(pixels.shape[:2])
    if longest <= side:
        return pixels
    from PIL import Image

    height, width = (max(1, round(length * side / longest)) for length in pixels.shape[:2])
    return np.asarray(Image.fromarray(pixels).resize((width, height), Image.Resampling.LANCZOS), dtype=np.uint8)


def _remarks(data: bytes) -> list[str]:
    """What the header of a readable picture says."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        deep_grey = image.mode.startswith(("I", "F"))
        clear = image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info
        remarks = {
            marked("{name}: it is animated or has several pages, and the first is taken."): getattr(
                image, "is_animated", False
            ),
            marked("{name}: it has more than 8 bits a channel, which are rounded to 8."): deep_grey
            or _png_depth(data) == 16,
            marked("{name}: it is grey, so red, green and blue are the same."): deep_grey
            or image.mode in ("1", "L", "LA", "La"),
            marked("{name}: it is in printing colours (CMYK), which are converted."): image.mode == "CMYK",
            marked("{name}: its transparency is left out."): clear,
        }
    return [remark for remark, holds in remarks.items() if holds]


def _png_depth(data: bytes) -> int:
    """Bits a channel of a PNG, which Pillow rounds to 8 without a word; 8 for other formats."""
    return data[_PNG_DEPTH_AT] if data.startswith(_PNG_START) else 8
