"""Pictures from files, whatever they are: always (height, width, 3) bytes, or an error that names file and reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError

if TYPE_CHECKING:
    from PIL.Image import Image

EXTENSIONS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".ppm"})
LONGEST_SIDE = 12_000
MOST_PIXELS = 64_000_000
_FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "GIF", "TIFF", "PPM")
# How a file of that beginning ends when nothing of it is missing.
_ENDS = ((b"\xff\xd8\xff", b"\xff\xd9"), (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"), (b"GIF8", b"\x3b"))


class PictureError(TeslaError):
    """A file that can't be read as a picture."""

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(f"{name} can't be used: {reason}.")


def read_picture(file: Path | str | Any, name: str | None = None, most_side: int = LONGEST_SIDE) -> NDArray[np.uint8]:
    """The picture in a file, or in a binary stream called `name`, as (height, width, 3) bytes of red, green and blue.

    Grey, CMYK, palette and 16-bit pictures are converted; of an animated one the first frame is taken. One that is
    wider or higher than `most_side` by its header is refused before it is unpacked.
    """
    with _opened(file, str(file) if name is None else name, most_side) as image:
        return to_rgb(image)


def to_rgb(image: Image) -> NDArray[np.uint8]:
    """A Pillow image as (height, width, 3) bytes."""
    if image.mode.startswith(("I", "F")):
        grey = np.asarray(image).astype(np.float64)
        grey = grey / 257.0 if grey.max(initial=0.0) > 255.0 else grey
        return np.repeat(np.clip(np.rint(grey), 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    if "transparency" in image.info:
        image = image.convert("RGBA")
    return np.asarray(image.convert("RGB"))


def trouble_with(path: Path) -> str | None:
    """Why a file can't be used, or None. Quick: a whole file is told by its ends, and only one in doubt is decoded."""
    try:
        with path.open("rb") as file:
            begin = file.read(16)
            size = file.seek(0, 2)
            file.seek(max(0, size - 16))
            end = file.read()
    except OSError as error:
        return error.strerror or str(error)
    if not size:
        return "it is empty"
    if any(begin.startswith(magic) and end.endswith(tail) for magic, tail in _ENDS):
        return None
    try:
        read_picture(path)
    except PictureError as error:
        return error.reason
    return None


@contextmanager
def _opened(file: Path | str | Any, name: str, most_side: int = LONGEST_SIDE) -> Iterator[Image]:
    """The picture of a file, of which only the header is read so far; what goes wrong from here on is a PictureError.

    Filters of warnings are left alone: they belong to all threads.
    """
    from PIL import Image

    try:
        with Image.open(file, formats=_FORMATS) as image:
            _check_size(name, *image.size, most_side)
            yield image
    except PictureError:
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise PictureError(name, _too_large("it", most_side)) from None
    except Image.UnidentifiedImageError:
        raise PictureError(name, "it is no picture of a known format") from None
    except FileNotFoundError:
        raise PictureError(name, "there is no such file") from None
    except Exception as error:  # whatever a broken file makes a decoder raise
        raise PictureError(name, _shown(error)) from error


def _check_size(name: str, width: int, height: int, most_side: int) -> None:
    if max(width, height) > most_side or width * height > MOST_PIXELS:
        raise PictureError(name, _too_large(f"a picture of {width:,} × {height:,} pixels", most_side))


def _too_large(what: str, most_side: int) -> str:
    in_all = f" and {MOST_PIXELS // 10**6} million in all" if most_side**2 > MOST_PIXELS else ""
    return f"{what} is too large; at most {most_side:,} pixels a side{in_all}"


def _shown(error: Exception) -> str:
    text = (str(error) or type(error).__name__).strip().rstrip(".")
    return text[:1].lower() + text[1:]
