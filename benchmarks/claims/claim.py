"""A claim of a preset's note, as a test of the numbers that a run of it left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from benchmarks.preset_runs import Look


@dataclass(frozen=True)
class Numbers:
    """One run of a preset as it was kept."""

    look: Look
    seed: int = 0

    @property
    def labels(self) -> list[str]:
        return list(self.look["panels"])

    @property
    def looks(self) -> Look:
        """What the page shows beyond its panels' titles."""
        return self.look["looks"]

    def but(self, names: Iterable[str]) -> list[str]:
        """The panels without some."""
        left_out = set(names)
        return [label for label in self.labels if label not in left_out]

    def first(self, label: str, epoch: int | None = None) -> float:
        """The first number of a panel's title, of what it was trained on, after an epoch; after the last without
        one."""
        return self._at(label, 0, epoch)

    def second(self, label: str, epoch: int | None = None) -> float:
        """The second number of a panel's title, by which panels are ranked."""
        return self._at(label, 1, epoch)

    def reached(self, label: str) -> float:
        """The epoch at which its test accuracy first was 95%; infinity if it never was."""
        epoch = self.look["reached"][label]
        return float("inf") if epoch is None else epoch

    def _at(self, label: str, place: int, epoch: int | None) -> float:
        where = -1 if epoch is None else self.look["epochs"].index(epoch)
        value = self.look["panels"][label][place][where]
        return float("nan") if value is None else value


Shows = Callable[[Numbers], Any]


def _ranking(run: Numbers) -> dict[str, float]:
    return {label: run.second(label) for label in run.labels}


@dataclass(frozen=True)
class Claim:
    """says: the words of the note that claim it. holds: whether a run shows it. shows: the numbers it is about."""

    says: str
    holds: Callable[[Numbers], bool]
    shows: Shows = _ranking


Panels = Iterable[str] | None
"""Labels of panels; None for all."""


def within(
    says: str,
    panels: Panels,
    low: float = float("-inf"),
    high: float = float("inf"),
    epoch: int | None = None,
    seen: bool = False,
) -> Claim:
    """The second number of every panel's title (the first, if `seen`) lies between two after an epoch or the last."""
    names = None if panels is None else tuple(panels)

    def shows(run: Numbers) -> dict[str, float]:
        value = run.first if seen else run.second
        return {label: value(label, epoch) for label in (run.labels if names is None else names)}

    return Claim(says, lambda run: all(low <= value <= high for value in shows(run).values()), shows)


def best(says: str, leader: str, rivals: Panels = None, epoch: int | None = None, rises: bool = True) -> Claim:
    """The leader's second number is better than that of every rival."""
    names = None if rivals is None else tuple(rivals)

    def holds(run: Numbers) -> bool:
        sign = 1 if rises else -1
        others = run.but([leader]) if names is None else names
        return all(sign * run.second(leader, epoch) > sign * run.second(other, epoch) for other in others)

    return Claim(says, holds, lambda run: {label: run.second(label, epoch) for label in run.labels})


def reached(says: str, panels: Iterable[str], soonest: float = 0, latest: float = float("inf")) -> Claim:
    """Every panel is right on 95% of the test for the first time between two epochs."""
    names = tuple(panels)

    def shows(run: Numbers) -> dict[str, float]:
        return {label: run.reached(label) for label in names}

    return Claim(says, lambda run: all(soonest <= epoch <= latest for epoch in shows(run).values()), shows)
