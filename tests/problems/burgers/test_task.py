"""Points of the PINN: inside, at the start and at both ends, where the problem says what u is."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.problems.burgers.task import BurgersTask


def test_points_are_where_they_belong_with_the_values_given_there() -> None:
    points = BurgersTask(samples=500, initial=40, boundary=31).sample()
    t, x = points.inside.T
    assert points.inside.shape == (500, 2)
    assert (t.min() >= 0, t.max() <= 1, x.min() >= -1, x.max() <= 1) == (True,) * 4
    start = points.given["initial"]
    assert not start.x[:, 0].any()
    np.testing.assert_allclose(start.y[:, 0], -np.sin(np.pi * start.x[:, 1]), atol=1e-6)
    assert sorted(np.unique(points.given["boundary"].x[:, 1])) == [-1, 1]
    assert not points.given["boundary"].y.any()


def test_no_stretch_of_time_or_space_is_left_out() -> None:
    inside = BurgersTask(samples=100).sample().inside
    for column in (inside[:, 0], (inside[:, 1] + 1) / 2):
        np.testing.assert_array_equal(np.histogram(column, bins=10, range=(0, 1))[0], np.full(10, 10))


def test_a_seed_decides_the_points() -> None:
    assert np.array_equal(BurgersTask(seed=3).sample().inside, BurgersTask(seed=3).sample().inside)
    assert not np.array_equal(BurgersTask(seed=3).sample().inside, BurgersTask(seed=4).sample().inside)


def test_fresh_points_are_others_in_every_epoch_and_the_same_again_when_asked() -> None:
    fixed, fresh = BurgersTask(samples=50), BurgersTask(samples=50, points="fresh")
    np.testing.assert_array_equal(fixed.inside(7), fixed.inside(0))
    np.testing.assert_array_equal(fresh.inside(0), fixed.inside(0))
    np.testing.assert_array_equal(fresh.inside(7), fresh.inside(7))
    assert not np.array_equal(fresh.inside(7), fresh.inside(8))


def test_the_grid_is_the_exact_solution_point_by_point() -> None:
    grid = BurgersTask().solution(across=3, upwards=5)
    points = grid.points()
    assert points.x.shape == (15, 2)
    np.testing.assert_allclose(points.y.reshape(3, 5), grid.u, atol=1e-6)
    np.testing.assert_allclose(points.x[7], [0.5, 0.0])
    np.testing.assert_allclose(grid.u[0], -np.sin(np.pi * grid.upwards), atol=1e-12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 0}, "Collocation points must be from 1"),
        ({"initial": 0}, "initial condition must be from 1"),
        ({"boundary": 1}, "boundary conditions must be from 2"),
        ({"points": "new"}, "Unknown kind of collocation points 'new'. Choose one of: fixed, fresh"),
        ({"viscosity": 0.0}, "Viscosity ν must be from 0.002"),
    ],
)
def test_what_makes_no_sense_is_told(options: dict, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        BurgersTask(**options)
