"""What an attempt's end means for its job: done, over, or another try. Pure decisions, nothing is touched here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tesla_core.jobs.backends.contract import MISTAKE, NOT_THE_JOBS_FAULT, SUCCEEDED, Exit
from tesla_core.jobs.store.changes import failures_after
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import State
from tesla_core.jobs.supervisor.timing import Timing


class Wish(Enum):
    """Why the supervisor asked an attempt to stop, if it did. A later one in this list overrides those before it."""

    NONE = 0
    PAUSE = 1
    """A drain, or a stop of the supervisor itself: it goes on later."""
    SILENT = 2
    """No heartbeat for too long."""
    FOLDER_GONE = 3
    CANCEL = 4


@dataclass(frozen=True)
class Verdict:
    """The job's next state (queued for another try after `delay` seconds) and why, in one plain sentence."""

    state: State
    reason: str = ""
    failure: bool = False
    delay: float = 0.0


def judge(end: Exit, wish: Wish, job: Job, reached: float, settings: Timing) -> Verdict:
    """The verdict on a job whose attempt has ended.

    reached: the place of the checkpoint in the folder now; job.reached is where it was at the failure before. Failures
    are counted in a row without progress, so that a job that gets on has its tries again.
    """
    if end.kind == SUCCEEDED:
        return Verdict(State.SUCCEEDED)
    if wish is Wish.CANCEL:
        return Verdict(State.CANCELLED)
    if wish is Wish.FOLDER_GONE:
        return Verdict(State.LOST, f"Its folder {job.folder} is gone.")
    if end.kind == "unknown":
        return Verdict(State.LOST, end.reason)
    if end.kind == MISTAKE:
        return Verdict(State.FAILED, end.reason)
    if wish is Wish.PAUSE:
        return Verdict(State.QUEUED, "Paused; it goes on from its checkpoint.")
    reason = end.reason
    if wish is Wish.SILENT:
        reason = "It gave no sign of life for too long, and was ended."
    elif end.kind in NOT_THE_JOBS_FAULT:
        return Verdict(State.QUEUED, reason, delay=settings.first_backoff)
    failures = failures_after(job.failures, job.reached, reached)
    if failures > job.request.retries:
        tries = "once" if failures == 1 else f"{failures} times in a row without getting further"
        return Verdict(State.FAILED, f"{reason} It failed {tries}.", failure=True)
    return Verdict(State.QUEUED, reason, failure=True, delay=settings.backoff(failures))
