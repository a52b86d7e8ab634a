"""Points a person brings: CSV files, drawings, and the links that carry them."""

from __future__ import annotations

import contextlib
import math
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages._ui.controls.brought import Kept
from tesla_core.errors import TeslaError
from tesla_core.problems.image.pixels import PICTURE_FILE
from tesla_core.problems.toys.point_set import POINTS_FILE, PointSet, starter_drawing
from tesla_core.problems.toys.points import MOST_POINTS, PointsTask
from tesla_core.problems.toys.reading import MOST_MEGABYTES, UploadError, read_points

GOOD = b"x,y,label\n0,0,red\n1,1,blue\n2,0,red\n0,2,green\n"


def test_a_good_file_gives_its_points() -> None:
    """With or without a head, with commas, semicolons or tabs."""
    table = read_points(GOOD)
    assert table.names == ("blue", "green", "red")
    assert table.places[1] == (1.0, 1.0)
    assert read_points(GOOD.split(b"\n", 1)[1]) == table
    assert read_points(GOOD.replace(b",", b";")) == table
    assert read_points(GOOD.replace(b",", b"\t")) == table


def test_a_file_the_lab_wrote_can_be_uploaded_again() -> None:
    """Downloaded points have a fourth column, the split; it is skipped."""
    assert read_points(b"x,y,label,split\n0,0,a,train\n1,1,b,test\n0,1,a,train\n1,0,b,train\n").names == ("a", "b")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "0 points"),
        (b"0,0,a\n1,1,b\n", "2 points; at least"),
        (b"0,0,a\n1,one,b\n", "Row 2: y must be a number; “one”"),
        (b"0,0,a\n1,2\n", "Row 2 has 2 columns"),
        (b"0,0,a\n1,2,\n", "Row 2 has no label"),
        (b"0,0,a\nnan,2,b\n", "Row 2: x must be finite"),
        (b"0,0,a\n1e30,2,b\n", "Row 2: x must be finite"),
        (b"0,0,a\n1,1,a\n2,2,a\n3,3,a\n", "1 class (a)"),
        ("\n".join(f"{i},0,c{i}" for i in range(11)).encode(), "11 classes"),
        (b"\xff\xfe\x00", "not text"),
        (b"0,0,a\0\n", "not text"),
        (b"x" * (MOST_MEGABYTES * 2**20 + 1), f"at most {MOST_MEGABYTES} MB is read"),
        (b"0,0,a\n1,1,b\n" * (MOST_POINTS // 2 + 1), f"more than {MOST_POINTS:,} points"),
    ],
)
def test_a_bad_file_is_told_by_row_and_limit(data: bytes, said: str) -> None:
    """The message is enough to mend the file."""
    with pytest.raises(UploadError, match=re.escape(said)):
        read_points(data)


def test_the_server_takes_every_file_that_a_page_promises_to(root: Path) -> None:
    """A picture of 3.5 MB once met "AxiosError 413": the page promised 20 MB and the server took 2."""
    config = tomllib.loads((root / ".streamlit" / "config.toml").read_text())
    assert config["server"]["maxUploadSize"] == max(POINTS_FILE.megabytes, PICTURE_FILE.megabytes) + 1


@given(st.binary(max_size=300))
def test_no_file_breaks_the_reader(data: bytes) -> None:
    """Whatever is uploaded, the answer is points or a message."""
    with contextlib.suppress(UploadError):
        table = read_points(data)
        assert len(table.places) == len(table.labels) >= 4


def test_small_sets_travel_in_the_link() -> None:
    """A student who follows the link sees the drawing, on any server."""
    drawn = starter_drawing()
    assert PointSet.from_word(drawn.word, Kept().find) == drawn
    assert PointsTask(drawn.points).classes == 2


def test_large_sets_are_found_by_their_address() -> None:
    """A file is too long for a link; the server keeps it, and says when it no longer does."""
    kept = Kept(most=2)
    places = [(i / 7, (i * i) % 13) for i in range(3000)]
    large = PointSet.from_table(places, [str(i % 3) for i in range(3000)])
    assert large.word.startswith("@")
    with pytest.raises(TeslaError, match="no longer"):
        PointSet.from_word(large.word, kept.find)
    kept.keep(large)
    assert PointSet.from_word(large.word, kept.find) == large
    kept.keep(starter_drawing())
    kept.keep(PointSet.from_table(places[:10], ["a", "b"] * 5))
    assert kept.find(large.address) is None


@given(st.text(max_size=60))
def test_a_torn_word_is_a_message(word: str) -> None:
    """Half a link never breaks the page."""
    with pytest.raises(TeslaError):
        PointSet.from_word(word, Kept().find)


@pytest.mark.parametrize(
    "points", [None, "x", [[0, 0]], [[0, 0, 9]], [["a", 0, 0]], [[0, 0, True, 1]], [[math.nan, 0, 0]]]
)
def test_a_drawing_that_is_none_is_refused(points: object) -> None:
    """What comes from a browser is checked."""
    with pytest.raises(TeslaError):
        PointSet.from_drawing(points, 4)


def test_a_drawing_stays_inside_the_picture() -> None:
    """Points from outside are brought to its edge, and classes nobody used fall away."""
    drawn = PointSet.from_drawing([[9, 0, 0], [0, -9, 2], [0.5, 0.5, 2], [0, 0, 0]], 4)
    assert drawn.points == ((2.0, 0.0, 0), (0.0, -2.0, 1), (0.5, 0.5, 1), (0.0, 0.0, 0))
    assert drawn.enough


@pytest.mark.parametrize("points", [[], [[0.1, 0.2, 3]], [[0, 0, 1], [0.5, 0, 1], [0, 0.5, 1], [0.5, 0.5, 1]]])
def test_a_short_drawing_is_kept_as_it_was_drawn(points: list) -> None:
    """An empty one too; each point in the class it was drawn in; also by a link."""
    drawn = PointSet.from_drawing(points, 4)
    assert [[*point] for point in drawn.points] == points
    assert not drawn.enough
    assert PointSet.from_word(drawn.word, Kept().find) == drawn
