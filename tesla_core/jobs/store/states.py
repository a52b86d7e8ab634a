"""The states of a job and the moves between them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tesla_core.errors import TeslaError


class State(StrEnum):
    """Where a job is. "lost": its folder is gone, or a backend can't say what became of it."""

    QUEUED = "queued"
    STARTING = "starting"
    RUNNING = "running"
    CANCELLING = "cancelling"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"


FINISHED = frozenset({State.SUCCEEDED, State.FAILED, State.CANCELLED, State.LOST})
ACTIVE = frozenset({State.STARTING, State.RUNNING, State.CANCELLING})  # those that have an attempt, and its token

TRANSITIONS: Mapping[State, frozenset[State]] = {
    State.QUEUED: frozenset({State.STARTING, State.CANCELLED}),
    State.STARTING: frozenset(
        {State.RUNNING, State.QUEUED, State.FAILED, State.CANCELLING, State.LOST, State.SUCCEEDED}
    ),
    State.RUNNING: frozenset({State.SUCCEEDED, State.FAILED, State.CANCELLING, State.QUEUED, State.LOST}),
    State.CANCELLING: frozenset({State.CANCELLED, State.SUCCEEDED, State.FAILED, State.LOST}),
    State.SUCCEEDED: frozenset(),
    State.FAILED: frozenset({State.QUEUED}),
    State.CANCELLED: frozenset({State.QUEUED}),
    State.LOST: frozenset({State.QUEUED}),
}


class IllegalTransition(TeslaError):  # noqa: N818
    """A move that the job's state does not allow."""

    def __init__(self, job: str, now: State, wanted: State) -> None:
        self.now, self.wanted = now, wanted
        allowed = ", ".join(state for state in State if state in TRANSITIONS[now])
        ways = f"from there it can only become {allowed}" if allowed else "that is final"
        super().__init__(f"Job {job} is {now} and can't become {wanted}: {ways}.")


def check_transition(job: str, now: State, wanted: State) -> None:
    """Refuse a move that is not in TRANSITIONS."""
    if wanted not in TRANSITIONS[now]:
        raise IllegalTransition(job, now, wanted)
