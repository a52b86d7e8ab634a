"""A process that ends when the one that looks after it is gone, however that went."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from tesla_core.jobs.processes import Process

LOOK_SECONDS = 0.5


def parent_of(process: Process) -> Process | None:
    """The process that started it, or inherited it."""
    import psutil

    try:
        return Process.of(psutil.Process(process.pid).ppid())
    except psutil.Error:
        return None


def end_with(watched: Process | None, code: int, last_words: Callable[[], None] | None = None) -> None:
    """End this process with `code` soon after `watched` is gone, from a thread: the loop may be in a long operation.

    The end does not unwind the stack: what counts is on the disk already. None is a process that is gone now.
    """

    def watch() -> None:
        while watched is not None and watched.alive:
            time.sleep(LOOK_SECONDS)
        try:
            if last_words is not None:
                last_words()
        finally:
            os._exit(code)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()
