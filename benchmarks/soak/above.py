"""Where other programs share the machine: put the lab and its viewers above them, so that the lab is measured."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

import psutil

from benchmarks.soak.victims import all_of
from tesla_core.jobs.class_first import NICENESS
from tesla_core.jobs.processes import PROC, TOKEN_VARIABLE

EVERY_SECONDS = 0.3
ABOVE = -10  # half of what is possible, which leaves others something


async def keep_above(home: Path) -> None:
    """Until cancelled. The kernel weighs sessions against each other, and every part of the lab leads one of its own.
    Jobs stay as far below the engine as the supervisor puts them."""
    seen: set[tuple[int, float]] = set()
    _put(os.getpid(), ABOVE)
    while True:
        ours = {process.pid for process in psutil.Process().children(recursive=True)}
        for pid in ours | {process.pid for process in all_of(home)}:
            with contextlib.suppress(psutil.NoSuchProcess, OSError):
                one = pid, psutil.Process(pid).create_time()
                if one not in seen and os.getsid(pid) == pid:
                    job = TOKEN_VARIABLE.encode() in (PROC / str(pid) / "environ").read_bytes()
                    _put(pid, ABOVE + NICENESS if job else ABOVE)
                    seen.add(one)
        await asyncio.sleep(EVERY_SECONDS)


def _put(pid: int, niceness: int) -> None:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/autogroup", "w") as group:
        group.write(str(niceness))
