"""What a run learns from, as a table: a head and its rows, by what the task gave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from tesla_core.problems.pde.task import PdePoints
from tesla_core.tasks.data import Dataset
from tesla_core.tasks.targets import Target

Table = tuple[tuple[str, ...], Iterable[Sequence[object]]]


@singledispatch
def table(data: Any, names: Sequence[str]) -> Table:
    """names: of the classes, where there are any."""
    raise TypeError(f"No table of {type(data).__name__}.")


@table.register
def _(data: Dataset, names: Sequence[str]) -> Table:
    head = ("x", "y") if data.inputs == 2 else tuple(f"bit{i + 1}" for i in range(data.inputs))
    rows = (
        (*_written(x), names[label], split)
        for split, samples in data.splits().items()
        for x, label in zip(samples.x, samples.y, strict=True)
    )
    return (*head, "label", "split"), rows


@table.register
def _(data: Target, names: Sequence[str]) -> Table:
    head = [f"x{i + 1}" for i in range(data.inputs)] + [f"y{i + 1}" for i in range(data.outputs)]
    splits = {"train": data.train} if data.test is data.train else {"train": data.train, "test": data.test}
    rows = (
        (*_written(x), *_written(y), split)
        for split, points in splits.items()
        for x, y in zip(points.x, points.y, strict=True)
    )
    return (*head, "split"), rows


@table.register
def _(data: PdePoints, names: Sequence[str]) -> Table:
    inside = [(*_written(point), "", "inside") for point in data.inside]
    given = [
        (*_written(point), *_written(u), part)
        for part, points in data.given.items()
        for point, u in zip(points.x, points.y, strict=True)
    ]
    repeated = [
        (*_written(point), "", part) for part, sides in data.periodic.items() for side in sides for point in side
    ]
    return (*data.axes, "u", "part"), [*inside, *given, *repeated]


def _written(values: Iterable[float]) -> tuple[str, ...]:
    return tuple(f"{value:.6g}" for value in values)
