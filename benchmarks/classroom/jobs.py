"""Two busy jobs beside a class: what they take, and what the class still gets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from benchmarks.classroom.load import Class, follow, scrub
from benchmarks.classroom.people import Someone
from benchmarks.live.site import processor_seconds
from tesla_core.jobs.processes import members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.store import Store
from tesla_core.problems.parity.experiment import ParitySpec

JOBS = 2
PATIENCE = 300.0


async def two_jobs(
    home: Path,
    held: Class,
    leader: Someone,
    epochs: Sequence[float],
    seconds: float,
    app: psutil.Process,
    engine: psutil.Process,
) -> dict[str, Any]:
    """The class follows and is scrubbed while the jobs train, which the app's own supervisor starts."""
    with Store(Home(home)) as store:
        jobs = store.submit([Request(ParitySpec(epochs=100_000, seed=seed), device="cpu") for seed in range(JOBS)])
        deadline = time.monotonic() + PATIENCE
        while sum(job.progress.beat > 1 for job in store.active()) < JOBS:
            if time.monotonic() > deadline:
                raise SystemExit("The jobs did not start in time.")
            await asyncio.sleep(0.5)
        running = [
            psutil.Process(process.pid)
            for job in store.active()
            if job.attempt
            for process in members(job.attempt.token)
        ]
        paid, since = sum(map(processor_seconds, running)), time.monotonic()
        followed = await follow(held, leader, seconds, app, engine)
        scrubbed = await scrub(held, leader, epochs)
        cores = (sum(map(processor_seconds, running)) - paid) / (time.monotonic() - since)
        for job in jobs:
            store.request_cancel(job.id)
        while store.active() and time.monotonic() < deadline + PATIENCE:
            await asyncio.sleep(0.5)
    return {"jobs": JOBS, "jobs_cores": float(f"{cores:.3g}"), "follow": followed, "scrub": scrubbed}
