"""Where images come from: two photographs that scikit-learn ships, and the one folder that may be read besides.

TESLA_LAB_IMAGES names that folder: Kodak24, DIV2K or one's own files, in subfolders or not. Nothing outside is opened.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath

from tesla_core.errors import TeslaError
from tesla_core.tasks.images import MOST_BYTES, ImageError, Picture, decode_image

BUILT_IN = ("china", "flower")
VARIABLE = "TESLA_LAB_IMAGES"
SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".gif"})
UPLOADS = "uploads"


@dataclass(frozen=True)
class Found:
    """Pictures that can be used, by name, in order; and a line for each file that can't."""

    names: tuple[str, ...]
    problems: tuple[str, ...] = field(default=())


def check_name(name: str) -> str:
    """Return a picture's name if it is built in, or a path that stays below the folder; nothing is opened."""
    path = PurePosixPath(name.replace("\\", "/"))
    if not name.strip() or "\0" in name or path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        raise ImageError(repr(name), f"not a name within the folder {VARIABLE} names, nor one of {_built_in()}.")
    return name


def load_picture(name: str) -> Picture:
    """The picture of that name: built in, or a file of the folder."""
    check_name(name)
    if name in BUILT_IN:
        return _photograph(name)
    path = _within(images_folder(), name)
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:  # not even read
            raise ImageError(name, f"{size / 2**20:.0f} MB; files of up to {MOST_BYTES // 2**20} MB are read.")
        return decode_image(path.read_bytes(), name)
    except OSError as error:
        raise ImageError(name, f"it can't be read: {error.strerror}.") from error


def find_pictures(below: str = "") -> Found:
    """All image files in the folder, or in a subfolder: those that can be used, and what is wrong with the others."""
    folder = images_folder()
    start = _within(folder, check_name(below)) if below else folder
    if not start.is_dir():
        raise TeslaError(f"{below or folder} is not a folder.")
    names, problems = [], []
    for path in sorted(start.rglob("*")):
        if path.suffix.lower() not in SUFFIXES or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        try:
            load_picture(name)
            names.append(name)
        except ImageError as error:
            problems.append(str(error))
    return Found(tuple(names), tuple(problems))


def keep_upload(data: bytes, name: str) -> tuple[str, Picture]:
    """Put an uploaded picture into the folder, as a PNG of its own pixels and under a name of our own.

    Returns that name, for a spec, and the picture. What was sent is neither kept as it is nor used as a path.
    """
    from PIL import Image

    picture = decode_image(data, name)
    kept = f"{UPLOADS}/{hashlib.blake2b(picture.pixels.tobytes(), digest_size=10).hexdigest()}.png"
    path = images_folder() / kept
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        partial = path.with_suffix(f".{os.getpid()}.part")
        Image.fromarray(picture.pixels).save(partial, format="PNG")
        partial.replace(path)
    return kept, picture


def images_folder() -> Path:
    """The folder of images; a TeslaError where none is named or the one named is not there."""
    named = os.environ.get(VARIABLE, "")
    if not named:
        raise TeslaError(f"There is no folder of images: {VARIABLE} is not set. Without it there are {_built_in()}.")
    folder = Path(named).expanduser().resolve()
    if not folder.is_dir():
        raise TeslaError(f"{VARIABLE} names {named}, which is not a folder.")
    return folder


def _within(folder: Path, name: str) -> Path:
    """The file of that name, links followed, if it is still in the folder."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder):
        raise ImageError(name, f"it lies outside the folder that {VARIABLE} names.")
    if not path.exists():
        raise ImageError(name, f"there is no such file in the folder that {VARIABLE} names.")
    return path


def _built_in() -> str:
    return " and ".join(repr(name) for name in BUILT_IN)


@lru_cache(maxsize=2)
def _photograph(name: str) -> Picture:
    from sklearn.datasets import load_sample_image  # here, since the import takes longer than other tasks need to run

    return Picture(name, load_sample_image(f"{name}.jpg"))
