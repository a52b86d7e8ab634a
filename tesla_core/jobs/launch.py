"""Everything that must be on the disk before an attempt's process starts."""

from __future__ import annotations

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.files import write_atomically
from tesla_core.jobs.job import Attempt, Job
from tesla_core.jobs.states import State


class FolderGone(TeslaError):  # noqa: N818
    """The folder of a job that has run before is not there."""


def prepare(job: Job, attempt: Attempt) -> None:
    """Make the run's folder for the first attempt, and write the token that makes every older attempt stale."""
    folder = RunFolder(job.folder)
    if not folder.spec_file.is_file():
        if _has_run(job):
            raise FolderGone(f"Its folder {job.folder} is gone.")
        folder = RunFolder.create(job.folder, job.request.spec)
    write_atomically(folder.token_file, f"{attempt.token}\n".encode())


def _has_run(job: Job) -> bool:
    """Whether there should be a folder: a person who retries a lost job knows that there is none."""
    ended = [row for row in job.attempt_log if row.outcome]
    return bool(ended) and ended[-1].outcome != State.LOST
