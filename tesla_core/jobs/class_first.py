"""The class comes first: what the live engine, the supervisor and jobs tell each other so that live training keeps its
pace. The engine touches a file of the home while it trains for somebody; the supervisor writes how many cores jobs
hold; a job that would be in the way reads both between its batches (`worker/courtesy.py`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress

from tesla_core.errors import TeslaError, check_range
from tesla_core.files import write_atomically
from tesla_core.jobs.store.home import Home

SHARE_VARIABLE = "TESLA_LAB_JOB_SHARE"
SHARE = 0.1
NICENESS = 10  # to the kernel a tenth of the weight of others
ENGINE_CORES = 6  # up to four threads that train, one that makes pictures, one for the web
LEAVE_SECONDS = 0.25
FRESH_SECONDS = 1.5  # longer than any slice of training


class TrainingWord:
    """That the engine trains for somebody: the time of a file. Playing what is recorded already leaves no word."""

    def __init__(self, home: Home) -> None:
        self._path = home.engine_trains
        self._left = float("-inf")

    def leave(self) -> None:
        """Called before every slice of training; touches the file four times a second. A lab without jobs has no home
        and needs no word."""
        now = time.monotonic()
        if now - self._left < LEAVE_SECONDS:
            return
        self._left = now
        with suppress(OSError):
            try:
                os.utime(self._path)
            except FileNotFoundError:
                self._path.touch()

    @property
    def fresh(self) -> bool:
        try:
            age = time.time() - self._path.stat().st_mtime
        except OSError:
            return False
        return -FRESH_SECONDS < age < FRESH_SECONDS  # a clock that was set back must not hold jobs for hours


def say_held(home: Home, cores: int) -> None:
    """The supervisor's word of how many cores jobs hold."""
    with suppress(OSError):
        write_atomically(home.held_cores, f"{cores}\n".encode(), durable=False)


def too_few_cores(home: Home, cores: int) -> bool:
    """Whether the jobs leave the engine fewer of this host's `cores` than it can use."""
    try:
        held = int(home.held_cores.read_text())
    except (OSError, ValueError):
        return True
    return held > cores - ENGINE_CORES


def job_share(environment: Mapping[str, str] = os.environ) -> float:
    """TESLA_LAB_JOB_SHARE: the part of the time that jobs keep while a class trains beside them; 1 is all of it."""
    given = environment.get(SHARE_VARIABLE, "").strip()
    try:
        return check_range(SHARE_VARIABLE, float(given) if given else SHARE, 0.01, 1.0)
    except ValueError as error:
        if isinstance(error, TeslaError):
            raise
        raise TeslaError(f"{SHARE_VARIABLE} must be a number from 0.01 to 1; {given!r} was given.") from None


def step_back(pid: int) -> None:
    """Make a process that leads a session of its own nicer than the engine. Where the kernel weighs sessions against
    each other (autogroups), a process's own niceness counts inside its session only, so that gets it too."""
    with suppress(OSError):
        niceness = min(19, os.getpriority(os.PRIO_PROCESS, pid) + NICENESS)
        os.setpriority(os.PRIO_PROCESS, pid, niceness)
        with open(f"/proc/{pid}/autogroup", "w") as group:
            group.write(str(NICENESS))
