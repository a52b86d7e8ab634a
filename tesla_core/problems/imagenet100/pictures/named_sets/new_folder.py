"""A folder that is whole or not there: it is filled out of sight and gets its name when it is done."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, DataError, check_unused

Tell = Callable[[str, bool], None]
"""How far the work is, in words, and whether it is done."""
Labelled = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""Pictures (n, height, width) or (n, height, width, 3), and the label of each."""


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder to fill, which is `out` afterwards. An error or Ctrl-C leaves nothing; what a killed process left is
    removed by the next one. Downloads may be kept beside the folder, where they go with the rest."""
    out = out.absolute()
    check_unused(out)
    hidden = out.with_name(f".{out.name}.unfinished")
    try:
        with _held(hidden, out):
            try:
                check_unused(out)  # another process may just have made it
                _empty(hidden)
                (hidden / out.name).mkdir()
                yield hidden / out.name
                (hidden / out.name).rename(out.resolve())
            finally:
                shutil.rmtree(hidden, ignore_errors=True)
    except OSError as error:
        raise DataError(f"The pictures can't be written to {out}: {error.strerror or error}.") from error


def write_pictures(folder: Path, classes: Sequence[str], splits: Mapping[str, Labelled], tell: Tell) -> None:
    """folder/SPLIT/CLASS/NUMBER.png, numbered as they come."""
    from PIL import Image

    every, written = sum(len(labels) for _, labels in splits.values()), 0
    make_classes(folder, classes)
    for split, (pictures, labels) in splits.items():
        for number, (picture, label) in enumerate(zip(pictures, labels, strict=True)):
            Image.fromarray(picture).save(folder / split / classes[int(label)] / f"{number:05}.png", compress_level=1)
            written += 1
            tell(f"{written:,} of {every:,} pictures written", written == every)


def make_classes(folder: Path, classes: Sequence[str]) -> None:
    """An empty folder for each class to train on and to validate on."""
    for split in (TRAIN, VALIDATION):
        for name in classes:
            (folder / split / name).mkdir(parents=True)


@contextmanager
def _held(hidden: Path, out: Path) -> Iterator[None]:
    """The kernel lets go of the lock however its holder ends, so that what is not held is of nobody."""
    import fcntl  # where there are no such locks, the rest of the lab is still there

    hidden.mkdir(parents=True, exist_ok=True)
    handle = os.open(hidden, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataError(f"Another process is making {out} right now.") from None
        yield
    finally:
        os.close(handle)


def _empty(folder: Path) -> None:
    for left in folder.iterdir():
        if left.is_dir() and not left.is_symlink():
            shutil.rmtree(left)
        else:
            left.unlink()
