"""The parity surface: every string once, in its place, and a test that was never seen."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.problems.parity.surface import SurfaceTask, parity_surface


@pytest.mark.parametrize("bits", range(4, 13))
def test_each_string_stands_where_its_halves_say(bits: int) -> None:
    surface = parity_surface(bits)
    half = bits // 2
    for ones, row, column in zip(surface.x < 0, surface.rows, surface.columns, strict=True):
        text = "".join("1" if one else "0" for one in ones)
        assert (int(text[:half], 2), int(text[half:], 2)) == (row, column)
    assert np.array_equal(surface.y, (surface.x < 0).sum(axis=1) % 2)
    assert len(np.unique(surface.x, axis=0)) == 2**bits


@pytest.mark.parametrize(("bits", "shape"), [(4, (4, 4)), (7, (8, 16)), (10, (32, 32)), (12, (64, 64))])
def test_reshaping_values_gives_the_picture(bits: int, shape: tuple[int, int]) -> None:
    surface = parity_surface(bits)
    picture = np.empty(surface.shape, np.int64)
    picture[surface.rows, surface.columns] = surface.y
    assert surface.shape == shape
    assert np.array_equal(picture, surface.y.reshape(surface.shape))


def test_the_paper_s_surface_has_350_seen_and_674_unseen_points() -> None:
    task = SurfaceTask()
    seen, data = task.seen(), task.sample()
    surface = parity_surface()
    assert seen.sum() == len(data.train) == 350
    assert len(data.test) == 674
    assert data.validation is None
    assert np.array_equal(data.train.x, surface.x[seen])
    assert np.array_equal(data.test.x, surface.x[~seen])
    assert np.array_equal(data.test.y, surface.y[~seen])


def test_the_seed_chooses_the_points() -> None:
    assert np.array_equal(SurfaceTask(seed=3).seen(), SurfaceTask(seed=3).seen())
    assert not np.array_equal(SurfaceTask(seed=3).seen(), SurfaceTask(seed=4).seen())


@pytest.mark.parametrize(
    ("bits", "train_size", "message"),
    [
        (3, 2, "from 4 to 12; 3 was given"),
        (13, 2, "13 was given"),
        (10, 1024, "from 1 to 1,023; 1,024 was given"),
        (10, 0, "0 was given"),
    ],
)
def test_a_surface_that_cannot_be_is_named(bits: int, train_size: int, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        SurfaceTask(bits, train_size)
