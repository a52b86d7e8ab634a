"""A process that ends when the one that looks after it is gone, however that went."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from tesla_core.jobs.processes import Process
from tesla_core.jobs.worker.endings import CODES

LOOK_SECONDS = 0.5
WATCH_VARIABLE = "TESLA_JOB_WATCH_PARENT"
LAUNCHER_VARIABLE = "TESLA_TEAM_LAUNCHER"
"""The pid of the process that started a team, which is every member's parent for as long as it lives."""


def must_end_with_parent() -> bool:
    """Whether the environment asks for it: a backend does, or this process is one of a team."""
    return os.environ.get(WATCH_VARIABLE) == "1" or LAUNCHER_VARIABLE in os.environ


def parent() -> Process | None:
    """The process that started this one; None when it is known to be gone."""
    pid = os.getppid()
    return Process.of(pid) if os.environ.get(LAUNCHER_VARIABLE, str(pid)) == str(pid) else None


def end_with(watched: Process | None, last_words: Callable[[], None] | None = None) -> None:
    """End this process soon after `watched` is gone, from a thread: the loop may be in a long operation.

    The end does not unwind the stack: what counts is on the disk already. None is a process that is gone now.
    """

    def watch() -> None:
        while watched is not None and watched.alive:
            time.sleep(LOOK_SECONDS)
        try:
            if last_words is not None:
                last_words()
        finally:
            os._exit(CODES["parent-gone"])

    threading.Thread(target=watch, name="parent watch", daemon=True).start()
