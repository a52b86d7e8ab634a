"""What `data` does for ImageNet-100: make a folder of pictures to train on, or look through one."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, FolderPictures, classes_of
from tesla_core.problems.imagenet100.pictures.named_sets.entry import NamedSet
from tesla_core.problems.imagenet100.pictures.named_sets.registry import NAMED_SETS
from tesla_core.problems.imagenet100.pictures.subset import link_classes, read_class_names
from tesla_core.problems.imagenet100.pictures.unreadable import left_out, unreadable_files
from tesla_core.progress_line import ProgressLine
from tesla_core.tasks.data_folder import VARIABLE, expanded, named_folder
from tesla_core.wording import counted

NAME = "imagenet100"


def add_data_actions(actions: Any) -> None:
    make = actions.add_parser("imagenet100", help="some classes of a full ImageNet, by links")
    make.add_argument(
        "--from", required=True, dest="source", type=Path, metavar="DIR", help="with train/CLASS/ and val/CLASS/"
    )
    make.add_argument(
        "--classes", required=True, type=Path, metavar="FILE", help="names of the classes' folders, one per line"
    )
    text = f"a new folder for the links (default: {NAME}, in the folder that {VARIABLE} names or else in this one)"
    make.add_argument("--out", type=Path, metavar="DIR", help=text)
    make.set_defaults(function=make_subset)
    for named in NAMED_SETS:
        add_named_set(actions, named)
    check = actions.add_parser("check", help="look at every file of a folder of pictures")
    check.add_argument("folder", type=Path, metavar="DIR", help="with train/CLASS/ and val/CLASS/")
    check.set_defaults(function=check_folder)


def make_subset(arguments: argparse.Namespace) -> None:
    names = read_class_names(expanded(arguments.classes))
    out = expanded(arguments.out) if arguments.out else (named_folder() or Path()) / NAME
    link_classes(expanded(arguments.source), names, out)
    _describe(out)
    print(f"To train on it: run imagenet100 --data {out.absolute()} --classes {len(names)}")


def add_named_set(actions: Any, named: NamedSet) -> None:
    make = actions.add_parser(named.name, help=named.about)
    make.add_argument("--from", dest="source", type=Path, metavar="DIR", help=named.origin)
    text = f"a new folder (default: {named.name}, in the folder that {VARIABLE} names or else in this one)"
    make.add_argument("--out", type=Path, metavar="DIR", help=text)
    make.set_defaults(function=partial(make_named, named))


def make_named(named: NamedSet, arguments: argparse.Namespace) -> None:
    out = expanded(arguments.out) if arguments.out else (named_folder() or Path()) / named.name
    line = ProgressLine()
    try:
        notice = named.make(expanded(arguments.source) if arguments.source else None, out, line.show)
    finally:
        line.close()
    if notice:
        print(f"warning: {notice}", file=sys.stderr)
    _describe(out)
    shape = f"--classes {named.classes} --image-size {named.pixels}"
    print(f"To train on it: run imagenet100 --data {out.absolute()} {shape}")


def check_folder(arguments: argparse.Namespace) -> None:
    folder = expanded(arguments.folder)
    _describe(folder)
    broken = unreadable_files(folder)
    print(left_out(broken) if broken else "Every file can be read.")


def _describe(folder: Path) -> None:
    names = classes_of(folder)
    counts = [len(FolderPictures(folder / split, names).files) for split in (TRAIN, VALIDATION)]
    classes, pictures = counted(len(names), "class", "classes"), counted(counts[0], "picture")
    print(f"{folder}: {classes}, {pictures} to train on and {counts[1]:,} to validate on.")
