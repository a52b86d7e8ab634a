"""A folder is whole or not there, however its making ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tesla_core.problems.imagenet100.pictures.folder import DataError
from tesla_core.problems.imagenet100.pictures.named_sets.cifar import SETS
from tesla_core.problems.imagenet100.pictures.named_sets.new_folder import new_folder


def test_a_folder_has_its_name_only_when_it_is_done(tmp_path: Path) -> None:
    out = tmp_path / "below" / "out"
    with new_folder(out) as folder:
        (folder / "a").write_text("a")
        assert not out.exists()
    assert (out / "a").read_text() == "a"
    assert list(out.parent.iterdir()) == [out]


def test_ctrl_c_in_the_middle_leaves_nothing(cifar_10: Path, tmp_path: Path) -> None:
    def pressed(text: str, last: bool) -> None:
        if text.startswith("50 of"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SETS[0].make(cifar_10, tmp_path / "out", pressed)
    assert list(tmp_path.iterdir()) == [cifar_10]


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    left = tmp_path / ".out.unfinished"
    (left / "out" / "train").mkdir(parents=True)
    (left / "half.tar.gz").write_bytes(b"x")
    with new_folder(tmp_path / "out") as folder:
        assert list(folder.iterdir()) == []
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_two_at_once_do_not_mix(tmp_path: Path) -> None:
    with new_folder(tmp_path / "out") as folder:
        with pytest.raises(DataError, match="Another process is making"), new_folder(tmp_path / "out"):
            pass
        (folder / "a").write_text("still there")
    assert (tmp_path / "out" / "a").exists()


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    """A folder with files, or a file. An empty folder, or a link to one, may be used."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    for taken in (tmp_path / "full", tmp_path / "full" / "mine"):
        with pytest.raises(DataError, match="is not empty"), new_folder(taken):
            pass
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    with new_folder(tmp_path / "link") as folder:
        (folder / "a").write_text("a")
    assert (tmp_path / "empty" / "a").exists()
    assert sorted(os.listdir(tmp_path)) == ["empty", "full", "link"]


def test_a_place_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="can't be written to"), new_folder(tmp_path / "file" / "out"):
        pass
