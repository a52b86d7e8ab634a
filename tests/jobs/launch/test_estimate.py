"""If these fail, a person is told a time that has nothing to do with what happens."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.jobs.launch.estimate import START, Estimator, about, seconds_of, training_seconds
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.toys.experiment import ToysSpec


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(Home(tmp_path / "lab")) as opened:
        yield opened


def finished(store: Store, spec: ToysSpec, seconds: float) -> None:
    """A run that took so long, in two attempts."""
    (job,) = store.submit([Request(spec)])
    for last in (False, True):
        attempt = store.claim(job.id, "boot")
        assert attempt is not None
        if last:
            store.finish(job.id, attempt.token, State.SUCCEEDED)
        else:
            store.requeue(job.id, attempt.token, "drained", failure=False)
    with sqlite3.connect(store.home.database) as database:
        database.execute("UPDATE attempts SET ended = started + ? WHERE job = ?", (seconds / 2, int(job.id)))
    database.close()


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_every_experiment_has_an_estimate(experiment: str) -> None:
    assert START < seconds_of(EXPERIMENTS[experiment]()) < 86_400


def test_more_work_takes_longer() -> None:
    small = ParitySpec(bits=20, train_size=10_000, epochs=5)
    for bigger in (
        ParitySpec(bits=20, train_size=20_000, epochs=5),
        ParitySpec(bits=20, train_size=10_000, epochs=10),
        ParitySpec(bits=20, train_size=10_000, epochs=5, width=256),
        ParitySpec(bits=20, train_size=10_000, epochs=5, depth=3),
        ParitySpec(bits=20, train_size=10_000, epochs=5, batch=16),
    ):
        assert seconds_of(bigger) > seconds_of(small)
    assert training_seconds(ForrelationSpec(n=12)) > training_seconds(ForrelationSpec(n=10))


def test_what_was_measured_decides(store: Store) -> None:
    """The median: one run on a busy afternoon does not spoil it."""
    assert not Estimator(store).measured(ToysSpec())
    for seconds in (100.0, 104.0, 9000.0):
        finished(store, ToysSpec(epochs=100), seconds)
    estimator = Estimator(store)
    assert estimator.measured(ToysSpec())
    assert not estimator.measured(ParitySpec())
    assert estimator.seconds_of(ToysSpec(epochs=100)) == pytest.approx(104.0, rel=0.01)
    assert estimator.seconds_of(ToysSpec(epochs=200)) == pytest.approx(204.0, rel=0.01)
    assert estimator.seconds_of(ParitySpec()) == seconds_of(ParitySpec())
    assert seconds_of(ToysSpec(epochs=100), store) == pytest.approx(104.0, rel=0.01)


def test_many_runs_share_the_slots() -> None:
    estimator, spec = Estimator(), ToysSpec()
    one = estimator.seconds_of(spec)
    assert estimator.seconds_of_all([spec] * 10, slots=2) == pytest.approx(5 * one)
    assert estimator.seconds_of_all([spec], slots=8) == one
    assert estimator.seconds_of_all([], slots=2) == 0.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "less than a minute"),
        (50.0, "about 1 minute"),
        (100.0, "about 1.5 minutes"),
        (1234.0, "about 21 minutes"),
        (3 * 3600.0, "about 3 hours"),
        (4 * 86_400.0, "about 4 days"),
    ],
)
def test_an_estimate_claims_no_more_than_it_knows(seconds: float, words: str) -> None:
    assert about(seconds) == words


@given(st.floats(0.0, 1e12))
def test_there_are_words_for_every_time(seconds: float) -> None:
    assert about(seconds).startswith(("about ", "less than"))
