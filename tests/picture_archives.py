"""Archives of photographs as their makers publish them, with few pictures, whose colour says what class they are of."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from PIL import Image

from tesla_core.problems.imagenet100.pictures.named_sets.cifar import CIFAR_10, Cifar
from tesla_core.problems.imagenet100.pictures.named_sets.imagenette import CLASSES

CIFAR_10_NAMES = ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"]
CIFAR_100_NAMES = [f"class_{first}{second}" for first in "abcdefghij" for second in "klmnopqrst"]


def pack(archive: Path, files: Mapping[str, bytes]) -> Path:
    """A tar.gz of those files."""
    with tarfile.open(archive, "w:gz") as tar:
        for path, content in files.items():
            member = tarfile.TarInfo(path)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return archive


def colour(label: int) -> tuple[int, int, int]:
    """One of 64, far from all others."""
    return 85 * (label % 4), 85 * (label // 4 % 4), 85 * (label // 16 % 4)


def cifar_rows(cifar: Cifar, each: int) -> bytes:
    """`each` pictures of every class, with its number as red in the first row and as green in the first column."""
    found = []
    for label in list(range(cifar.classes)) * each:
        channels = np.zeros((3, 32, 32), np.uint8) + np.array(colour(label), np.uint8)[:, None, None]
        channels[0, 0], channels[1, :, 0] = label, label
        found.append(bytes((label // 5,) * (cifar.label_bytes - 1) + (label,)) + channels.tobytes())
    return b"".join(found)


def cifar_files(cifar: Cifar) -> dict[str, bytes]:
    """What is in an archive: two pictures of a class in each part to train on, one to validate on."""
    top, names = (
        ("cifar-10-batches-bin", CIFAR_10_NAMES) if cifar is CIFAR_10 else ("cifar-100-binary", CIFAR_100_NAMES)
    )
    train = {f"{top}/{part}": cifar_rows(cifar, 2) for part in cifar.parts["train"]}
    validation = {f"{top}/{part}": cifar_rows(cifar, 1) for part in cifar.parts["val"]}
    listed = {f"{top}/{cifar.names}": ("\n".join(names) + "\n\n").encode(), f"{top}/readme.html": b"x"}
    return {**listed, **train, **validation}


def imagenette_files() -> dict[str, bytes]:
    """Photographs, and what else lies about in such an archive."""
    top = "imagenette2-320"
    found = {f"{top}/noisy_imagenette.csv": b"path\n", f"{top}/.DS_Store": b"x", f"{top}/train/.DS_Store": b"x"}
    for split, each in (("train", 3), ("val", 2)):
        for label, number in enumerate(CLASSES):
            for count in range(each):
                buffer = io.BytesIO()
                Image.new("RGB", (24 + count, 20), colour(label)).save(buffer, "JPEG")
                found[f"{top}/{split}/{number}/{number}_{count}.JPEG"] = buffer.getvalue()
    return found
