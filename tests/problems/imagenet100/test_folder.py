"""Folders of pictures: what is wrong with one is said, with names, before anything is trained."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.problems.imagenet100.pictures.folder import DataError, FolderTask, classes_of
from tesla_core.problems.imagenet100.pictures.subset import link_classes, read_class_names
from tests.problems.imagenet100.conftest import Make


def test_a_folder_is_read_in_the_order_of_names(make: Make) -> None:
    root = make("b", "a", "c")
    (root / "train" / "a" / "notes.txt").touch()
    (root / "train" / "a" / "._0.png").touch()
    data = FolderTask(str(root), classes=3).sample()
    assert data.classes == ("a", "b", "c")
    assert data.train.labels.tolist() == [0] * 3 + [1] * 3 + [2] * 3
    assert len(data.validation.labels) == 6
    assert data.train.name(3) == "train/b/0.png"
    assert data.train.picture(4)[0, 0].tolist() == [0, 20, 100]
    assert not data.generated


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda root: root.rename(root.parent / "moved"), "There is no folder"),
        (lambda root: (root / "val").rename(root / "test"), r"has no val/: pictures belong in train/CLASS/"),
        (lambda root: [(root / "val" / "b").rename(root / "val" / "d")], r"only one of train/ and val/: b, d\."),
        (lambda root: [f.unlink() for f in (root / "train" / "a").iterdir()], r"No pictures in train/a\."),
        (lambda root: (root / "val" / "b" / "extra").mkdir(), "has 2 classes in train/; 5 were asked for"),
    ],
    ids=["gone", "no val", "lonely classes", "empty class", "class count"],
)
def test_what_is_wrong_with_a_folder_is_said(make: Make, harm: Callable[[Path], object], message: str) -> None:
    root = make("a", "b")
    harm(root)
    with pytest.raises(DataError, match=message):
        FolderTask(str(root), classes=5).sample()


def test_one_class_is_nothing_to_learn(make: Make) -> None:
    with pytest.raises(DataError, match="has one class, lonely; there is nothing to tell apart"):
        FolderTask(str(make("lonely")), classes=1).sample()


def test_an_empty_split_is_told(make: Make) -> None:
    root = make("a", "b")
    (root / "val").rename(root / "old")
    (root / "val").mkdir()
    with pytest.raises(DataError, match="val is empty: it should hold a folder for each class"):
        classes_of(root)


def test_a_folder_outside_of_the_allowed_one_is_refused(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may launch jobs may not read the whole disk; neither by ../ nor by a link."""
    root = make("a", "b", name="inside/set")
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path / "inside"))
    assert len(FolderTask(str(root), classes=2).sample().classes) == 2
    assert len(FolderTask("set", classes=2).sample().classes) == 2  # names are those within the folder
    outside = make("a", "b", name="outside")
    (tmp_path / "inside" / "link").symlink_to(outside)
    for path in (outside, tmp_path / "inside" / ".." / "outside", tmp_path / "inside" / "link"):
        with pytest.raises(DataError, match="outside of the folder for pictures"):
            FolderTask(str(path), classes=2)


def test_the_home_of_nobody_is_told() -> None:
    with pytest.raises(TeslaError, match=r"~nosuch/x begins with the home of a user who is not known"):
        FolderTask("~nosuch/x", classes=2)


def test_links_make_a_smaller_set_of_a_larger_one(make: Make, tmp_path: Path) -> None:
    root = make("n1", "n2", "n3")
    (tmp_path / "classes.txt").write_text("# two of them\nn3 goldfish\n\nn1  # tench\n")
    names = read_class_names(tmp_path / "classes.txt")
    link_classes(root, names, tmp_path / "small")
    data = FolderTask(str(tmp_path / "small"), classes=2).sample()
    assert data.classes == ("n1", "n3")
    assert (tmp_path / "small" / "train" / "n1").is_symlink()
    assert np.array_equal(data.train.picture(0), FolderTask(str(root), classes=3).sample().train.picture(0))
    with pytest.raises(DataError, match="is not empty"):
        link_classes(root, names, tmp_path / "small")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n1\nn1\nn2", "names some classes twice: n1"),
        ("n1", "names 1 class; at least 2"),
        ("n1\n../n2", r"can't be the name of a class: \.\./n2"),
        ("n1\nn9", "has no folder for 1 class: n9"),
        ("n8\nn9", "unsorted: n8, n9"),
    ],
)
def test_a_wrong_list_of_classes_is_told(make: Make, tmp_path: Path, text: str, message: str) -> None:
    root = make("n1", "n2")
    (tmp_path / "classes.txt").write_text(text)
    with pytest.raises(TeslaError, match=message):
        link_classes(root, read_class_names(tmp_path / "classes.txt"), tmp_path / "out")
    assert not (tmp_path / "out").exists()
