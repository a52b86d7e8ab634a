"""A sum of sinusoids, found as one: as many as there are, and exact to what single precision leaves."""

from __future__ import annotations

from tesla_core.experiments.specialist import finished
from tesla_core.problems.signal.specialist import SPECIALIST
from tesla_core.problems.signal.task import RegressionTask


def test_the_sinusoids_are_found_from_two_hundred_points() -> None:
    found = finished(SPECIALIST.solving(RegressionTask(20, 200, 500)))
    assert found.numbers["components"] == 20
    assert (found.numbers["test_loss"] or 1.0) < 1e-11


def test_how_many_are_taken_is_decided_by_training_points_set_aside() -> None:
    found = finished(SPECIALIST.solving(RegressionTask(5, 170, 100)))
    assert found.numbers["components"] == 5
    assert all({"components", "validation_loss"} == set(record) for record in found.history)
