"""Who trains next: fair slices of the device, a limited number of runs at a time, a queue for the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST_TRAINING = 32
MOST_A_VIEWER = 3
LEASE = 60.0  # seconds a run may train while others queue

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
    """Gives training slots to runs in the order they asked. A run is known here by its address."""

    def __init__(self, limits: EngineLimits) -> None:
        self.limits = limits
        self._since: dict[str, float] = {}  # admitted runs
        self._queue: list[str] = []

    def update(self, wanting: Mapping[str, Iterable[str]], now: float) -> None:
        """wanting: the runs that want to train, each with its viewers' identities."""
        self._since = {run: since for run, since in self._since.items() if run in wanting}
        self._queue = [run for run in self._queue if run in wanting]
        self._queue += [run for run in wanting if run not in self._since and run not in self._queue]
        if self._queue:
            for run in [run for run, since in self._since.items() if now - since > self.limits.lease]:
                del self._since[run]
                self._queue.append(run)
        counts: dict[str, int] = {}
        for run in self._since:
            for viewer in wanting[run]:
                counts[viewer] = counts.get(viewer, 0) + 1
        for run in list(self._queue):
            if len(self._since) >= self.limits.training:
                break
            viewers = list(wanting[run])
            if viewers and min(counts.get(viewer, 0) for viewer in viewers) >= self.limits.a_viewer:
                continue
            self._queue.remove(run)
            self._since[run] = now
            for viewer in viewers:
                counts[viewer] = counts.get(viewer, 0) + 1

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


class FairShare:
    """Picks the run that has had least of the device; one that comes new or back from idling gets no arrears."""

    def __init__(self) -> None:
        self._had: dict[str, float] = {}  # seconds of the runs that were candidates last time
        self._clock = 0.0

    def pick(self, candidates: Iterable[str]) -> str:
        """The candidate whose turn it is."""
        self._had = {run: self._had.get(run, self._clock) for run in candidates}
        chosen = min(self._had, key=lambda run: self._had[run])
        self._clock = self._had[chosen]
        return chosen

    def charge(self, run: str, seconds: float) -> None:
        """What its turn took."""
        self._had[run] = self._had.get(run, self._clock) + seconds


def slice_seconds(candidates: int) -> float:
    """The more runs wait, the shorter the slices, so that pictures keep moving."""
    return min(max(ROUND / max(candidates, 1), SHORTEST_SLICE), LONGEST_SLICE)
