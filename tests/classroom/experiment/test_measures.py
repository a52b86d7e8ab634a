"""What is measured of a run comes from its kind's own numbers."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.classroom.experiment.measures import find_measure, learned, measures_of
from tesla_core.errors import TeslaError
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.parity.surface import SurfaceTask

PARITY = LiveSpec(SurfaceTask(), (ModelSpec(),)).kind
EQUATION = LiveSpec(BurgersTask(), (ModelSpec(),), resolution=16).kind
HISTORY = np.array(
    [[0.7, 0.5, 0.7, 0.52], [0.5, 0.8, 0.6, 0.91], [0.4, 1.0, 0.6, 0.95], [0.3, 1.0, 0.6, 0.93]], np.float32
)
"""Four epochs of training loss, training accuracy, test loss and test accuracy."""


@pytest.mark.parametrize(
    ("name", "score"),
    [("test_accuracy.end", 0.93), ("test_accuracy.best", 0.95), ("train_accuracy.end", 1.0), ("reached", 2.0)],
)
def test_a_score_is_what_its_name_says(name: str, score: float) -> None:
    """The chart's point stands at the number that the teacher chose."""
    assert find_measure(PARITY, name).score(HISTORY) == pytest.approx(score, abs=1e-6)


def test_nothing_is_reached_by_who_never_got_there() -> None:
    """Who never was right on 90% has no epoch at which it was; its point is not drawn at zero."""
    assert find_measure(PARITY, "reached").score(HISTORY[:1]) is None
    assert find_measure(PARITY, "test_accuracy.end").score(HISTORY[:0]) is None


def test_numbers_that_blew_up_are_no_score() -> None:
    """A run whose loss exploded has no accuracy at the end, and its best one is that of before."""
    broken = HISTORY.copy()
    broken[3] = np.nan
    assert find_measure(PARITY, "test_accuracy.end").score(broken) is None
    assert find_measure(PARITY, "test_accuracy.best").score(broken) == pytest.approx(0.95, abs=1e-6)


def test_learned_is_said_where_right_answers_are_counted() -> None:
    """The count of those who learned is of 90% right; an equation has none, its error has no such line."""
    assert learned(PARITY, HISTORY) is True
    assert learned(PARITY, HISTORY[:1]) is False
    assert learned(EQUATION, HISTORY) is None
    assert "reached" not in {one.name for one in measures_of(EQUATION)}


def test_the_best_error_is_the_least() -> None:
    """Of an equation less is better."""
    (best,) = (one for one in measures_of(EQUATION) if one.when == "best")
    assert not best.rises
    assert best.score(HISTORY) == pytest.approx(0.52, abs=1e-6)


@pytest.mark.parametrize("name", ["", None, 4, "test_loss.when", ["reached"]])
def test_a_measure_that_is_none_is_refused_with_those_there_are(name: object) -> None:
    """Whatever a page asks to be measured, the teacher reads what can be."""
    with pytest.raises(TeslaError, match=r"Choose one of: test_accuracy\.end"):
        find_measure(PARITY, name)
