"""Reading image files that strangers made: what can be used is, with a note; what can't is named with the reason."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from tesla_core.errors import TeslaError

FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF")
MOST_BYTES = 64 * 2**20
MOST_SIDE = 10_000
MOST_PIXELS = 40_000_000  # DIV2K's largest have 4.2 million; decoded, this is 120 MB
_PNG_START, _PNG_DEPTH_AT = b"\x89PNG\r\n\x1a\n", 24

Pixels = NDArray[np.uint8]


class ImageError(TeslaError):
    """An image that can't be used: its name and why."""

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(f"{name}: {reason}")


@dataclass(frozen=True, eq=False)
class Picture:
    """pixels: (height, width, 3). notes: what was done to make it red, green and blue of 8 bits, a sentence each."""

    name: str
    pixels: Pixels
    notes: tuple[str, ...] = ()


def decode_image(data: bytes, name: str) -> Picture:
    """The picture in `data`; `name` is what messages call it. An ImageError says why it can't be used.

    Sizes are read from the header, before anything is unpacked: a bomb costs its header.
    """
    if len(data) > MOST_BYTES:
        raise ImageError(name, f"{len(data) / 2**20:.0f} MB; files of up to {MOST_BYTES // 2**20} MB are read.")
    if zipfile.is_zipfile(io.BytesIO(data)):
        raise ImageError(name, "it is an archive, not an image; unpack it first.")
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            _check_size(image, name)
            notes = _notes(image, data)
            image.load()
            pixels = _rgb(image)
    except ImageError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageError(name, _too_large()) from error
    except Image.UnidentifiedImageError as error:
        raise ImageError(name, f"it is none of the formats {', '.join(FORMATS)}, or its header is damaged.") from error
    except Exception as error:  # decoders of damaged files raise nearly anything
        raise ImageError(name, f"it is truncated or damaged ({error}).") from error
    return Picture(name, pixels, tuple(f"{name}: {note}" for note in notes))


def to_square(pixels: Pixels, size: int) -> Pixels:
    """The middle square of a picture, size × size; 0 leaves the picture as it is."""
    if size == 0:
        return pixels
    fitted = ImageOps.fit(Image.fromarray(pixels), (size, size), method=Image.Resampling.LANCZOS)
    return np.asarray(fitted, dtype=np.uint8)


def _check_size(image: Image.Image, name: str) -> None:
    width, height = image.size
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise ImageError(name, f"it has {width:,} × {height:,} pixels; {_too_large()}")


def _too_large() -> str:
    return f"up to {MOST_SIDE:,} a side and {MOST_PIXELS:,} in all are read. Make it smaller first."


def _notes(image: Image.Image, data: bytes) -> list[str]:
    """What about the file is not plain red, green and blue of 8 bits."""
    notes = []
    if getattr(image, "is_animated", False):
        notes.append("it is animated or has several pages; the first is used.")
    if image.mode.startswith("I") or image.mode == "F" or _png_depth(data) == 16:
        notes.append("it has more than 8 bits a channel; they are rounded to 8.")
    if image.mode in ("1", "L", "LA") or image.mode.startswith(("I", "F")):
        notes.append("it is grey; red, green and blue are the same.")
    if image.mode == "CMYK":
        notes.append("it is in printing colours (CMYK); they are converted.")
    if image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
        notes.append("it is transparent in places; it is put on white.")
    return notes


def _png_depth(data: bytes) -> int:
    """Bits a channel of a PNG, which Pillow rounds to 8 without a word; 8 for other formats."""
    return data[_PNG_DEPTH_AT] if data.startswith(_PNG_START) and len(data) > _PNG_DEPTH_AT else 8


def _rgb(image: Image.Image) -> Pixels:
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I") or image.mode == "F":
        return _from_deep_grey(np.asarray(image))
    if image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
        front = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", front.size, "white"), front)
    return np.asarray(image.convert("RGB"), dtype=np.uint8)


def _from_deep_grey(values: NDArray) -> Pixels:
    """Grey of 16 bits, or of any other range, stretched from its own darkest to its own brightest where it must be."""
    numbers = np.nan_to_num(values.astype(np.float64))
    low, high = numbers.min(), numbers.max()
    if low >= 0 and high <= 65535:
        low, high = 0.0, 65535.0
    grey = np.round(255 * (numbers - low) / max(high - low, 1e-12)).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=2)
