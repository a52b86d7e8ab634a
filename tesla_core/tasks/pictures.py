"""Pictures from files, whatever they are: always (height, width, 3) bytes, or an error that names file and reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
_ROWS = 256  # of a deep picture that are converted at once
_FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "GIF", "TIFF", "PPM")
# How a file of that beginning ends when nothing of it is missing.
_ENDS = ((b"\xff\xd8\xff", b"\xff\xd9"), (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"), (b"GIF8", b"\x3b"))


class PictureError(TeslaError):
    """A file that can't be read as a picture."""

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(f"{name} can't be used: {reason}.")


def read_picture(
    file: Path | str | Any, name: str | None = None, most_side: int = LONGEST_SIDE, most_pixels: int = MOST_PIXELS
) -> NDArray[np.uint8]:
    """The picture in a file, or in a binary stream called `name`, as (height, width, 3) bytes of red, green and blue.

    Grey, CMYK, palette and 16-bit pictures are converted; of an animated one the first frame is taken. One that is
    wider or higher than `most_side` by its header, or has more pixels than may be, is refused before it is unpacked;
    a JPEG that has more is unpacked at half, a quarter or an eighth of its size.
    """
    name = str(file) if name is None else name
    with _opened(file, name, most_side) as image:
        if image.width * image.height > most_pixels:
            _unpack_smaller(image, most_pixels)
        _check_size(name, *image.size, most_side, most_pixels)
        return to_rgb(image)


def to_rgb(image: Image) -> NDArray[np.uint8]:
    """A Pillow image as (height, width, 3) bytes, the way up that its camera noted."""
    from PIL import ImageOps

    image.load()
    with suppress(Exception):  # a note that can't be read is no reason to refuse the picture
        ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith(("I", "F")):
        return np.repeat(_grey(image)[:, :, None], 3, axis=2)
    if "transparency" in image.info:
        image = image.convert("RGBA")
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))


def trouble_with(path: Path) -> str | None:
    """Why a file can't be used, or None; it is read to its end."""
    try:
        if not path.stat().st_size:
            return "it is empty"
        read_picture(path)
    except PictureError as error:
        return error.reason
    except OSError as error:
        return error.strerror or str(error)
    return None


def visible_trouble(path: Path) -> str | None:
    """Why a file can't be used, as far as its header and its last bytes tell, or None: twenty times quicker. Only a
    file that ends in an unusual way is read as a whole."""
    try:
        with path.open("rb") as file:
            begin = file.read(16)
            if not begin:
                return "it is empty"
            file.seek(max(0, file.seek(0, 2) - 16))
            end = file.read()
            with _opened(file, path.name):
                whole = any(begin.startswith(magic) and end.endswith(tail) for magic, tail in _ENDS)
        return None if whole else trouble_with(path)
    except PictureError as error:
        return error.reason
    except OSError as error:
        return error.strerror or str(error)


def _grey(image: Image) -> NDArray[np.uint8]:
    """The grey values of a deep picture (height, width) from 0, black, to 255, white. White is told by the kind of
    file, never by the brightest pixel: a dark picture stays dark. Some rows at a time: as fractions, all of them would
    take many times the picture's own room."""
    white = _white(image)
    grey = np.empty((image.height, image.width), np.uint8)
    for top in range(0, image.height, _ROWS):
        rows = np.asarray(image.crop((0, top, image.width, min(top + _ROWS, image.height))))
        grey[top : top + _ROWS] = np.rint(255 * (rows.astype(np.float64) / white))
    return grey


def _white(image: Image) -> float:
    """The value that is white."""
    if image.mode.startswith("I;16") or image.format in ("PNG", "PPM"):
        return 65535.0
    grey = np.asarray(image)
    if image.mode == "F" and 0.0 <= grey.min() <= grey.max() <= 1.0:
        return 1.0
    raise ValueError(
        f"its grey values run from {grey.min():g} to {grey.max():g}, and nothing says which is white; 16 bits, or "
        f"fractions from 0 to 1, can be read"
    )


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


def _unpack_smaller(image: Image, most_pixels: int) -> None:
    """Have a JPEG unpacked at the largest share of its size that has at most so many pixels; no other kind can be."""
    if image.format == "JPEG":
        scale = next((scale for scale in (2, 4, 8) if image.width * image.height <= most_pixels * scale**2), 8)
        image.draft(None, (image.width // scale, image.height // scale))


def _check_size(name: str, width: int, height: int, most_side: int, most_pixels: int = MOST_PIXELS) -> None:
    if max(width, height) > most_side or width * height > most_pixels:
        raise PictureError(name, _too_large(f"a picture of {width:,} × {height:,} pixels", most_side, most_pixels))


def _too_large(what: str, most_side: int, most_pixels: int = MOST_PIXELS) -> str:
    in_all = f" and {most_pixels // 10**6} million in all" if most_side**2 > most_pixels else ""
    return f"{what} is too large; at most {most_side:,} pixels a side{in_all}"


def _shown(error: Exception) -> str:
    text = (str(error) or type(error).__name__).strip().rstrip(".")
    return text[:1].lower() + text[1:]
