"""Imagenette: ten classes of ImageNet that are easily told apart, 9,469 photographs to train on and 3,925 to validate
on. The version with a shorter side of 320 pixels is downloaded; the other two are read if brought.

torchvision has the same addresses and sums, but unpacks whatever an archive says, in place; so its pictures are taken
out one by one here."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, DataError
from tesla_core.problems.imagenet100.pictures.named_sets.archive import entries
from tesla_core.problems.imagenet100.pictures.named_sets.entry import NamedSet
from tesla_core.problems.imagenet100.pictures.named_sets.new_folder import Tell, make_classes
from tesla_core.problems.imagenet100.pictures.named_sets.published import Published, brought, download
from tesla_core.tasks.pictures import EXTENSIONS

NAME = "imagenette"
CLASSES = {
    "n01440764": "tench",
    "n02102040": "english-springer",
    "n02979186": "cassette-player",
    "n03000684": "chain-saw",
    "n03028079": "church",
    "n03394916": "french-horn",
    "n03417042": "garbage-truck",
    "n03425413": "gas-pump",
    "n03445777": "golf-ball",
    "n03888257": "parachute",
}
"""By their numbers in WordNet, which are the archive's folders."""
_PLACE = "https://s3.amazonaws.com/fast-ai-imageclas"
PUBLISHED = (
    Published(f"{_PLACE}/imagenette2-320.tgz", "3df6f0d01a2c9592104656642f5e78a3", 341_663_724),
    Published(f"{_PLACE}/imagenette2-160.tgz", "e793b78cc4c9e9a4ccc0c1155377a412", 99_003_388),
    Published(f"{_PLACE}/imagenette2.tgz", "fe2fc210e6bb7c5664d602c3cd71e612", 1_557_161_267),
)
"""The first is the one that is downloaded."""
MOST_BYTES = 3 * 10**9  # twice what the largest unpacks to
USUAL = 13_394  # pictures


def fill(source: Path | None, folder: Path, tell: Tell) -> str:
    """What NamedSet asks for."""
    if source is None:
        archive, notice = download(PUBLISHED[0], NAME, folder.parent, tell), ""
    else:
        archive, notice = brought(PUBLISHED, source)
    make_classes(folder, tuple(CLASSES.values()))
    written = 0
    for entry in entries(archive, MOST_BYTES):
        if (place := _place(entry.path, archive)) is None:
            continue
        try:
            with (folder / place).open("xb") as file:
                file.write(entry.read())
        except FileExistsError:
            raise DataError(f"{archive} has {entry.path} twice.") from None
        written += 1
        tell(f"{written:,} of some {USUAL:,} pictures written", False)
    tell(f"{written:,} pictures written", True)
    return notice


def _place(path: PurePosixPath, archive: Path) -> Path | None:
    """Where an entry TOP/SPLIT/NUMBER/FILE belongs in the new folder; None for lists and what systems leave about."""
    if len(path.parts) != 4 or path.name.startswith(".") or path.suffix.lower() not in EXTENSIONS:
        return None
    _, split, number, name = path.parts
    if split not in (TRAIN, VALIDATION) or number not in CLASSES:
        raise DataError(f"{archive} has a picture {path}, of no class of Imagenette in {TRAIN}/ or {VALIDATION}/.")
    return Path(split, CLASSES[number], name)


SETS = (
    NamedSet(
        NAME,
        "Imagenette, 13,394 photographs in ten classes of ImageNet, as a folder of pictures",
        f"{PUBLISHED[0].file} (or another of its sizes), or the folder that has it (default: it is downloaded, "
        f"{PUBLISHED[0].size / 10**6:.0f} MB from {PUBLISHED[0].address})",
        len(CLASSES),
        224,
        fill,
    ),
)
