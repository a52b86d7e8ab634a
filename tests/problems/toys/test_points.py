"""If these fail, a drawn or uploaded set is distorted, loses a class, or breaks the page instead of being refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.problems.toys.points import PointsTask

numbers = st.floats(-1e12, 1e12, allow_nan=False)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), min_size=4, max_size=40))
def test_any_range_is_brought_into_the_picture(places: list[tuple[float, float]]) -> None:
    task = PointsTask.from_arrays(places, ["a", "b"] * (len(places) // 2) + ["b"] * (len(places) % 2))
    x = np.array([point[:2] for point in task.points])
    assert np.abs(x).max() <= 1.0
    assert [point[2] for point in task.points[:2]] == [0, 1]


def test_every_point_is_trained_on_or_tested_and_none_twice() -> None:
    task = PointsTask.from_arrays(np.random.default_rng(0).normal(size=(50, 2)), [i % 3 for i in range(50)])
    data = task.sample()
    both = np.concatenate((data.train.x, data.test.x))
    assert (len(data.train), len(data.test), data.classes) == (35, 15, 3)
    assert sorted(map(tuple, both.tolist())) == sorted(
        map(tuple, np.array([p[:2] for p in task.points], np.float32).tolist())
    )


@pytest.mark.parametrize(
    ("x", "labels"),
    [
        ([[0, 0]] * 3, "aba"),
        ([[0, 0]] * 4, "aaaa"),
        ([[0, 0]] * 4, "aab"),
        ([[0, float("nan")]] * 4, "aabb"),
        ([[0, float("inf")]] * 4, "aabb"),
        ([[0, 0, 0]] * 4, "aabb"),
        ([[0, 0]] * 11, "abcdefghijk"),
        ([[0, 0]] * 5001, "ab" * 2500 + "a"),
    ],
    ids=["few", "one class", "labels missing", "nan", "infinite", "three columns", "eleven classes", "many"],
)
def test_what_is_no_set_of_points_is_refused(x: list[list[float]], labels: str) -> None:
    with pytest.raises(TeslaError):
        PointsTask.from_arrays(x, list(labels))
