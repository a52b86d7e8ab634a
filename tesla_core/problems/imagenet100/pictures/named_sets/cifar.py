"""CIFAR-10 and CIFAR-100: 50,000 small colour photographs to train on and 10,000 to validate on (their test batch), 32
pixels a side.

They are read from the *binary* version, plain bytes, by a reader of our own. torchvision's CIFAR10 and CIFAR100 load
the Python version, which consists of pickles; a pickle is a program, and no program from outside is run here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, DataError, first
from tesla_core.problems.imagenet100.pictures.named_sets.archive import entries
from tesla_core.problems.imagenet100.pictures.named_sets.entry import NamedSet
from tesla_core.problems.imagenet100.pictures.named_sets.new_folder import Labelled, Tell, write_pictures
from tesla_core.problems.imagenet100.pictures.named_sets.published import Published, brought, download

SIDE = 32
MOST_BYTES = 400 * 10**6  # twice what either unpacks to
_NAME = re.compile(r"[a-z][a-z_]*")


@dataclass(frozen=True)
class Cifar:
    """How an archive is laid out.

    names: the file with the names of the classes, a line each. label_bytes: before the pixels of each picture; the
    last of them is the class.
    """

    published: Published
    name: str
    names: str
    parts: Mapping[str, tuple[str, ...]]
    label_bytes: int
    classes: int

    def fill(self, source: Path | None, folder: Path, tell: Tell) -> str:
        """What NamedSet asks for."""
        if source is None:
            archive, notice = download(self.published, self.name, folder.parent, tell), ""
        else:
            archive, notice = brought((self.published,), source)
        files = self._files(archive)
        names = self._class_names(archive, files[self.names])
        splits = {split: self._labelled(archive, files, parts) for split, parts in self.parts.items()}
        write_pictures(folder, names, splits, tell)
        return notice

    def _files(self, archive: Path) -> dict[str, bytes]:
        wanted = {self.names, *(part for parts in self.parts.values() for part in parts)}
        found = {entry.path.name: entry.read() for entry in entries(archive, MOST_BYTES) if entry.path.name in wanted}
        if missing := sorted(wanted - found.keys()):
            raise DataError(
                f"{archive} has no {first(missing)}. The binary version is needed, {self.published.file}; the Python "
                f"and Matlab versions are not read, since the former is made of pickles, which can run programs."
            )
        return found

    def _class_names(self, archive: Path, content: bytes) -> list[str]:
        """They become names of folders, so that they have to look like names."""
        names = content.decode("ascii", errors="replace").split()
        if len(names) != self.classes or len(set(names)) != len(names) or not all(map(_NAME.fullmatch, names)):
            raise DataError(f"{archive} has no list of {self.classes} names of classes in {self.names}.")
        return names

    def _labelled(self, archive: Path, files: Mapping[str, bytes], parts: tuple[str, ...]) -> Labelled:
        row = self.label_bytes + 3 * SIDE * SIDE
        for part in parts:
            if not files[part] or len(files[part]) % row:
                raise DataError(
                    f"{part} in {archive} has {len(files[part]):,} bytes, no multiple of the {row:,} of a picture."
                )
        rows = np.frombuffer(b"".join(files[part] for part in parts), np.uint8).reshape(-1, row)
        labels = rows[:, self.label_bytes - 1]
        if labels.max() >= self.classes:
            raise DataError(f"{archive} has a label {labels.max()}; there are {self.classes} classes, from 0.")
        pictures = rows[:, self.label_bytes :].reshape(-1, 3, SIDE, SIDE).transpose(0, 2, 3, 1)
        return np.ascontiguousarray(pictures), labels


def _named(cifar: Cifar, label: str) -> NamedSet:
    return NamedSet(
        cifar.name,
        f"{label}, 60,000 small photographs in {cifar.classes} classes, as a folder of pictures",
        f"{cifar.published.file}, or the folder that has it (default: it is downloaded, "
        f"{cifar.published.size / 10**6:.0f} MB from {cifar.published.address})",
        cifar.classes,
        SIDE,
        cifar.fill,
    )


CIFAR_10 = Cifar(
    Published(
        "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz", "c32a1d4ab5d03f1284b67883e8d87530", 170_052_171
    ),
    "cifar-10",
    "batches.meta.txt",
    {TRAIN: tuple(f"data_batch_{number}.bin" for number in range(1, 6)), VALIDATION: ("test_batch.bin",)},
    label_bytes=1,
    classes=10,
)
CIFAR_100 = Cifar(
    Published(
        "https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz", "03b5dce01913d631647c71ecec9e9cb8", 168_513_733
    ),
    "cifar-100",
    "fine_label_names.txt",
    {TRAIN: ("train.bin",), VALIDATION: ("test.bin",)},
    label_bytes=2,
    classes=100,
)
"""Its first label is one of twenty coarse classes, its second the class."""
SETS = (_named(CIFAR_10, "CIFAR-10"), _named(CIFAR_100, "CIFAR-100"))
