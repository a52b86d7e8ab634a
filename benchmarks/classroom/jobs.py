"""Two busy jobs beside a class: what they take of the machine, and what the class still gets."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from benchmarks.classroom.load import Class, follow, scrub
from benchmarks.classroom.people import Someone
from benchmarks.live.site import processor_seconds
from tesla_core.jobs.backends.slots import cpu_slots
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
    """The class follows and is scrubbed while jobs train, which the app's own supervisor starts: as many of the two as
    this host has slots, the other one waits."""
    slots = cpu_slots()
    with Store(Home(home)) as store:
        jobs = store.submit([Request(ParitySpec(epochs=100_000, seed=seed), device="cpu") for seed in range(JOBS)])
        try:
            await _until(lambda: sum(job.progress.beat > 1 for job in store.active()) >= min(JOBS, slots))
            running = [psutil.Process(process.pid) for process in _processes(store)]
            paid, since = sum(map(processor_seconds, running)), time.monotonic()
            followed = await follow(held, leader, seconds, app, engine)
            scrubbed = await scrub(held, leader, epochs)
            cores = (sum(map(processor_seconds, running)) - paid) / (time.monotonic() - since)
        finally:
            for job in jobs:
                store.request_cancel(job.id)
            for process in _processes(store):
                process.send(signal.SIGKILL)
    taken = {"slots": slots, "jobs_cores": float(f"{cores:.3g}"), "cores_a_slot": float(f"{cores / slots:.3g}")}
    return {"jobs": JOBS, **taken, "follow": followed, "scrub": scrubbed}


def _processes(store: Store) -> list[Any]:
    return [process for job in store.active() if job.attempt for process in members(job.attempt.token)]


async def _until(holds: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise SystemExit("The jobs did not start in time.")
        await asyncio.sleep(0.5)
