"""Runs of a table that take hours: a stopped table goes on within them, and ends as if it had not been stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tesla_core.experiments import unit as units
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.unit import train_unit, unit_file
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.signal.experiment import RegressionSpec
from tests.clock import set_clock

SMALL: list[ExperimentSpec] = [
    ParitySpec(bits=8, train_size=40, width=4, epochs=3, batch=16),
    BurgersSpec(samples=30, initial=5, boundary=4, width=5, depth=2, epochs=4, evaluate_every=3),
    InrSpec(size=8, width=5, depth=2, epochs=4, evaluate_every=2, batch=30),
    RegressionSpec(train_size=160, test_size=20, width=5, depth=1, epochs=3, batch=50),
]


@pytest.mark.parametrize("spec", SMALL, ids=lambda spec: spec.experiment)
def test_a_unit_goes_on_from_its_checkpoint_to_the_same_numbers(
    spec: ExperimentSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = (spec, replace(spec, activation="relu"))
    expected = train_unit(unit)

    saved = 0

    def clock() -> float:
        nonlocal saved
        saved += 1
        if saved == 8:
            raise KeyboardInterrupt
        return 100.0 * saved

    set_clock(monkeypatch, units, monotonic=clock)
    with pytest.raises(KeyboardInterrupt):
        train_unit(unit, tmp_path, every_seconds=1.0)
    monkeypatch.undo()
    assert unit_file(tmp_path, unit).is_file()
    assert train_unit(unit, tmp_path) == expected
    assert [result.spec for result in expected] == list(unit)
    assert all(result.history and "history" not in result.numbers for result in expected)
    assert all(result.seconds and result.machine and result.versions["torch"] for result in expected)


def test_other_runs_have_another_file(tmp_path: Path) -> None:
    first, second = SMALL[:2]
    names = {unit_file(tmp_path, unit) for unit in [(first,), (second,), (first, second), (replace(first, seed=1),)]}
    assert len(names) == 4
