"""Epochs a second of a viewer of twelve panels beside two busy jobs, against the same viewer alone.

    python -m benchmarks.live.beside_jobs [--turns 6] [--seconds 8] [--share 0.1] [--plain]

The two jobs run under a supervisor of their own home, as launched by anybody. In every other window they are stopped
(SIGSTOP), so that what else the machine does weighs on both kinds of windows alike; run as root, all are put above it.
`--plain` starts them as before the class came first: no niceness, no pauses.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
import time
from contextlib import suppress
from statistics import median
from typing import Any

import psutil

from benchmarks.live.engine_speed import EngineViewer
from benchmarks.live.site import report
from tesla_core.data_folder import VARIABLE
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.class_first import NICENESS
from tesla_core.jobs.processes import members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.supervisor import Supervisor
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

JOBS = 2


async def measure(home: Home, turns: int, seconds: float, niceness: int) -> dict[str, Any]:
    spec = LiveSpec(ToyTask("spiral"), default_panels(), Settings(epochs=5000, batch=100))
    service, alone, beside, worked = LiveService(), [], [], []
    supervisor = Supervisor(home, slots=Slots(JOBS))
    for seed in range(JOBS):
        supervisor.store.submit([Request(ParitySpec(epochs=100_000, seed=seed), device="cpu")])
    try:
        async with service.lifespan():
            viewer = EngineViewer(service, spec)
            watching = asyncio.create_task(viewer.watch())
            ticking = asyncio.create_task(keep_ticking(supervisor))
            while not viewer.frames or sum(job.progress.beat > 2 for job in supervisor.store.active()) < JOBS:
                await asyncio.sleep(0.2)
            jobs = [psutil.Process(process.pid) for process in processes(supervisor)]
            engine = psutil.Process(service.client().status().pid)
            for process in (psutil.Process(), engine, *jobs):
                above_others(process.pid, niceness if process in jobs else 0)
            viewer.send(type="play")
            for turn in range(turns + 1):
                for stopped in (True, False) if turn % 2 else (False, True):
                    for job in jobs:
                        job.send_signal(signal.SIGSTOP if stopped else signal.SIGCONT)
                    await asyncio.sleep(1.0)
                    paid, jobs_paid = paid_by(engine), sum(map(paid_by, jobs))
                    start, head = time.monotonic(), viewer.head
                    await asyncio.sleep(seconds)
                    wall = time.monotonic() - start
                    pace = ((viewer.head - head) / wall, (paid_by(engine) - paid) / wall)
                    if turn:  # the first warms up
                        (alone if stopped else beside).append(pace)
                        worked += [] if stopped else [(sum(map(paid_by, jobs)) - jobs_paid) / wall]
            watching.cancel()
            ticking.cancel()
    finally:
        for process in processes(supervisor):
            process.send(signal.SIGKILL)
        supervisor.close()
    return {
        "alone_epochs_a_second": median(pace for pace, _ in alone),
        "beside_epochs_a_second": median(pace for pace, _ in beside),
        "kept": median(two[0] / one[0] for one, two in zip(alone, beside, strict=True)),
        "kept_of_all": sum(pace for pace, _ in beside) / sum(pace for pace, _ in alone),
        "engine_processor_kept": sum(paid for _, paid in beside) / sum(paid for _, paid in alone),
        "jobs_processors": median(worked),
        "load": os.getloadavg()[0],
        "turns": turns,
    }


def processes(supervisor: Supervisor) -> list[Any]:
    return [process for job in supervisor.store.active() if job.attempt for process in members(job.attempt.token)]


def above_others(pid: int, niceness: int) -> None:
    """Where the kernel weighs sessions: put this one above all other programs, `niceness` below the best."""
    with suppress(OSError), open(f"/proc/{pid}/autogroup", "w") as group:
        group.write(str(niceness - 20))


def paid_by(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


async def keep_ticking(supervisor: Supervisor) -> None:
    while True:
        await asyncio.to_thread(supervisor.tick)
        await asyncio.sleep(0.2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--share", type=float, default=0.1, help="of the time that jobs keep")
    parser.add_argument("--plain", action="store_true", help="jobs as they were before: no niceness, no pauses")
    options = parser.parse_args()
    os.environ["TESLA_LAB_JOB_SHARE"] = "1" if options.plain else str(options.share)
    if options.plain:
        from tesla_core.jobs.backends import local

        local.step_back = lambda pid: None
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        home = Home(folder)
        with Store(home):
            data = asyncio.run(measure(home, options.turns, options.seconds, 0 if options.plain else NICENESS))
    rows = [
        ("alone, epochs/s of twelve panels", f"{data['alone_epochs_a_second']:.1f}"),
        (f"beside {JOBS} jobs", f"{data['beside_epochs_a_second']:.1f}"),
        ("kept, median of turns", f"{data['kept']:.0%}"),
        ("kept, all turns together", f"{data['kept_of_all']:.0%}"),
        ("the jobs' processors", f"{data['jobs_processors']:.2f}"),
        ("load of the machine", f"{data['load']:.1f}"),
    ]
    report("A viewer beside jobs" + (", jobs as they were before" if options.plain else ""), rows, data)


if __name__ == "__main__":
    main()
