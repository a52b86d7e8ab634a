"""What the notes of the live pages' presets claim, as tests of the numbers that were measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.preset_runs import Look, Recorded


@dataclass(frozen=True)
class Numbers:
    """One run of a preset as it was kept."""

    look: Look

    @property
    def labels(self) -> list[str]:
        return list(self.look["panels"])

    @property
    def looks(self) -> Look:
        """What the page shows beyond its panels' titles."""
        return self.look["looks"]

    def but(self, *names: str) -> list[str]:
        """The panels without some."""
        return [label for label in self.labels if label not in names]

    def first(self, label: str, epoch: int | None = None) -> float:
        """The first number of a panel's title, what it was trained on, after an epoch; after the last without one."""
        return self._at(label, 0, epoch)

    def second(self, label: str, epoch: int | None = None) -> float:
        """The second number of a panel's title, by which panels are ranked."""
        return self._at(label, 1, epoch)

    def seconds(self, labels: Iterable[str], epoch: int | None = None) -> list[float]:
        return [self.second(label, epoch) for label in labels]

    def reached(self, label: str) -> float:
        """The epoch at which its test accuracy first was 95%; infinity if it never was."""
        epoch = self.look["reached"][label]
        return float("inf") if epoch is None else epoch

    def _at(self, label: str, place: int, epoch: int | None) -> float:
        where = -1 if epoch is None else self.look["epochs"].index(epoch)
        value = self.look["panels"][label][place][where]
        return float("nan") if value is None else value


@dataclass(frozen=True)
class Claim:
    """says: the words of the note that claim it. holds: whether a run shows it. shows: the numbers it is about."""

    says: str
    holds: Callable[[Numbers], bool]
    shows: Callable[[Numbers], Any] = lambda run: {label: run.second(label) for label in run.labels}


Claims = Mapping[tuple[str, str], tuple[Claim, ...]]

CLAIMS: Claims = {}
"""By page and preset."""


def problems_of(
    page: str, preset: str, runs: Recorded, seeds: Sequence[int], claims: Claims | None = None
) -> list[str]:
    """What a note says and the kept runs do not show, in sentences; empty if the note is true."""
    found = []
    for seed in seeds:
        look = runs.get(page, {}).get(preset, {}).get(str(seed))
        if look is None:
            found.append(f"Seed {seed} was not measured.")
            continue
        run = Numbers(look)
        found += [
            f"Seed {seed}: “{claim.says}” is not so: {claim.shows(run)}."
            for claim in (claims or CLAIMS).get((page, preset), ())
            if not claim.holds(run)
        ]
    return found
