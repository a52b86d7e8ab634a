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
from tesla_core.problems.image.reading import MOST_BYTES, Picture, Pixels, decode_image, too_many_bytes
from tesla_core.tasks.data_folder import VARIABLE, named_folder
from tesla_core.tasks.pictures import EXTENSIONS, PictureError, visible_trouble

BUILT_IN = ("china", "flower")
UPLOADS = "uploads"
MOST_FILES = 2_000
MOST_UPLOADS = 200


@dataclass(frozen=True)
class Found:
    """Pictures that can be used, by name, in order; and a line for each file that can't."""

    names: tuple[str, ...]
    problems: tuple[str, ...] = field(default=())


def check_name(name: str) -> str:
    """Return a picture's name if it is built in, or a path that stays below the folder; nothing is opened."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or "\0" in name or parts[0] == "/" or ":" in parts[0] or ".." in parts:
        raise PictureError(repr(name), f"it is neither {' nor '.join(BUILT_IN)} nor a name in the folder of {VARIABLE}")
    return name


def load_picture(name: str) -> Picture:
    """The picture of that name: built in, or a file of the folder."""
    check_name(name)
    if name in BUILT_IN:
        return _photograph(name)
    if names_folder(name):
        raise PictureError(name, "it is a folder, whose pictures are a job each: `jobs submit inr`")
    try:
        return decode_image(_readable(images_folder(), name).read_bytes(), name)
    except OSError as error:
        raise PictureError(name, f"{error.strerror}") from error


def names_folder(name: str) -> bool:
    """Whether a name is that of a folder of pictures, not of a picture."""
    return name.endswith("/")


def find_pictures(below: str = "") -> Found:
    """All image files in the folder, or in a subfolder: those that can be used as far as their headers and ends tell,
    and what is wrong with the others."""
    folder = images_folder()
    start = _within(folder, check_name(below)) if below else folder
    if not start.is_dir():
        raise TeslaError(f"{below or folder} is not a folder.")
    files = sorted(path for path in start.rglob("*") if path.suffix.lower() in EXTENSIONS and path.is_file())
    if len(files) > MOST_FILES:
        raise TeslaError(f"{start.name} holds {len(files):,} pictures; name a subfolder with at most {MOST_FILES:,}.")
    names, problems = [], []
    for path in files:
        name = path.relative_to(folder).as_posix()
        try:
            if reason := visible_trouble(_readable(folder, name)):
                raise PictureError(name, reason)
            names.append(name)
        except PictureError as error:
            problems.append(str(error))
    return Found(tuple(names), tuple(problems))


def upload_name(pixels: Pixels) -> str:
    """The name that an uploaded picture has in the folder, whether it is there or not: a name of our own."""
    return f"{UPLOADS}/{hashlib.blake2b(pixels.tobytes(), digest_size=10).hexdigest()}.png"


def keep_upload(pixels: Pixels) -> str:
    """Put an uploaded picture into the folder, as a PNG of its pixels alone; returns its name, for a spec.

    A full folder takes no more rather than dropping its oldest, which a job may be waiting to read.
    """
    from PIL import Image

    name = upload_name(pixels)
    path = images_folder() / name
    try:
        path.parent.mkdir(exist_ok=True)
        if path.exists():
            return name
        if sum(1 for _ in path.parent.glob("*.png")) >= MOST_UPLOADS:
            raise TeslaError(f"{path.parent} holds {MOST_UPLOADS:,} uploads, the most there may be; delete some.")
        partial = path.with_suffix(f".{os.getpid()}.part")
        Image.fromarray(pixels).save(partial, format="PNG")
        partial.replace(path)
    except OSError as error:
        raise TeslaError(f"The picture can't be kept in {path.parent}: {error.strerror}.") from error
    return name


def images_folder() -> Path:
    """The folder of images; a TeslaError where none is named or the one named is not there."""
    folder = named_folder()
    if folder is None:
        raise TeslaError(f"{VARIABLE} names no folder of images; without it there are only {' and '.join(BUILT_IN)}.")
    if not folder.is_dir():
        raise TeslaError(f"{VARIABLE} names {folder}, which is not a folder.")
    return folder


def _readable(folder: Path, name: str) -> Path:
    """The file of that name, if it is in the folder and not too large to be read at once."""
    path = _within(folder, name)
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise PictureError(name, too_many_bytes(size))
    return path


def _within(folder: Path, name: str) -> Path:
    """The file of that name, links followed, if it is still in the folder."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder):
        raise PictureError(name, f"it lies outside the folder that {VARIABLE} names")
    if not path.exists():
        raise PictureError(name, f"there is no such file in the folder that {VARIABLE} names")
    return path


@lru_cache(maxsize=2)
def _photograph(name: str) -> Picture:
    from sklearn.datasets import load_sample_image  # here, since the import takes longer than other tasks need to run

    return Picture(name, load_sample_image(f"{name}.jpg"))
