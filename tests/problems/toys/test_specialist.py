"""Points in the plane by neighbours and Gaussian kernels, chosen without a look at the test."""

from __future__ import annotations

import pytest

from tesla_core.experiments.specialist import finished
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.specialist import SPECIALIST
from tesla_core.problems.toys.task import ToyTask


@pytest.mark.parametrize(("name", "least"), [("spiral", 0.97), ("moons", 0.95), ("checkerboard", 0.85)])
def test_it_tells_the_classes_apart(name: str, least: float) -> None:
    found = finished(SPECIALIST.solving(ToyTask(name, samples=400, validation_share=0.1)))
    assert (found.numbers["test_accuracy"] or 0.0) >= least
    assert found.samples == 280


def test_points_of_a_person_are_solved_without_a_validation_split() -> None:
    """A drawing of three classes, as the Boundaries page has it."""
    points = tuple((x / 10, 0.5 * label, label) for label in range(3) for x in range(-8, 9))
    found = finished(SPECIALIST.solving(PointsTask(points)))
    assert found.numbers["test_accuracy"] == 1.0


def test_four_points_are_enough_to_ask() -> None:
    points = ((0.0, 0.0, 0), (1.0, 1.0, 1), (0.1, 0.0, 0), (0.9, 1.0, 1))
    assert finished(SPECIALIST.solving(PointsTask(points))).numbers["test_accuracy"] is not None
