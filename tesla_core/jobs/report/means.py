"""What a setting reached on average: over its seeds, and over what else its experiment averages, as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import to_json
from tesla_core.jobs.report.compare import setting_labels
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import State
from tesla_core.wording import counted


@dataclass(frozen=True)
class Mean:
    """runs: how many have finished, of `of`. values: (mean, lowest, highest) of each metric that all of them report."""

    label: str
    runs: int
    of: int
    values: dict[str, tuple[float, float, float]]

    def to_dict(self) -> dict[str, Any]:
        values = {name: dict(zip(("mean", "low", "high"), value, strict=True)) for name, value in self.values.items()}
        return {"setting": self.label, "runs": self.runs, "of": self.of, **values}

    def __str__(self) -> str:
        said = [f"{name} {mean:.4g} ({low:.4g} to {high:.4g})" for name, (mean, low, high) in self.values.items()]
        return f"{self.label}, {self.runs} of {counted(self.of, 'run')}: {', '.join(said) or 'nothing finished yet'}"


def means(jobs: Sequence[Job]) -> list[Mean]:
    """A mean for each setting, in the order of appearance. Settings differ in more than seed and picture."""
    groups: dict[str, list[Job]] = {}
    for job in jobs:
        groups.setdefault(_setting(job.spec), []).append(job)
    labels = setting_labels([group[0].spec for group in groups.values()])
    return [_mean(label, group) for label, group in zip(labels, groups.values(), strict=True)]


def _setting(spec: ExperimentSpec) -> str:
    return to_json({name: value for name, value in spec.to_dict().items() if name not in spec.averaged})


def _mean(label: str, group: Sequence[Job]) -> Mean:
    results = [job.metrics for job in group if job.state == State.SUCCEEDED and job.metrics]
    names = [
        name for name in (results[0] if results else {}) if all(_is_number(result.get(name)) for result in results)
    ]
    columns = {name: [float(result[name]) for result in results] for name in names}
    values = {name: (fmean(column), min(column), max(column)) for name, column in columns.items()}
    return Mean(label, len(results), len(group), values)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
