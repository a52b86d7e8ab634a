"""Results of many runs: a file that grows by a line a run, and what it says when seeds are put together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from tesla_core.experiments.registry import spec_from_dict
from tesla_core.experiments.spec import ExperimentSpec


@dataclass(frozen=True)
class Result:
    """One finished run: accuracies on test, of the epoch chosen on validation and of the last."""

    spec: ExperimentSpec
    test_accuracy: float
    final_accuracy: float
    chosen_epoch: int

    def to_json(self) -> str:
        numbers = {name: getattr(self, name) for name in ("test_accuracy", "final_accuracy", "chosen_epoch")}
        return json.dumps({"spec": self.spec.to_dict(), **numbers})

    @property
    def learned(self) -> bool:
        """More than half the way from guessing to the best that the labels' noise allows."""
        best = 1.0 - getattr(self.spec, "noise", 0.0)
        return self.test_accuracy > 0.5 + (best - 0.5) / 2

    def value(self, name: str) -> Any:
        """An option of the run, or its model's label."""
        return self.spec.model().label if name == "model" else getattr(self.spec, name)


class ResultsFile:
    """JSON lines. A line that a crash cut short is passed over, and its run is done again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Result]:
        results = []
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            try:
                data = json.loads(line)
            except json.JSONDecodeError:
                continue
            results.append(Result(spec_from_dict(data.pop("spec")), **data))
        return results

    def append(self, results: Sequence[Result]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        torn = self.path.exists() and not self.path.read_bytes().endswith(b"\n")
        with self.path.open("a") as file:
            file.write(("\n" if torn else "") + "".join(result.to_json() + "\n" for result in results))


@dataclass(frozen=True)
class Cell:
    """The seeds of one setting: mean accuracies, and how many learned."""

    mean: float
    final_mean: float
    learned: int
    seeds: int


def pivot(results: Sequence[Result], rows: Sequence[str], column: str) -> dict[tuple[Any, ...], dict[Any, Cell]]:
    """Cells by row (the values of the options `rows`) and column, in the order of appearance."""
    grouped: dict[tuple[Any, ...], dict[Any, list[Result]]] = {}
    for result in results:
        row = tuple(result.value(name) for name in rows)
        grouped.setdefault(row, {}).setdefault(result.value(column), []).append(result)
    return {row: {key: _cell(group) for key, group in columns.items()} for row, columns in grouped.items()}


def markdown(results: Sequence[Result], rows: Sequence[str], column: str) -> str:
    """The table as people read it: mean test accuracy in percent, and seeds that learned of those run."""
    cells = pivot(results, rows, column)
    keys = sorted({key for row in cells.values() for key in row})
    lines = [f"| {' | '.join([*rows, *(f'{column} {key}' for key in keys)])} |", "|" + "---|" * (len(rows) + len(keys))]
    for row, columns in cells.items():
        texts = [_text(columns[key]) if key in columns else "–" for key in keys]
        lines.append(f"| {' | '.join([*map(str, row), *texts])} |")
    return "\n".join(lines)


def _cell(group: Sequence[Result]) -> Cell:
    return Cell(
        mean=fmean(result.test_accuracy for result in group),
        final_mean=fmean(result.final_accuracy for result in group),
        learned=sum(result.learned for result in group),
        seeds=len(group),
    )


def _text(cell: Cell) -> str:
    return f"{100 * cell.mean:.2f} ({cell.learned}/{cell.seeds})"
