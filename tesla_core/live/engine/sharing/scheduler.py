"""Who trains at all: a limited number of runs at a time, a queue for the others; and how long a slice is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tesla_core.live.engine.sharing.shares import People, place_of
from tesla_core.visits.visit import Visit

MOST_TRAINING = 32
MOST_A_VIEWER = 3
LEASE = 60.0  # seconds a run may train while others queue
SHORT_LEASE = 5.0  # the same where its place has more than half of the slots

ROUND = 0.24  # seconds in which every run should have had its turn
SHORTEST_SLICE, LONGEST_SLICE = 0.012, 0.06


@dataclass(frozen=True)
class EngineLimits:
    """training: runs that train at a time; a_viewer: of them for one viewer; lease: seconds until others' turn."""

    training: int = MOST_TRAINING
    a_viewer: int = MOST_A_VIEWER
    lease: float = LEASE


DEFAULT_LIMITS = EngineLimits()


class Admission:
    """Gives training slots to runs: those of places and people who have fewest first, else as they asked.

    A run is known here by its address, and comes with those who want it.
    """

    def __init__(self, limits: EngineLimits) -> None:
        self.limits = limits
        self._since: dict[str, float] = {}  # admitted runs
        self._queue: list[str] = []

    def update(self, wanting: People, now: float) -> None:
        """wanting: the runs that want to train."""
        self._since = {run: since for run, since in self._since.items() if run in wanting}
        self._queue = [run for run in self._queue if run in wanting]
        self._queue += [run for run in wanting if run not in self._since and run not in self._queue]
        if self._queue:
            for run in [run for run, since in self._since.items() if now - since > self.limits.lease]:
                self._back(run)
        while (chosen := self._next(wanting)) is not None:
            if len(self._since) >= self.limits.training and not self._make_way(chosen, wanting, now):
                break
            self._queue.remove(chosen)
            self._since[chosen] = now

    def _next(self, wanting: People) -> str | None:
        """Of those that wait and may train, the one whose place has fewest slots, then whose people have."""
        slots = Counter(key for run in self._since for key in _keys(wanting[run]))
        free = [run for run in self._queue if _fewest(slots, wanting[run], "of") < self.limits.a_viewer]
        return min(free, key=lambda run: [_fewest(slots, wanting[run], kind) for kind in ("at", "of")], default=None)

    def _make_way(self, chosen: str, wanting: People, now: float) -> bool:
        """Whether a place that has more than half of the slots gave one up, for one that has fewer."""
        slots = Counter(key for run in self._since for key in _keys(wanting[run]) if key[0] == "at")
        crowd, most = max(slots.items(), key=lambda item: item[1], default=(("at", ""), 0))
        if most <= self.limits.training / 2 or _fewest(slots, wanting[chosen], "at") + 1 >= most:
            return False
        long = [run for run, since in self._since.items() if crowd in _keys(wanting[run]) and now - since > SHORT_LEASE]
        if not long:
            return False
        self._back(min(long, key=lambda run: self._since[run]))
        return True

    def _back(self, run: str) -> None:
        del self._since[run]
        self._queue.append(run)

    def admits(self, run: str) -> bool:
        return run in self._since

    def place(self, run: str) -> int:
        """From 1; 0 for a run that does not wait."""
        return self._queue.index(run) + 1 if run in self._queue else 0

    @property
    def training(self) -> int:
        return len(self._since)

    @property
    def queued(self) -> int:
        return len(self._queue)


def _keys(people: Collection[Visit]) -> set[tuple[str, str]]:
    return {("of", visit.identity) for visit in people} | {("at", place_of(visit)) for visit in people}


def _fewest(slots: Mapping[tuple[str, str], int], people: Collection[Visit], kind: str) -> int:
    return min((slots.get(key, 0) for key in _keys(people) if key[0] == kind), default=0)


def slice_seconds(candidates: int) -> float:
    """The more runs wait, the shorter the slices, so that pictures keep moving."""
    return min(max(ROUND / max(candidates, 1), SHORTEST_SLICE), LONGEST_SLICE)
