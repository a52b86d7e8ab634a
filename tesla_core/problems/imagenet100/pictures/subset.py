"""A folder of some classes of a larger set of pictures, made of links: nothing is copied."""

from __future__ import annotations

from pathlib import Path

from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, DataError, check_unused, first
from tesla_core.wording import counted


def read_class_names(file: Path) -> list[str]:
    """One name a line, the first word of it; what follows a # and empty lines don't count."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"The list of classes {file} can't be read: {error}.") from error
    names = [line.split("#")[0].split()[0] for line in lines if line.split("#")[0].split()]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DataError(f"{file} names some classes twice: {first(twice)}.")
    wrong = [name for name in names if Path(name).name != name or name in (".", "..")]
    if wrong:
        raise DataError(f"{file} holds what can't be the name of a class: {first(wrong)}.")
    if len(names) < 2:
        raise DataError(f"{file} names {counted(len(names), 'class', 'classes')}; at least 2 are needed, one per line.")
    return names


def link_classes(source: Path, names: list[str], out: Path) -> None:
    """Make out/train/NAME and out/val/NAME links to the folders of the same names in `source`. All or nothing."""
    for split in (TRAIN, VALIDATION):
        if not (source / split).is_dir():
            raise DataError(f"{source} has no folder {split}/.")
        missing = [name for name in names if not (source / split / name).is_dir()]
        if missing:
            flat = "; its pictures lie there unsorted" if len(missing) == len(names) else ""
            classes = counted(len(missing), "class", "classes")
            raise DataError(f"{source / split} has no folder for {classes}{flat}: {first(missing)}.")
    check_unused(out)
    try:
        for split in (TRAIN, VALIDATION):
            (out / split).mkdir(parents=True)
            for name in names:
                (out / split / name).symlink_to((source / split / name).resolve(), target_is_directory=True)
    except OSError as error:
        raise DataError(f"The links in {out} can't be made: {error.strerror}.") from error
