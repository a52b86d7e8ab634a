"""Forrelation by a kernel of degree two: no training, and all of it right from few pairs."""

from __future__ import annotations

import numpy as np

from tesla_core.experiments.specialist import finished
from tesla_core.problems.forrelation.specialist import SPECIALIST, scores
from tesla_core.problems.forrelation.task import ForrelationTask


def test_pairs_are_told_apart_from_some_hundred_examples() -> None:
    """n = 12 has 98.4 to 98.7% from 500 (assets/results/forrelation.jsonl); a shorter table needs fewer pairs."""
    found = finished(SPECIALIST.solving(ForrelationTask(10, 1_000, 300, 500, 11)))
    assert (found.numbers["test_accuracy"] or 0.0) >= 0.988
    assert found.history[0]["samples"] == 500


def test_how_many_pairs_are_taken_is_decided_by_validation_alone() -> None:
    """It stops at the first number whose validation is all right; the test's accuracy may be anything."""
    found = finished(SPECIALIST.solving(ForrelationTask(9, 2_000, 200, 200, 3)))
    perfect = [record["validation_accuracy"] == 1.0 for record in found.history]
    assert not any(perfect[:-1])
    assert perfect[-1] or found.samples == 2_000


def test_the_score_is_the_sum_of_products_over_all_known_pairs() -> None:
    data = ForrelationTask(4, 20, 4, 6, 0).sample()
    signs = 2 * data.train.y - 1
    f, g = (part.astype(float) for part in np.split(data.train.x, 2, axis=1))
    wanted = [sum(signs * (f @ a) * (g @ b)) for a, b in zip(*np.split(data.test.x, 2, axis=1), strict=True)]
    assert np.allclose(finished(scores(data.test.x, data.train)), wanted)
