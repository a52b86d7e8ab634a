"""A known set of photographs as the command `data` offers it, and how its folder is made: all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, DataError, class_names, first
from tesla_core.problems.imagenet100.pictures.named_sets.new_folder import Tell, new_folder

Fill = Callable[[Path | None, Path, Tell], str]
"""From what a person named with --from, if anything, into train/CLASS/ and val/CLASS/ of a new folder; returns what
they should know of it, or nothing."""


@dataclass(frozen=True)
class NamedSet:
    """about, origin: what it is and where --from finds it, for --help. pixels: a side, as a network may well see it."""

    name: str
    about: str
    origin: str
    classes: int
    pixels: int
    fill: Fill

    def make(self, source: Path | None, out: Path, tell: Tell = lambda _text, _last: None) -> str:
        """Make the folder `out`; returns what is to be said of its origin."""
        with new_folder(out) as folder:
            notice = self.fill(source, folder, tell)
            self._check(folder)
        return notice

    def _check(self, folder: Path) -> None:
        """That there is something of every class, by which a run would otherwise end."""
        names = {split: class_names(folder / split) for split in (TRAIN, VALIDATION)}
        empty = [
            f"{split}/{name}"
            for split, found in names.items()
            for name in found
            if next((folder / split / name).iterdir(), None) is None
        ]
        if empty:
            raise DataError(f"What was given as {self.name} has no pictures of {first(empty)}.")
