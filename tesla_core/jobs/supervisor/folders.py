"""A job's folder around an attempt: what must be there before its process starts, and how far it has come after."""

from __future__ import annotations

from pathlib import Path

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.files import write_atomically
from tesla_core.jobs.store.job import Attempt, Job
from tesla_core.jobs.store.states import State
from tesla_core.jobs.worker.files import read_checkpoint_place


class FolderGone(TeslaError):  # noqa: N818
    """The folder of a job that has run before is not there."""


def prepare(job: Job, attempt: Attempt) -> None:
    """Make the run's folder if it has none yet, and write the token that makes every older attempt stale."""
    folder = RunFolder(job.folder)
    if not folder.spec_file.is_file():
        if _has_run(job):
            raise FolderGone(f"Its folder {job.folder} is gone.")
        sweep(job.folder)
        folder = RunFolder.create(job.folder, job.request.spec)
    write_atomically(folder.token_file, f"{attempt.token}\n".encode())


def _has_run(job: Job) -> bool:
    """Whether there should be a folder: some process was started, and a person did not retry the job as lost since."""
    ran = False
    for row in job.attempt_log:
        if row.outcome:
            ran = row.outcome != State.LOST and (ran or bool(row.handle))
    return ran


def sweep(folder: Path) -> None:
    """Remove what an attempt, or an earlier supervisor, left half-written when killed: for when both are gone."""
    for path in folder.glob(".*.tmp"):
        path.unlink(missing_ok=True)


def reached(folder: Path) -> float:
    """The place of the checkpoint in a folder as a number that grows with every batch: 3.5 is a batch into epoch 4.

    A checkpoint knows its batch but not how many an epoch has, so the part after the point is batch / (batch + 1).
    """
    epoch, batch = read_checkpoint_place(folder) or (0, 0)
    return epoch + batch / (batch + 1)
