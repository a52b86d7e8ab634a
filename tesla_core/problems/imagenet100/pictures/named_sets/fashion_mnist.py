"""Fashion-MNIST as a folder of pictures, of the four files it is published in (Debian's package dataset-fashion-mnist
has them in /usr/share/datasets/fashion-mnist): 60,000 grey photographs of clothes to train on and 10,000 to validate
on, 28 pixels a side, ten classes."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, DataError
from tesla_core.problems.imagenet100.pictures.named_sets.entry import NamedSet
from tesla_core.problems.imagenet100.pictures.named_sets.new_folder import Labelled, Tell, write_pictures

NAME = "fashion-mnist"
PACKAGE = Path("/usr/share/datasets/fashion-mnist")
CLASSES = (
    "t-shirt",
    "trouser",
    "pullover",
    "dress",
    "coat",
    "sandal",
    "shirt",
    "sneaker",
    "bag",
    "ankle-boot",
)
PARTS = {TRAIN: "train", VALIDATION: "t10k"}
"""What the files of each split begin with."""
_BYTES = 8  # the code of unsigned bytes in a header


def read_split(source: Path, split: str) -> Labelled:
    """Pictures (n, height, width) and the label of each."""
    pictures = read_idx(source, f"{PARTS[split]}-images-idx3-ubyte", 3)
    labels = read_idx(source, f"{PARTS[split]}-labels-idx1-ubyte", 1)
    if len(pictures) != len(labels):
        raise DataError(
            f"{source} has {len(pictures):,} pictures and {len(labels):,} labels in its {PARTS[split]} files."
        )
    if len(labels) and labels.max() >= len(CLASSES):
        raise DataError(f"{source} has a label {labels.max()}; Fashion-MNIST has {len(CLASSES)} classes, from 0.")
    return pictures, labels


def read_idx(folder: Path, name: str, dimensions: int) -> NDArray[np.uint8]:
    """An array of bytes as the MNIST files keep it: a header of big-endian numbers, then the values; packed or not."""
    path = next((file for file in (folder / f"{name}.gz", folder / name) if file.is_file()), None)
    if path is None:
        raise DataError(f"{folder} has neither {name}.gz nor {name}.")
    try:
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except (OSError, EOFError) as error:
        raise DataError(f"{path} can't be read: {error}.") from error
    start = 4 + 4 * dimensions
    if len(content) < start or content[:4] != bytes((0, 0, _BYTES, dimensions)):
        raise DataError(f"{path} is no file of bytes in {dimensions} dimensions as MNIST has them.")
    shape = tuple(int(size) for size in np.frombuffer(content, ">u4", dimensions, 4))
    values = np.frombuffer(content, np.uint8, offset=start)
    if values.size != int(np.prod(shape)):
        raise DataError(f"{path} is torn: {values.size:,} values for {' × '.join(map(str, shape))}.")
    return values.reshape(shape)


def fill(source: Path | None, folder: Path, tell: Tell) -> str:
    """What NamedSet asks for. Nothing is written before everything is read."""
    splits = {split: read_split(source or PACKAGE, split) for split in PARTS}
    write_pictures(folder, CLASSES, splits, tell)
    return ""


SETS = (
    NamedSet(
        NAME,
        "Fashion-MNIST, 70,000 small photographs of clothes, as a folder of pictures",
        "with its four idx files (default: where Debian's package dataset-fashion-mnist puts them)",
        len(CLASSES),
        32,
        fill,
    ),
)
