"""ImageNet-100, or any set of pictures in folders: train/CLASS/picture and val/CLASS/picture."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.problems.imagenet100.pictures.image_set import ImageSet
from tesla_core.tasks._seeds import check_seed
from tesla_core.tasks.data_folder import VARIABLE, expanded, named_folder
from tesla_core.tasks.pictures import EXTENSIONS, read_picture

TRAIN, VALIDATION = "train", "val"
SHOWN = 10


class DataError(TeslaError):
    """A set of pictures that can't be trained on as it is."""


class FolderPictures:
    """The pictures of one split's folder: classes and files in the order of their names; of each class the first
    `most`, or all."""

    def __init__(self, folder: Path, classes: Sequence[str], most: int | None = None) -> None:
        self.files = [file for name in classes for file in pictures_in(folder / name)[:most]]
        counts = {name: index for index, name in enumerate(classes)}
        self.labels: NDArray[np.int64] = np.array([counts[file.parent.name] for file in self.files], dtype=np.int64)
        self._folder = folder

    def picture(self, index: int) -> NDArray[np.uint8]:
        return read_picture(self.files[index])

    def name(self, index: int) -> str:
        return str(self.files[index].relative_to(self._folder.parent))


@dataclass(frozen=True)
class FolderTask:
    """The pictures in `path`, of just so many classes. Nothing is read before `sample`.

    most_per_class: how many of a class are trained on, and half as many validated on; None for all.
    """

    path: str
    classes: int = 100
    seed: int = 0
    most_per_class: int | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        _ = self.folder  # refused here, if it is

    @property
    def folder(self) -> Path:
        return allowed_folder(self.path)

    def sample(self) -> ImageSet:
        """Look through the folder; what is wrong with it is said before anything is trained."""
        root = self.folder
        names = classes_of(root)
        if len(names) != self.classes:
            raise DataError(
                f"{root} has {len(names):,} classes in {TRAIN}/; {self.classes:,} were asked for. "
                f"Ask for {len(names):,} (--classes), or choose {self.classes:,} of them (the command `data`)."
            )
        most = self.most_per_class
        train = FolderPictures(root / TRAIN, names, most)
        validation = FolderPictures(root / VALIDATION, names, None if most is None else max(1, most // 2))
        return ImageSet(tuple(names), train, validation, f"pictures in {root.name}")


def classes_of(root: Path) -> list[str]:
    """The classes of a folder of pictures, by name; says what is wrong where it is no such folder."""
    if not root.is_dir():
        raise DataError(f"There is no folder {root}. `python -m tesla_core data --help` lists those that can be made.")
    missing = [f"{split}/" for split in (TRAIN, VALIDATION) if not (root / split).is_dir()]
    if missing:
        raise DataError(
            f"{root} has no {' and no '.join(missing)}: pictures belong in {TRAIN}/CLASS/ and {VALIDATION}/CLASS/."
        )
    train, validation = (class_names(root / split) for split in (TRAIN, VALIDATION))
    for split, names in ((TRAIN, train), (VALIDATION, validation)):
        if not names:
            raise DataError(f"{root / split} is empty: it should hold a folder for each class.")
    if train != validation:
        lonely = sorted(set(train) ^ set(validation))
        raise DataError(f"{root} has classes in only one of {TRAIN}/ and {VALIDATION}/: {first(lonely)}.")
    if len(train) < 2:
        raise DataError(f"{root} has one class, {train[0]}; there is nothing to tell apart. At least 2 are needed.")
    empty = [
        f"{split}/{name}"
        for split in (TRAIN, VALIDATION)
        for name in train
        if next(iter(pictures_in(root / split / name)), None) is None
    ]
    if empty:
        raise DataError(f"No pictures in {first(empty)}. Known endings: {', '.join(sorted(EXTENSIONS))}.")
    return train


def allowed_folder(path: str) -> Path:
    """The folder of that name within the one that TESLA_LAB_IMAGES names; where none is named, any folder will do."""
    allowed, folder = named_folder(), expanded(path)
    if allowed is None:
        return folder
    if "\0" in path or not (allowed / folder).resolve().is_relative_to(allowed):
        raise DataError(f"{path} is outside of the folder for pictures, {allowed} ({VARIABLE}).")
    return allowed / folder


def check_unused(out: Path) -> None:
    """A DataError where a new folder can't be made without touching what is there."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise DataError(f"{out} is not empty; choose another folder.")


def check_named() -> None:
    """A TeslaError where no folder for pictures is named."""
    if named_folder() is None:
        raise DataError(f"Jobs read pictures from the folder that {VARIABLE} names, and it is not set.")


def pictures_in(folder: Path) -> list[Path]:
    """The pictures in a folder by name; hidden files and those with other endings don't count."""
    if not folder.is_dir():
        return []
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if not entry.name.startswith(".")]
    return [folder / name for name in sorted(names) if os.path.splitext(name)[1].lower() in EXTENSIONS]


def first(names: Iterable[str], shown: int = SHOWN) -> str:
    """The first few names, and how many more there are."""
    listed = list(names)
    more = len(listed) - shown
    return ", ".join(listed[:shown]) + (f" and {more:,} more" if more > 0 else "")


def class_names(split: Path) -> list[str]:
    """The classes of one split: its folders, by name."""
    with os.scandir(split) as entries:
        return sorted(entry.name for entry in entries if entry.is_dir() and not entry.name.startswith("."))
