"""Points and pictures that a link names are there after a restart, and never more of them than was said."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tesla_core.lab.kept_files import KeptFiles
from tesla_core.problems.image.pixels import PICTURE_FILE, BroughtPicture, read_upload
from tesla_core.problems.toys.point_set import POINTS_FILE, PointSet, packed, starter_drawing
from tesla_core.problems.toys.points import PointsTask


def points(seed: int = 0) -> PointSet:
    """Too many for a link."""
    places = np.random.default_rng(seed).normal(size=(2000, 2))
    return PointSet.from_table([(float(x), float(y)) for x, y in places], [f"class {x > 0}" for x, _ in places])


def picture() -> BroughtPicture:
    data = io.BytesIO()
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (90, 120), np.uint8)).save(data, "PNG")
    return read_upload(data.getvalue(), "holiday.png")


def test_points_of_a_link_outlive_the_server(tmp_path: Path) -> None:
    """A teacher's link of last week still opens the class' own points."""
    brought = points()
    KeptFiles(tmp_path / "b", POINTS_FILE).keep(brought)
    found = KeptFiles(tmp_path / "b", POINTS_FILE).find(brought.address)
    assert found == brought
    assert PointsTask(found.points) == PointsTask(brought.points), "the same run"
    assert PointSet.from_word(brought.word, KeptFiles(tmp_path / "b", POINTS_FILE).find) == brought


def test_a_picture_of_a_link_outlives_the_server(tmp_path: Path) -> None:
    brought = picture()
    KeptFiles(tmp_path / "ci", PICTURE_FILE).keep(brought)
    found = KeptFiles(tmp_path / "ci", PICTURE_FILE).find(brought.word)
    assert (found.name, found.notes, found.address) == ("holiday.png", brought.notes, brought.address)
    assert np.array_equal(found.whole, brought.whole)
    assert found.task(16, 0) == brought.task(16, 0)


def test_a_drawing_that_the_link_holds_itself_takes_no_room(tmp_path: Path) -> None:
    """Each point that is drawn makes another set: a class that draws would push the uploads out."""
    KeptFiles(tmp_path / "b", POINTS_FILE).keep(starter_drawing())
    assert not (tmp_path / "b").exists()


def test_past_its_limits_what_was_not_used_longest_goes(tmp_path: Path) -> None:
    sets = [points(seed) for seed in range(4)]
    size = max(len(packed(one)) for one in sets)
    folders = tmp_path / "few", tmp_path / "small"
    few, small = KeptFiles(folders[0], POINTS_FILE, most=3), KeptFiles(folders[1], POINTS_FILE, most_bytes=3 * size)
    for files, folder in zip((few, small), folders, strict=True):
        for age, one in enumerate(sets[:3]):
            files.keep(one)
            os.utime(folder / one.address, (age, age))
        assert files.find(sets[0].address) == sets[0]  # used again
        files.keep(sets[3])
        assert [files.find(one.address) is not None for one in sets][:2] == [True, False]
        assert files.find(sets[3].address) == sets[3]


@pytest.mark.parametrize("address", ["", "../../etc/passwd", "/etc/passwd", "0" * 15, "0" * 17, "Z" * 16, "\0" * 16])
def test_nothing_but_an_address_is_looked_for(tmp_path: Path, address: str) -> None:
    """What a link says never becomes a path."""
    assert KeptFiles(tmp_path, POINTS_FILE).find(address) is None


@pytest.mark.parametrize("damage", [b"", b"{}", b"\x80\x04\x95", b"[" * 9000])
def test_a_damaged_file_is_nothing_and_goes(tmp_path: Path, damage: bytes) -> None:
    for field, brought in ((POINTS_FILE, points()), (PICTURE_FILE, picture())):
        files = KeptFiles(tmp_path, field)
        files.keep(brought)
        (tmp_path / brought.address).write_bytes(damage)
        assert files.find(brought.address) is None
        assert not (tmp_path / brought.address).exists()


def test_what_is_under_another_address_is_not_given_out(tmp_path: Path) -> None:
    files = KeptFiles(tmp_path, POINTS_FILE)
    files.keep(points(0))
    (tmp_path / points(0).address).rename(tmp_path / points(1).address)
    assert files.find(points(1).address) is None


def test_a_disk_that_takes_nothing_refuses_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    KeptFiles(tmp_path / "file" / "b", POINTS_FILE).keep(points())
