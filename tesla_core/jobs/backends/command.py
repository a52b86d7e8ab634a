"""The command of an attempt: the one a person would type to go on with the run in its folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from tesla_core.jobs.store.job import Job

Command = Callable[[Job, Sequence[str]], list[str]]
"""From a job and the GPUs it was given to the words of a command line."""


def runner_command(job: Job, gpus: Sequence[str] = (), python: str = sys.executable) -> list[str]:
    """`python -m tesla_core run <experiment> --resume FOLDER --device D [--gpus N]`."""
    request = job.request
    words = [python, "-m", "tesla_core", "run", request.spec.experiment, "--resume", str(job.folder)]
    words += ["--device", device_of(job, gpus)]
    return [*words, "--gpus", str(request.gpus)] if request.gpus > 1 else words


def device_of(job: Job, gpus: Sequence[str]) -> str:
    """A job sees only the GPUs it was given, counted from 0; without any, "auto" is the CPU."""
    if gpus:
        return "cuda"
    return "cpu" if job.request.device == "auto" else job.request.device
