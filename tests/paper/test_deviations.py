"""What is not as in the paper is said once, in one place, beside the result that it concerns."""

from __future__ import annotations

import pytest

from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.view import ReportedView
from tesla_core.paper.deviation import COEFFICIENTS, INIT, OF_THE_PAPER, TUNED_ELSEWHERE, TUNING, Deviation
from tesla_core.problems.burgers import paper as burgers
from tesla_core.problems.forrelation import paper as forrelation
from tesla_core.problems.image import paper as image
from tesla_core.problems.imagenet100 import paper as imagenet100
from tesla_core.problems.parity import paper as parity
from tesla_core.problems.registry import problems
from tesla_core.problems.signal import paper as signal

SHARED = (*OF_THE_PAPER, INIT, COEFFICIENTS, TUNING, TUNED_ELSEWHERE)
OWN = (burgers, forrelation, image, imagenet100, parity, signal)


def every_deviation() -> list[Deviation]:
    return [*SHARED, *(one for module in OWN for one in module.DEVIATIONS)]


def shown() -> set[Deviation]:
    views = [view for problem in problems().values() for view in problem.views if isinstance(view, ReportedView)]
    of_views = {one for view in views for one in view.deviations}
    return of_views | {one for table in TABLES.values() for one in table.deviations}


def test_each_has_a_name_of_its_own_and_stands_beside_a_result() -> None:
    names = [one.name for one in every_deviation()]
    assert len(set(names)) == len(names)
    assert set(every_deviation()) - set(OF_THE_PAPER) == shown()


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_table_says_how_much_was_tried_for_whom(table: object) -> None:
    """A lead after twenty tries against five is another lead."""
    deviations = getattr(table, "deviations", ())
    assert "tuning" in [one.kind for one in deviations]


def test_the_effort_is_said_in_numbers() -> None:
    assert "10 to 24 settings" in str(TUNING)
    assert "at most five for any other activation" in str(TUNING)


def test_forrelations_table_says_that_it_ran_6_epochs_of_20() -> None:
    table = TABLES["forrelation"]
    assert {spec.epochs for unit in table.units() for spec in unit} == {6}
    assert forrelation.HYPERPARAMETERS.epochs == 20
    assert str(table.deviations[0]).startswith("6 epochs here, 20 in the paper")


def test_what_was_silent_is_said() -> None:
    said = {one.name: str(one) for one in every_deviation()}
    assert "{0, 1}" in said["signs-for-bits"]
    assert "1/√M" in said["normalisation"]
    assert "the weight" in said["budget-as-weight"]
    assert "0.75" in said["mobilenet-075"]
    assert "0.1 for strings of bits" in said["coefficients"]
    assert "30 epochs and K = d/4" in said["two-settings"]
    assert "the text has neither" in said["announced"]
    assert said["validation-accuracy"].startswith("The paper's numbers are validation accuracies")
    assert "15 of our 20" in said["own-signal"]
