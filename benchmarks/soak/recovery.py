"""From a kill to the moment when all is as before: every viewer has a frame again, and jobs have a supervisor."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.soak.host import Host
from benchmarks.soak.sight import Sight, Since
from benchmarks.soak.victims import supervisor_of
from tesla_core.jobs.processes import Process

BREAKS = frozenset({"web", "engine", "keeper"})
"""The kinds without which no frame comes."""


@dataclass(frozen=True)
class Recovery:
    """What is waited for after one kill. killed: it may still be seen to live for a moment."""

    kind: str
    about: str
    host: Host
    killed: Process
    at: float
    views: tuple[Since, ...]

    @classmethod
    def after(
        cls, kind: str, about: str, host: Host, killed: Process, sights: Sequence[Sight], before: Recovery | None
    ) -> Recovery:
        """To be made just before the kill. before: what is still waited for, whose break may not have been seen yet."""
        unseen = {view.sight.name for view in before.views if view.break_unseen} if before is not None else set()
        views = tuple(Since.now(sight, kind in BREAKS or sight.name in unseen) for sight in sights)
        return cls(kind, about, host, killed, time.monotonic(), views)

    @property
    def missing(self) -> list[str]:
        """Who is not back yet."""
        blind = [view.sight.name for view in self.views if not view.back]
        return blind + (["supervisor"] if supervisor_of(self.host) in (None, self.killed) else [])

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.at
