"""The backend of tests and of debugging: `start` runs the attempt to its end before it returns."""

from __future__ import annotations

from collections.abc import Sequence

from tesla_core.jobs.backends.contract import Handle
from tesla_core.jobs.backends.local import LocalBackend
from tesla_core.jobs.job import Attempt, Job


class InlineBackend(LocalBackend):
    """One attempt after the other, in the caller's own time. Another thread may look at it and stop it meanwhile."""

    name = "inline"

    def start(self, job: Job, attempt: Attempt, gpus: Sequence[str] = ()) -> Handle:
        handle = super().start(job, attempt, gpus)
        for child in list(self._children[attempt.token]):
            child.wait()
        return handle
