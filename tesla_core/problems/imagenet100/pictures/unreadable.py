"""Files of a folder of pictures that can't be read: all of them, or those that a look of a few seconds shows."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tesla_core.problems.imagenet100.pictures.folder import (
    TRAIN,
    VALIDATION,
    DataError,
    class_names,
    first,
    pictures_in,
)
from tesla_core.tasks.pictures import trouble_with, visible_trouble
from tesla_core.wording import counted

THREADS = 8
LOOK_SECONDS = 5.0

Trouble = tuple[str, str]
"""A file's name below the folder, and the reason."""


def unreadable_files(root: Path) -> list[Trouble]:
    """All files that can't be read. Every file is read to its end: minutes for a hundred thousand."""
    files = [file for folder in _class_folders(root) for file in pictures_in(folder)]
    with ThreadPoolExecutor(THREADS) as pool:
        reasons = pool.map(trouble_with, files)
        return [(str(file.relative_to(root)), reason) for file, reason in zip(files, reasons, strict=True) if reason]


@dataclass(frozen=True)
class FolderLook:
    """troubles: files whose header or end shows that they can't be read. seen: how many of `files` were looked at."""

    troubles: tuple[Trouble, ...]
    seen: int
    files: int

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to tell whoever is about to train on the rest."""
        if not self.troubles:
            return ()
        partly = f" {self.seen:,} of {self.files:,} files were looked at so far." if self.seen < self.files else ""
        return (f"{left_out(self.troubles)}{partly}",)


def quick_look(root: Path, seconds: float = LOOK_SECONDS) -> FolderLook:
    """Look at files, class by class, until the time is over. A DataError where nothing of a class can be read.

    What was seen is remembered until it changes, so that the next look goes on where this one ended.
    """
    until = time.monotonic() + seconds
    troubles, empty, seen, files = [], [], 0, 0
    for folder in _class_folders(root):
        count, changed = _state(folder)
        files += count
        if time.monotonic() > until:
            continue
        found = _visible(folder, changed)
        seen += count
        troubles += [(str((folder / name).relative_to(root)), reason) for name, reason in found]
        if len(found) == count:
            empty.append(str(folder.relative_to(root)))
    if empty:
        raise DataError(f"No picture of {first(empty)} can be read: {_listed(troubles)}.")
    return FolderLook(tuple(troubles), seen, files)


def left_out(troubles: Iterable[Trouble]) -> str:
    listed = list(troubles)
    return f"{counted(len(listed), 'file')} can't be read and will be left out: {_listed(listed)}."


def _listed(troubles: Iterable[Trouble]) -> str:
    return first(f"{name} ({reason})" for name, reason in troubles)


def _class_folders(root: Path) -> list[Path]:
    return [root / split / name for split in (TRAIN, VALIDATION) for name in class_names(root / split)]


def _state(folder: Path) -> tuple[int, int]:
    """How many pictures a folder has, and a number that another file, or another content of one, changes."""
    states = []
    for file in pictures_in(folder):
        try:
            found = os.stat(file)
        except OSError:  # a link to nowhere
            states.append((file.name, 0, 0))
        else:
            states.append((file.name, found.st_ctime_ns, found.st_size))
    return len(states), hash(tuple(states))


@lru_cache(maxsize=4096)
def _visible(folder: Path, _changed: int) -> tuple[Trouble, ...]:
    files = pictures_in(folder)
    with ThreadPoolExecutor(THREADS) as pool:
        reasons = pool.map(visible_trouble, files)
        return tuple((file.name, reason) for file, reason in zip(files, reasons, strict=True) if reason)
