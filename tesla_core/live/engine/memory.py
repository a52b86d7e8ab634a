"""What runs take in memory, models and all, and how it goes back to the machine when they are gone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tesla_core.allocator import give_back_memory

if TYPE_CHECKING:
    from tesla_core.live.engine.run import Run

SMALL = 16 << 20  # bytes of models: as many as there are places for runs
MOST_LARGE = 640 << 20  # of all others together: two of the largest


def make_memory(runs: Iterable[Run], needed: int, most: int) -> list[Run] | None:
    """The runs that must go so that there is room for models of that size: large ones that nobody watches, those not
    watched for longest first. None if that is not enough."""
    large = [run for run in runs if run.model_bytes > SMALL]
    free = most - sum(run.model_bytes for run in large)
    leaving: list[Run] = []
    if needed <= SMALL:
        return leaving
    for run in sorted((run for run in large if not run.viewers), key=lambda run: run.watched_at):
        if needed <= free:
            break
        leaving.append(run)
        free += run.model_bytes
    return leaving if needed <= free else None


class GiveBack:
    """Hands freed memory back to the machine some time after runs are gone, on a thread that nothing waits for."""

    def __init__(self, every: float = 2.0) -> None:
        self._every, self._held, self._next = every, 0, 0.0
        self._task: asyncio.Future[bool] | None = None

    def look(self, held: int, now: float) -> None:
        """held: bytes of all runs by their own account; when they became fewer, the rest goes back."""
        if held < self._held and now >= self._next and (self._task is None or self._task.done()):
            self._next = now + self._every
            self._held = held
            self._task = asyncio.ensure_future(asyncio.to_thread(give_back_memory))
        self._held = max(self._held, held)
