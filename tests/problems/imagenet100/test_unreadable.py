"""Broken files among good ones: named, with the reason, before a job waits for them."""

from __future__ import annotations

import io
import os

import numpy as np
import pytest
from PIL import Image

from tesla_core.problems.imagenet100.pictures.folder import DataError
from tesla_core.problems.imagenet100.pictures.unreadable import FolderLook, quick_look, unreadable_files
from tests.problems.imagenet100.conftest import Make

EMPTY, OOPS = "it is empty", "it is no picture of a known format"


def torn_png() -> bytes:
    """Whole by its first and last bytes, with a hole in the middle."""
    packed = io.BytesIO()
    Image.fromarray(np.random.default_rng(0).integers(0, 256, (32, 32, 3), dtype=np.uint8)).save(packed, "PNG")
    data = bytearray(packed.getvalue())
    data[len(data) // 2 : len(data) // 2 + 200] = bytes(200)
    return bytes(data)


def test_every_file_is_read_to_its_end(make: Make) -> None:
    """ "Every file can be read" is true: of a file with a good header, and of one that is only too long a strip."""
    root = make("a", "b")
    (root / "train" / "b" / "0.png").write_bytes(b"")
    (root / "val" / "a" / "1.png").write_text("oops")
    (root / "train" / "a" / "2.png").write_bytes(torn_png())
    Image.new("L", (20_000, 500)).save(root / "val" / "b" / "strip.jpg")
    found = dict(unreadable_files(root))
    assert list(found) == ["train/a/2.png", "train/b/0.png", "val/a/1.png", "val/b/strip.jpg"]
    assert (found["train/b/0.png"], found["val/a/1.png"]) == (EMPTY, OOPS)
    assert "20,000 × 500 pixels is too large" in found["val/b/strip.jpg"]
    assert found["train/a/2.png"]


def test_a_quick_look_sees_what_headers_and_ends_show(make: Make) -> None:
    root = make("a", "b")
    assert quick_look(root).warnings == ()
    (root / "val" / "a" / "1.png").write_text("oops")
    Image.new("L", (20_000, 500)).save(root / "val" / "b" / "strip.jpg")
    os.symlink("nowhere.png", root / "train" / "a" / "link.png")
    look = quick_look(root)
    assert [name for name, _ in look.troubles] == ["train/a/link.png", "val/a/1.png", "val/b/strip.jpg"]
    assert (look.seen, look.files) == (12, 12)
    (said,) = look.warnings
    assert said.startswith("3 files can't be read and will be left out: train/a/link.png (No such file or directory), ")
    (root / "val" / "a" / "1.png").write_bytes((root / "val" / "a" / "0.png").read_bytes())
    assert "val/a/1.png" not in dict(quick_look(root).troubles), "a file that was mended in its place is seen"


def test_only_the_first_ten_are_named(make: Make) -> None:
    root = make("a", "b")
    for number in range(30):
        (root / "train" / "a" / f"broken{number:02}.png").touch()
    (said,) = quick_look(root).warnings
    assert said.startswith("30 files can't be read")
    assert "broken09.png" in said
    assert "broken10.png" not in said
    assert said.endswith(" and 20 more.")


def test_a_class_of_which_nothing_is_left_is_refused(make: Make) -> None:
    root = make("a", "b")
    for file in (root / "val" / "b").iterdir():
        file.write_bytes(b"")
    with pytest.raises(DataError, match=r"No picture of val/b can be read: val/b/0\.png \(it is empty\), val/b/1"):
        quick_look(root)


def test_a_look_ends_in_time_and_the_next_goes_on(make: Make) -> None:
    """A page waits for seconds, not for all of a hundred thousand files."""
    root = make("a", "b", name="large")
    (root / "train" / "a" / "0.png").write_bytes(b"")
    looked = quick_look(root, seconds=-1)
    assert (looked.seen, looked.files, looked.warnings) == (0, 10, ())
    assert quick_look(root).seen == 10


def test_what_was_not_looked_at_is_said() -> None:
    (said,) = FolderLook((("train/a/0.png", EMPTY),), 3, 10).warnings
    assert said.endswith("(it is empty). 3 of 10 files were looked at so far.")
