"""The soak itself: one kill after the other, what is measured at each, and the look at everything when it is over."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.soak import ends
from benchmarks.soak.above import keep_above
from benchmarks.soak.draw import Kill, draw
from benchmarks.soak.figures import LIMIT, Figures
from benchmarks.soak.host import Host
from benchmarks.soak.recovery import Recovery
from benchmarks.soak.sight import Sight
from benchmarks.soak.victims import Victim, all_of, find, supervisor_of
from benchmarks.soak.viewers import everybody
from benchmarks.soak.work import Feeder, run_baselines
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store

LOOK_SECONDS = 0.05
JOBS_LOOK_SECONDS = 0.3
PATIENCE = 60.0  # seconds for all to be back; past them the soak goes on, with a failure more
VICTIM_PATIENCE = 20.0  # for a process of the kind that was drawn to be there
JOBS_PATIENCE = 900.0  # for the last jobs, after the last kill
WRITE_EVERY = 10  # kills


async def soak(folder: Path, figures: Figures, seconds: float, out: Path) -> None:
    """All of it. folder: empty; for everything that is written."""
    host = Host(folder)
    keeping = asyncio.create_task(keep_above(host.home.path)) if figures.above_others else None
    try:
        await _soak(host, figures, seconds, out)
    finally:
        if keeping is not None:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)


async def _soak(host: Host, figures: Figures, seconds: float, out: Path) -> None:
    deadline = time.monotonic() + seconds
    whole = await run_baselines(host, host.folder / "whole")
    print(f"{len(whole)} uninterrupted runs are there after {time.monotonic() - figures.began:.0f} s", flush=True)
    with Store(host.home) as store:
        feeder = Feeder(store, figures.seed)
        feeder.fill()
        async with host.running(), everybody(host) as (sights, page):
            await _until(lambda: supervisor_of(host) is not None, PATIENCE)
            killer = Killer(host, store, feeder, sights, figures)
            await killer.kill_all(deadline, out)
            print(f"{figures.kills.total()} kills are done; the last jobs go on", flush=True)
            if not await _until(lambda: not feeder.unfinished, JOBS_PATIENCE, 0.5):
                figures.failures.append(
                    f"{feeder.unfinished} jobs were not done {JOBS_PATIENCE:g} s after the last kill"
                )
            figures.failures += [f"the page: {text}" for text in await page.exceptions()]
            figures.frames = {sight.name: sight.frames for sight in sights}
        jobs = [store.get(job.id) for job in store.list(limit=-1)]
        figures.jobs = {str(state): count for state, count in store.counts().items() if count}
        figures.attempts = sum(job.attempts for job in jobs)
        figures.failures += ends.wrong_jobs(jobs, feeder.submitted, whole)
    figures.app_starts = host.starts
    await _end_supervisor(host)
    await _until(lambda: not all_of(host.home.path), LIMIT)
    figures.failures += [f"process {process.pid} is left" for process in all_of(host.home.path)]
    for process in all_of(host.home.path):
        process.send(signal.SIGKILL)
    figures.failures += ends.damage(host.home)
    figures.failures += [f"left behind: {path}" for path in ends.left_behind(host.home, host.temporary)]
    figures.finished = figures.kills.total() >= figures.wanted


class Killer:
    """Kills what is drawn, and measures."""

    def __init__(self, host: Host, store: Store, feeder: Feeder, sights: list[Sight], figures: Figures) -> None:
        self._host, self._store, self._feeder, self._sights, self._figures = host, store, feeder, sights, figures
        self._waiting: Recovery | None = None
        self._killed_jobs: dict[str, tuple[str, float]] = {}  # the token and the time
        self._looked_at_jobs = float("-inf")

    async def kill_all(self, deadline: float, out: Path) -> None:
        """As many as are wanted, or until the deadline."""
        figures = self._figures
        for kill in draw(figures.seed):
            if figures.kills.total() >= figures.wanted or time.monotonic() > deadline:
                break
            if not kill.at_once:
                await self._settle()
            await self._pass(kill.pause)
            await self._kill(kill)
            self._feeder.fill()
            if figures.kills.total() % WRITE_EVERY == 0:
                figures.frames = {sight.name: sight.frames for sight in self._sights}
                figures.write(out)
                print(f"{figures.kills.total()} kills, {len(figures.failures)} failures", flush=True)
        await self._settle()
        if figures.kills.total() < figures.wanted:
            figures.failures.append(
                f"only {figures.kills.total()} of {figures.wanted} kills in the time that was given"
            )

    async def _kill(self, kill: Kill) -> None:
        victims: list[Victim] = []

        def seek() -> bool:
            victims[:] = find(kill.kind, self._host, self._store)
            return bool(victims)

        if not await self._watching(seek, VICTIM_PATIENCE):
            if kill.kind != "job":  # of jobs there may be none for a while: they wait for their next try
                self._figures.failures.append(f"no {kill.kind} was there for {VICTIM_PATIENCE:g} s")
            return
        victim = victims[int(kill.which * len(victims))]
        about = f"kill {self._figures.kills.total() + 1} ({kill.kind}{', at once' if kill.at_once else ''})"
        recovery = Recovery.after(kill.kind, about, self._host, victim.process, self._sights, self._waiting)
        if not victim.process.send(signal.SIGKILL):
            return
        self._figures.kills[kill.kind] += 1
        if kill.kind == "job":
            self._killed_jobs[victim.job] = victim.token, time.monotonic()
            if self._waiting is not None:
                return  # what is waited for does not depend on jobs
        elif self._waiting is not None:
            self._figures.overtaken[self._waiting.kind] += 1
        self._waiting = recovery

    def _look(self) -> None:
        """Write down who is back, and which jobs go on."""
        waiting, now = self._waiting, time.monotonic()
        if waiting is not None and not waiting.missing:
            self._figures.recovered(waiting.kind, waiting.seconds, waiting.about)
            self._waiting = None
        if now - self._looked_at_jobs < JOBS_LOOK_SECONDS or not self._killed_jobs:
            return
        self._looked_at_jobs = now
        for job, (token, at) in list(self._killed_jobs.items()):
            found = self._store.get(job)
            if found.state in FINISHED or (found.state is State.RUNNING and found.token != token):
                self._figures.restarts.append(now - at)
                del self._killed_jobs[job]

    async def _settle(self) -> None:
        """Until all are back."""
        if not await self._watching(lambda: self._waiting is None, PATIENCE) and self._waiting is not None:
            missing = ", ".join(self._waiting.missing)
            self._figures.failures.append(f"{self._waiting.about}: not back after {PATIENCE:g} s: {missing}")
            self._waiting = None

    async def _pass(self, seconds: float) -> None:
        await self._watching(lambda: False, seconds)

    async def _watching(self, happens: Callable[[], bool], seconds: float) -> bool:
        """Wait, and look all the time at who is back."""
        deadline = time.monotonic() + seconds
        while True:
            self._look()
            if happens():
                return True
            if time.monotonic() >= deadline:
                return False
            await asyncio.sleep(min(LOOK_SECONDS, max(0.0, deadline - time.monotonic())))


async def _until(happens: Callable[[], bool], seconds: float, look: float = LOOK_SECONDS) -> bool:
    deadline = time.monotonic() + seconds
    while not happens():
        if time.monotonic() >= deadline:
            return False
        await asyncio.sleep(look)
    return True


async def _end_supervisor(host: Host) -> None:
    supervisor = supervisor_of(host)
    if supervisor is not None:
        supervisor.send(signal.SIGTERM)
        await _until(lambda: not supervisor.alive, PATIENCE)
