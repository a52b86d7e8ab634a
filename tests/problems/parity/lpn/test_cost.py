"""The price of LPN as the card tells it, held to the runs that ship here."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isfinite

import pytest

from tesla_core.experiments.results import Result, shipped_results
from tesla_core.experiments.view import TableView
from tesla_core.paper.aside import aside_at
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.lpn.cost import (
    TABLES,
    YEAR,
    MeasuredSecret,
    by_specialist,
    cost_aside,
    duration,
    fitted,
    measured_secrets,
    tell,
)
from tesla_core.problems.parity.views import VIEWS
from tesla_core.problems.registry import asides_of

WIDE = ParitySpec(
    noise=0.1, depth=1, width=256, harmonics=4, init="uniform(3.14)", bits=16, secret_weight=8, train_size=1000
)


def result(spec: ParitySpec, accuracies: list[float], seconds: float | None = None) -> Result:
    history = [{"epoch": number, "validation_accuracy": each} for number, each in enumerate(accuracies, start=1)]
    numbers = {"test_accuracy": accuracies[-1], "chosen_epoch": len(accuracies)}
    return Result(replace(spec, epochs=len(accuracies)), numbers, tuple(history), seconds)


@pytest.fixture(scope="module")
def shipped() -> list[MeasuredSecret]:
    return measured_secrets(result for name in TABLES for result in shipped_results(name))


def test_a_run_says_between_which_epochs_it_learned() -> None:
    learned, never = measured_secrets([result(WIDE, [0.5, 0.5, 0.9], 7.68), result(replace(WIDE, seed=1), [0.5, 0.5])])
    assert (learned.before, learned.by) == (2000, 3000)
    assert learned.seconds_each == pytest.approx(1e-5)
    assert (never.before, never.by) == (2000, inf)
    assert learned.observation.before / learned.observation.by == pytest.approx(2 / 3)


def test_without_a_history_the_chosen_epoch_is_what_is_known() -> None:
    """Older files keep no epochs; such a run must not be read as one that never learned."""
    (one,) = measured_secrets([Result(WIDE, {"test_accuracy": 0.9, "chosen_epoch": 9})])
    assert (one.before, one.by) == (0, 9000)


def test_only_networks_with_counted_tickets_are_read() -> None:
    others = [
        replace(WIDE, activation="relu"),
        replace(WIDE, init="rademacher"),
        replace(WIDE, secret_weight=0),
        replace(WIDE, noise=0.2),
    ]
    assert measured_secrets([result(spec, [0.9]) for spec in others]) == []


def test_the_law_agrees_with_most_of_the_runs_that_ship(shipped: list[MeasuredSecret]) -> None:
    """The number in the text is a fit; if runs speak against it, the text has to say so, and it must not be most."""
    law = fitted(shipped)
    wide = [one for one in shipped if one.depth == 1]
    assert isfinite(law.needed)
    assert law.runs == len(wide) >= 4
    assert len(law.against) <= len(wide) / 3
    text = "\n".join(cost_aside().paragraphs)
    assert all(one.name in text for one in law.against)


def test_where_the_law_fails_is_said(shipped: list[MeasuredSecret]) -> None:
    """Runs of two layers that learn without a ticket in the first stand beside the law."""
    lucky = [one for one in shipped if one.depth > 1 and not one.clear and one.learned]
    assert lucky
    text = "\n".join(tell(shipped, {}).paragraphs)
    assert f"{len(lucky)} of them learned" in text


def test_rows_reach_to_64_bits_and_a_time_needs_a_measurement() -> None:
    timed = tell(measured_secrets([result(WIDE, [0.5, 0.9], 1.0)]), {64: 0.012})
    assert [row["bits"] for row in timed.rows] == [28, 30, 32, 40, 64]
    assert timed.rows[-1]["specialist"] == "12 ms"
    assert timed.rows[0]["specialist"] == "not measured"
    assert "years" in str(timed.rows[-1]["one core"])
    untimed = tell(measured_secrets([result(WIDE, [0.5, 0.9])]), {})
    assert "one core" not in untimed.rows[0]
    assert "not measured" in untimed.paragraphs[-1]
    assert "not measured" in "\n".join(tell([], {}).paragraphs)


def test_the_specialists_times_are_those_measured() -> None:
    times = by_specialist(result for name in TABLES for result in shipped_results(name))
    assert {24, 27, 28, 64} <= set(times)
    assert max(times.values()) < 0.5


def test_card_and_table_tell_the_same() -> None:
    (view,) = [one for one in VIEWS if isinstance(one, TableView) and one.table == "lpn"]
    assert asides_of("s5.6-lpn-27") == [view.aside]
    assert aside_at(view.aside) == cost_aside()


def test_durations() -> None:
    seconds = (0.0064, 27, 462, 133_200, 5e5, 88_000 * YEAR)
    told = ["6.4 ms", "27 s", "7.7 min", "37 h", "5.8 days", "88,000 years"]
    assert [duration(one) for one in seconds] == told
