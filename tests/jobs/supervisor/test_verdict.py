"""What the end of an attempt means for its job."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.jobs.backends.contract import KINDS, NOT_THE_JOBS_FAULT, Exit, Status
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.states import State
from tesla_core.jobs.supervisor.timing import Timing
from tesla_core.jobs.supervisor.verdict import Wish, judge
from tests.jobs.light import SPEC

JOB = Job("1", State.RUNNING, Request(SPEC, retries=2), created=0.0, folder=Path("runs/000001"))
SETTINGS = Timing()


def crash(job: Job = JOB, reached: float = 0.0) -> tuple[State, bool]:
    verdict = judge(Exit(-9, "crash", "killed."), Wish.NONE, job, reached, SETTINGS)
    return verdict.state, verdict.failure


@given(kind=st.sampled_from(sorted(KINDS)), failures=st.integers(0, 5), reached=st.floats(0, 9))
def test_a_cancelled_job_is_never_queued_again(kind: str, failures: int, reached: float) -> None:
    """However its end comes about: a person said stop. Only a result that was there already counts."""
    verdict = judge(Exit(1, kind, "why"), Wish.CANCEL, replace(JOB, failures=failures), reached, SETTINGS)
    assert verdict.state is (State.SUCCEEDED if kind == "succeeded" else State.CANCELLED)


@pytest.mark.parametrize("kind", sorted(NOT_THE_JOBS_FAULT))
def test_what_is_not_the_jobs_fault_costs_no_try(kind: str) -> None:
    """A machine's death, a stop by hand, a node that went away: the job goes on, however often."""
    verdict = judge(Exit(None, kind, "why"), Wish.NONE, replace(JOB, failures=2), 0.0, SETTINGS)
    assert (verdict.state, verdict.failure) == (State.QUEUED, False)


def test_failures_in_a_row_are_counted_and_progress_starts_the_count_anew() -> None:
    assert crash() == (State.QUEUED, True)
    assert crash(replace(JOB, failures=1)) == (State.QUEUED, True)
    assert crash(replace(JOB, failures=2)) == (State.FAILED, True)
    assert crash(replace(JOB, failures=2, reached=1.5), reached=1.6) == (State.QUEUED, True)
    assert crash(replace(JOB, failures=2, reached=1.5), reached=1.5) == (State.FAILED, True)


def test_a_pause_costs_nothing_and_a_silence_does() -> None:
    paused = judge(Exit(-9, "crash", "killed."), Wish.PAUSE, replace(JOB, failures=2), 0.0, SETTINGS)
    assert (paused.state, paused.failure, paused.delay) == (State.QUEUED, False, 0.0)
    silent = judge(Exit(130, "interrupted", "asked"), Wish.SILENT, replace(JOB, failures=2), 0.0, SETTINGS)
    assert (silent.state, silent.failure) == (State.FAILED, True)


def test_what_nobody_knows_is_lost_and_what_is_wrong_fails_at_once() -> None:
    assert judge(Exit(None, "unknown", "the cluster forgot it"), Wish.NONE, JOB, 0.0, SETTINGS).state is State.LOST
    assert judge(Exit(2, "mistake", "bits"), Wish.NONE, JOB, 5.0, SETTINGS).state is State.FAILED


def test_waits_double_up_to_a_limit() -> None:
    assert [SETTINGS.backoff(failures) for failures in (0, 1, 2, 3, 8, 1000)] == [0.0, 0.5, 1.0, 2.0, 60.0, 60.0]


def test_settings_come_from_the_environment() -> None:
    settings = Timing(silence=7.5, idle_exit=1.0)
    variables = {"TESLA_LAB_JOBS_SILENCE": "7.5", "TESLA_LAB_JOBS_IDLE_EXIT": "1"}
    assert Timing.from_environment(variables) == settings
    for wrong in ({"TESLA_LAB_JOBS_SILENCE": "long"}, {"TESLA_LAB_JOBS_SILENCE": "-1"}):
        with pytest.raises(TeslaError, match="TESLA_LAB_JOBS_"):
            Timing.from_environment(wrong)


def test_a_status_is_either_alive_or_over() -> None:
    """A backend that contradicts itself is caught where it does, not three steps later."""
    with pytest.raises(ValueError, match="either alive or has an exit"):
        Status(alive=False)
    with pytest.raises(ValueError, match="no way for an attempt to end"):
        Exit(1, "tired", "")
