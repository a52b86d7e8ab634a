"""The processes of a host by kind, found anew each time. A signal goes to a process whose identity was seen."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.soak.host import Host
from tesla_core.jobs.processes import PROC, Process, members
from tesla_core.jobs.store.store import Store


@dataclass(frozen=True)
class Victim:
    """job, token: of the attempt that a job's process belongs to."""

    process: Process
    job: str = ""
    token: str = ""


def find(kind: str, host: Host, store: Store) -> list[Victim]:
    """Those of a kind that live now, in the order of their pids."""
    found: list[Process | None] = []
    if kind == "web":
        found = [host.web]
    elif kind == "keeper":
        found = [keeper_of(host)]
    elif kind == "engine":
        found = engines_of(host)
    elif kind == "supervisor":
        found = [supervisor_of(host)]
    elif kind == "job":
        return _of_jobs(store)
    return [Victim(process) for process in found if process is not None and process.alive]


def _of_jobs(store: Store) -> list[Victim]:
    attempts = [job.attempt for job in store.active() if job.attempt is not None]
    found = [Victim(process, each.job, each.token) for each in attempts for process in members(each.token)]
    return sorted(found, key=lambda victim: victim.process.pid)


def keeper_of(host: Host) -> Process | None:
    web = host.web
    with contextlib.suppress(psutil.NoSuchProcess):
        for child in psutil.Process(web.pid).children() if web else []:
            if "tesla_core.live" in child.cmdline():
                return Process.of(child.pid)
    return None


def engines_of(host: Host) -> list[Process | None]:
    """The keeper's child; none while the keeper still loads."""
    keeper = keeper_of(host)
    with contextlib.suppress(psutil.NoSuchProcess):
        return [Process.of(child.pid) for child in psutil.Process(keeper.pid).children()] if keeper else []
    return []


def supervisor_of(host: Host) -> Process | None:
    """Who wrote its identity into the home's lock, if it lives."""
    try:
        boot, pid, ticks = host.home.lock.read_text().split()
    except (OSError, ValueError):
        return None
    process = Process(boot, int(pid), int(ticks))
    return process if process.alive else None


def all_of(home: Path) -> list[Process]:
    """Every living process that has this home in its environment."""
    wanted = f"TESLA_LAB_HOME={home}".encode()
    found = []
    for path in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (path / "environ").read_bytes().split(b"\0"):
                found.append(Process.of(int(path.name)))
    return [process for process in found if process is not None and process.alive]
