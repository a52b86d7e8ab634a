"""Results of runs, and a file of them that grows by a line a run."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import SHIPPED
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.specialist import NOT_ITS_OWN
from tesla_core.files import to_json

MOST_EPOCHS = 200  # of a history that a file of results keeps: a PINN has thousands
DIGITS = 6


@dataclass(frozen=True)
class Result:
    """One finished run and the numbers its experiment is judged by.

    Of a classifier these are accuracies on test, of the epoch chosen on validation and of the last. A number may be
    None: epochs to a goal that was never reached. history: a flat record an epoch. seconds: what it took; of runs that
    were trained together, a share each. revision, machine, versions: what it was measured by. A file from before these
    were kept leaves them empty. Two runs of one spec with the same numbers are equal wherever they were measured.
    """

    spec: ExperimentSpec
    numbers: Mapping[str, float | None]
    history: tuple[Mapping[str, Any], ...] = ()
    seconds: float | None = field(default=None, compare=False)
    revision: str = field(default="", compare=False)
    machine: str = field(default="", compare=False)
    versions: Mapping[str, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, spec: ExperimentSpec, metrics: Mapping[str, Any], seconds: float | None = None, **known: Any) -> Result:
        """The result of a run's metrics. known: where it comes from, as `provenance()` tells it."""
        kept = {name: value for name, value in metrics.items() if value is None or isinstance(value, int | float)}
        return cls(spec, kept, _thinned(metrics.get("history") or ()), seconds, **known)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """Of a line of a file of results, or of a run's own result.json: they have one form.

        Lines written before that form have the numbers beside the spec, and nothing else.
        """
        from tesla_core.experiments.registry import spec_from_dict  # the registry lists tables, which know results

        left = dict(data)
        spec = spec_from_dict(left.pop("spec"))
        if "metrics" not in left:
            return cls(spec, left)
        known = {name: left[name] for name in ("revision", "machine", "versions") if name in left}
        return cls.of(spec, left["metrics"], left.get("seconds"), **known)

    def to_json(self) -> str:
        return to_json(
            {
                "spec": self.spec.to_dict(),
                "metrics": {**self.numbers, "history": self.history},
                "seconds": self.seconds,
                "revision": self.revision,
                "machine": self.machine,
                "versions": dict(self.versions),
            }
        )

    @property
    def test_accuracy(self) -> float:
        value = self.numbers.get("test_accuracy")
        if value is None:
            has = ", ".join(self.numbers)
            raise TeslaError(f"A run of {self.spec.experiment} has no test_accuracy; it has: {has}.")
        return value

    @property
    def learned(self) -> bool:
        """More than half the way from guessing to the best that the labels' noise allows."""
        best = 1.0 if self.spec.best_accuracy is None else self.spec.best_accuracy
        return self.test_accuracy > 0.5 + (best - 0.5) / 2

    def value(self, name: str) -> Any:
        """An option of the run, or its model's label. Of a specialist, what it does, and no option of a network."""
        if name == "model":
            return self.spec.run_label if self.spec.by_specialist else self.spec.model().label
        return NOT_ITS_OWN if self.spec.lacks(name) else self.spec.value(name)


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
            results.append(Result.from_dict(data))
        return results

    def append(self, results: Sequence[Result]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        torn = self.path.exists() and not self.path.read_bytes().endswith(b"\n")
        with self.path.open("a") as file:
            file.write(("\n" if torn else "") + "".join(result.to_json() + "\n" for result in results))


def _thinned(history: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """At most MOST_EPOCHS records, evenly taken and the last among them, their numbers to DIGITS digits."""
    step = max(1, -(-len(history) // MOST_EPOCHS))
    chosen = [record for place, record in enumerate(history, start=1) if (len(history) - place) % step == 0]
    return tuple({name: _short(value) for name, value in record.items()} for record in chosen)


def _short(value: Any) -> Any:
    if not isinstance(value, float):
        return value
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None


def shipped_results(table: str) -> list[Result]:
    """The measured runs of a table that ship here; none where none do."""
    return ResultsFile(SHIPPED / f"{table}.jsonl").read()
