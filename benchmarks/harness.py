"""How things are compared: turn by turn on one thread, by the median of the ratios within a turn.

The clock is the processor time of this process, so that other programs on the machine delay a measurement without
entering it; on an idle machine it is the same as the clock on the wall. Times drift all the same (frequency, shared
caches), which is why contestants take turns and only times of the same turn are divided by each other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median, quantiles
from typing import Any

Times = dict[str, list[float]]
"""Seconds a call, by contestant: one number a turn, the same turns for all."""


@dataclass(frozen=True)
class Effort:
    """How much time a measurement may take."""

    quick: bool = False

    def turns(self, wanted: int) -> int:
        """The turns to take where `wanted` give a steady median; in a smoke test as few as still have quartiles."""
        return 2 if self.quick else wanted


@dataclass(frozen=True)
class Ratio:
    """The median of some ratios and their quartiles."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Ratio:
        low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
        return cls(middle, low, high)


@dataclass(frozen=True)
class Target:
    """What a ratio should come to: at most, or at least, a limit."""

    kind: str
    limit: float

    def met_by(self, value: float) -> bool:
        return value <= self.limit if self.kind == "at most" else value >= self.limit

    def __str__(self) -> str:
        return f"{'≤' if self.kind == 'at most' else '≥'} {self.limit:g}"


def at_most(limit: float) -> Target:
    return Target("at most", limit)


def at_least(limit: float) -> Target:
    return Target("at least", limit)


@dataclass(frozen=True)
class Measurement:
    """One line of the table: what was measured, what came out, and what should have. details: what else a reader of the
    file is told."""

    benchmark: str
    subject: str
    unit: str
    ratio: Ratio
    target: Target | None = None
    milliseconds: tuple[float, ...] = ()
    details: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def met(self) -> bool | None:
        return None if self.target is None else self.target.met_by(self.ratio.median)

    def to_dict(self) -> dict[str, Any]:
        target = None if self.target is None else {**asdict(self.target), "met": self.met}
        numbers = {name: round(value, 4) for name, value in asdict(self.ratio).items()}
        return {
            "benchmark": self.benchmark,
            "subject": self.subject,
            "unit": self.unit,
            **numbers,
            "milliseconds": [round(value, 4) for value in self.milliseconds],
            "target": target,
            **({"details": dict(self.details)} if self.details else {}),
        }


def take_turns(
    contestants: Mapping[str, Callable[[], object]],
    turns: int,
    calls: int = 1,
    warm_up: int = 1,
    clock: Callable[[], float] = time.process_time,
) -> Times:
    """Time `calls` calls of each contestant, one contestant after the other, `turns` times over.

    Before each timing come `warm_up` calls that are not counted, so that nobody pays for the caches that the one before
    left behind. Every other turn goes backwards, so that nobody always follows the same neighbour.
    """
    times: Times = {name: [] for name in contestants}
    for turn in range(turns):
        for name in contestants if turn % 2 == 0 else reversed(list(contestants)):
            call = contestants[name]
            for _ in range(warm_up):
                call()
            start = clock()
            for _ in range(calls):
                call()
            times[name].append((clock() - start) / calls)
    return times


def compare(
    benchmark: str,
    times: Times,
    over: str,
    under: str,
    unit: str,
    target: Target | None = None,
    subject: str = "",
    details: Mapping[str, str | int] | None = None,
) -> Measurement:
    """How many times as long `over` took as `under`."""
    ratio = Ratio.of([one / other for one, other in zip(times[over], times[under], strict=True)])
    milliseconds = tuple(1e3 * median(times[name]) for name in (over, under))
    return Measurement(benchmark, subject or over, unit, ratio, target, milliseconds, details or {})
