"""Finished runs as rules read them: picked by their options, put together over their seeds. Knows no files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any, Protocol


class FinishedRun(Protocol):
    """A run with its numbers (`experiments/results.py` has them)."""

    @property
    def spec(self) -> Any: ...

    @property
    def numbers(self) -> Mapping[str, float | None]: ...

    @property
    def learned(self) -> bool: ...


@dataclass(frozen=True)
class Runs:
    """Some finished runs."""

    all: tuple[FinishedRun, ...] = ()

    def where(self, **wanted: Any) -> Runs:
        """Those whose options have these values; of a tuple, any of its values; of a function, where it is true."""
        return Runs(tuple(run for run in self.all if matches(run.spec, wanted)))

    def by(self, *options: str) -> dict[tuple[Any, ...], Runs]:
        """The runs of each setting of these options, in the order of appearance."""
        grouped: dict[tuple[Any, ...], list[FinishedRun]] = {}
        for run in self.all:
            grouped.setdefault(tuple(_option(run.spec, name) for name in options), []).append(run)
        return {key: Runs(tuple(group)) for key, group in grouped.items()}

    def values(self, number: str) -> list[float]:
        """A number of each run that has it."""
        return [value for run in self.all if (value := run.numbers.get(number)) is not None]

    def mean(self, number: str) -> float:
        return fmean(self.values(number))

    @cached_property
    def seeds(self) -> tuple[int, ...]:
        return tuple(sorted({run.spec.seed for run in self.all}))

    @property
    def learned(self) -> int:
        """How many runs are more than halfway from guessing to the best that their labels allow."""
        return sum(run.learned for run in self.all)

    def __len__(self) -> int:
        return len(self.all)


def matches(spec: Any, wanted: Mapping[str, Any]) -> bool:
    """Whether a run's options have the values wanted. One that its experiment has no such option of does not."""
    return all(_fits(_option(spec, name), value) for name, value in wanted.items())


def together(parts: Iterable[Runs]) -> Runs:
    """The runs of all parts, each once."""
    return Runs(tuple({id(run): run for part in parts for run in part.all}.values()))


def _option(spec: Any, name: str) -> Any:
    return getattr(spec, name, None)


def _fits(own: Any, wanted: Any) -> bool:
    if callable(wanted):
        return bool(wanted(own))
    return own in wanted if isinstance(wanted, tuple) else own == wanted
