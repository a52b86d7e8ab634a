"""What a class experiment measures of a run: numbers of the run's own kind, at the end, at best, or how soon."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import UnknownNameError
from tesla_core.messages.say import marked, say
from tesla_core.problems.live import Kind

Floats = NDArray[np.float32]
When = Literal["end", "best", "reached"]

LEARNED = 0.9
"""The share of right answers at which a network counts as one that has learned the rule."""
NAMES = {
    "train_accuracy": marked("Right on what it was trained on"),
    "test_accuracy": marked("Right on what it never saw"),
}
"""What people read in place of a measure's label, by its column."""
TITLES: dict[When, str] = {
    "end": marked("{measure}, at the end"),
    "best": marked("{measure}, at best"),
    "reached": marked("Epochs until {share} are right"),
}


@dataclass(frozen=True)
class ClassMeasure:
    """place: among the kind's four numbers. unit: share, decibels or number, or epochs."""

    name: str
    when: When
    place: int
    what: str
    unit: str
    rises: bool

    @property
    def label(self) -> str:
        what = say(self.what)
        return say(TITLES[self.when], measure=what[:1].upper() + what[1:], share=f"{LEARNED:.0%}")

    def score(self, history: Floats) -> float | None:
        """Of one panel's numbers, (epochs, 4); None while there is none, and where nothing was reached."""
        values = history[:, self.place].astype(np.float64)
        finite = values[np.isfinite(values)]
        if self.when == "reached":
            reached = np.flatnonzero(values >= LEARNED)
            return float(reached[0] + 1) if len(reached) else None
        if self.when == "best":
            return float(finite.max() if self.rises else finite.min()) if len(finite) else None
        return float(values[-1]) if len(values) and math.isfinite(values[-1]) else None

    def as_data(self) -> dict[str, Any]:
        """For pages, which say it in their reader's language."""
        what = say(self.what)
        what = what[:1].upper() + what[1:]
        said = {"name": self.name, "label": self.label, "what": what, "when": self.when}
        return {**said, "unit": self.unit, "rises": self.rises}


def measures_of(kind: Kind) -> tuple[ClassMeasure, ...]:
    """What can be measured of a run of that kind; what ranks its panels first."""
    ranks = kind.titled[1]
    found: list[ClassMeasure] = []
    for place in dict.fromkeys((ranks, kind.titled[0])):
        one = kind.measures[place]
        what = NAMES.get(one.name, one.label)
        found += [
            ClassMeasure(f"{one.name}.{when}", when, place, what, one.unit, one.rises)
            for when in ("end", "best")
            if when == "end" or place == ranks
        ]
    if counts_learned(kind):
        found.append(ClassMeasure("reached", "reached", ranks, "", "epochs", rises=False))
    return tuple(found)


def find_measure(kind: Kind, name: object) -> ClassMeasure:
    """The measure of that name, or which ones there are."""
    offered = {one.name: one for one in measures_of(kind)}
    if not isinstance(name, str) or name not in offered:
        raise UnknownNameError("measure of this run", name, offered)
    return offered[name]


def counts_learned(kind: Kind) -> bool:
    """Whether a network of this kind can be said to have learned it: panels are ranked by a share of right answers."""
    return kind.ranking.unit == "share" and kind.ranking.rises


def learned(kind: Kind, history: Floats) -> bool | None:
    """Whether a panel has; None where that can't be said of its kind."""
    if not counts_learned(kind):
        return None
    values = history[:, kind.titled[1]]
    return bool(len(values) and np.nanmax(np.where(np.isfinite(values), values, 0.0)) >= LEARNED)
