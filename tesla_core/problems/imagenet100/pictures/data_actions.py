"""What `data` does for ImageNet-100: make a folder of pictures to train on, or look through one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tesla_core.problems.imagenet100.pictures import fashion_mnist
from tesla_core.problems.imagenet100.pictures.folder import TRAIN, VALIDATION, FolderPictures, classes_of
from tesla_core.problems.imagenet100.pictures.subset import link_classes, read_class_names
from tesla_core.problems.imagenet100.pictures.unreadable import left_out, unreadable_files
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
    fashion = actions.add_parser(
        fashion_mnist.NAME, help="Fashion-MNIST, 70,000 small photographs of clothes, as a folder of pictures"
    )
    fashion.add_argument(
        "--from",
        dest="source",
        type=Path,
        default=Path("/usr/share/datasets/fashion-mnist"),
        metavar="DIR",
        help="with its four idx files (default: where Debian's package dataset-fashion-mnist puts them)",
    )
    text = f"a new folder (default: {fashion_mnist.NAME}, in the folder that {VARIABLE} names or else in this one)"
    fashion.add_argument("--out", type=Path, metavar="DIR", help=text)
    fashion.set_defaults(function=make_fashion)
    check = actions.add_parser("check", help="look at every file of a folder of pictures")
    check.add_argument("folder", type=Path, metavar="DIR", help="with train/CLASS/ and val/CLASS/")
    check.set_defaults(function=check_folder)


def make_subset(arguments: argparse.Namespace) -> None:
    names = read_class_names(expanded(arguments.classes))
    out = expanded(arguments.out) if arguments.out else (named_folder() or Path()) / NAME
    link_classes(expanded(arguments.source), names, out)
    _describe(out)
    print(f"To train on it: run imagenet100 --data {out.absolute()} --classes {len(names)}")


def make_fashion(arguments: argparse.Namespace) -> None:
    out = expanded(arguments.out) if arguments.out else (named_folder() or Path()) / fashion_mnist.NAME
    fashion_mnist.write_folder(expanded(arguments.source), out)
    _describe(out)
    print(f"To train on it: run imagenet100 --data {out.absolute()} --classes {len(fashion_mnist.CLASSES)}")


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
