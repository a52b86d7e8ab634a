"""If these fail, a network is judged by pixels it was trained on, or is trained on those it is judged by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.problems.image.pixels import PixelsTask
from tesla_core.problems.image.task import ImageTask, colours, coordinates
from tesla_core.problems.image.withheld import from_neighbours


def test_nothing_is_withheld_where_nobody_asks() -> None:
    """The paper's way, and what every link, spec and recording of before means."""
    target = ImageTask("flower", 12).sample()
    assert target.train is target.test is target.whole
    assert target.seen.all()
    assert not target.withholds


@pytest.mark.parametrize(
    ("share", "pattern"), [(0.5, "chessboard"), (0.5, "random"), (0.25, "random"), (0.9, "random")]
)
def test_seen_and_unseen_pixels_are_the_whole_picture_and_share_none(share: float, pattern: str) -> None:
    task = ImageTask("flower", 12, seed=3, withheld=share, pattern=pattern)
    target = task.sample()
    assert len(target.test) == round(share * 144)
    places = {tuple(place) for part in (target.train, target.test) for place in part.x.tolist()}
    assert len(places) == len(target.train) + len(target.test) == 144
    np.testing.assert_array_equal(target.whole.x, coordinates(12, 12))
    np.testing.assert_array_equal(target.whole.y, colours(task.picture().pixels))
    np.testing.assert_array_equal(target.whole.y[target.seen], target.train.y)


def test_on_a_chessboard_every_withheld_pixel_has_four_seen_neighbours() -> None:
    seen = ImageTask(size=9, withheld=0.5, pattern="chessboard").sample().seen.reshape(9, 9)
    assert seen[0, 0]
    assert not (seen[1:] == seen[:-1]).any()
    assert not (seen[:, 1:] == seen[:, :-1]).any()


def test_random_pixels_follow_the_seed_alone() -> None:
    def seen(seed: int) -> list[bool]:
        return ImageTask(size=12, seed=seed, withheld=0.5).sample().seen.tolist()

    assert seen(1) == seen(1) != seen(2)


def test_a_brought_picture_is_withheld_alike() -> None:
    pixels = ImageTask("china", 16).picture().pixels
    own = PixelsTask.from_pixels(pixels, 5, 0.5).sample()
    np.testing.assert_array_equal(own.seen, ImageTask("china", 16, 5, 0.5).sample().seen)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"withheld": 0.96}, "from 0 to 0.95; 0.96 was given"),
        ({"withheld": -0.1}, "from 0 to 0.95"),
        ({"withheld": float("nan")}, "share of withheld pixels"),
        ({"withheld": 0.5, "pattern": "chess"}, "random, chessboard"),
        ({"withheld": 0.25, "pattern": "chessboard"}, "every second pixel, a share of 0.5; 0.25 was given"),
    ],
)
def test_what_can_not_be_withheld_is_said_with_what_can(options: dict[str, Any], said: str) -> None:
    with pytest.raises(TeslaError, match=said):
        ImageTask(**options)


def test_neighbours_fill_what_is_withheld_without_any_network() -> None:
    """The mark a network has to pass: a smooth picture is found again, and seen pixels stay as they are."""
    rows, columns = np.indices((8, 8))
    pixels = np.stack((10 * rows, 10 * columns, 5 * (rows + columns)), axis=-1).astype(np.uint8)
    for task in (PixelsTask.from_pixels(pixels, 0, 0.5, "chessboard"), PixelsTask.from_pixels(pixels, 0, 0.9)):
        target = task.sample()
        filled = from_neighbours(pixels, target.seen)
        seen = target.seen.reshape(8, 8)
        np.testing.assert_array_equal(filled[seen], pixels[seen])
        assert np.isfinite(filled).all()
        if task.pattern == "chessboard":
            np.testing.assert_allclose(filled[1:-1, 1:-1], pixels[1:-1, 1:-1])
