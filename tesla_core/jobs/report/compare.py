"""Runs beside each other: the seeds of one setting as a band, and in what the settings differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import to_json
from tesla_core.jobs.launch.options import label_of
from tesla_core.jobs.launch.sweep import text_of
from tesla_core.messages.say import marked, say

NAMES = {"depth": marked("depth"), "batch": marked("batch"), "lr": marked("lr"), "init": marked("init")}
"""Options whose label in a form is longer than their name."""

Record = Mapping[str, Any]
Array = NDArray[np.float64]


@dataclass(frozen=True)
class ComparedRun:
    """A job's spec and its epochs so far, a record each: {"epoch": 1, "train_loss": 0.7, …}."""

    id: str
    spec: ExperimentSpec
    records: Sequence[Record]


@dataclass(frozen=True, eq=False)
class Band:
    """The runs of one setting, a metric by epoch: epochs (T,); mean, low and high (T,) over the seeds that got there.

    spec is the first run's. counts (T,): how many runs each epoch's mean is of.
    """

    spec: ExperimentSpec
    ids: tuple[str, ...]
    seeds: tuple[int, ...]
    epochs: Array
    mean: Array
    low: Array
    high: Array
    counts: NDArray[np.int64]


def by_setting(runs: Sequence[ComparedRun]) -> list[list[ComparedRun]]:
    """Runs that differ by their seed alone, together, in the order of appearance."""
    groups: dict[str, list[ComparedRun]] = {}
    for run in runs:
        groups.setdefault(to_json({**run.spec.to_dict(), "seed": 0}), []).append(run)
    return list(groups.values())


def bands(runs: Sequence[ComparedRun], metric: str) -> list[Band]:
    """A band a setting; a setting none of whose runs has measured `metric` yet has none.

    A run that diverged has no finite value at those epochs and does not count there.
    """
    found = []
    for group in by_setting(runs):
        curves = [curve(run.records, metric) for run in group]
        measured = [(run, one) for run, one in zip(group, curves, strict=True) if one]
        epochs = sorted({epoch for _, one in measured for epoch in one})
        if not epochs:
            continue
        values = np.array([[one.get(epoch, np.nan) for epoch in epochs] for _, one in measured])  # (runs, T)
        counts = np.isfinite(values).sum(axis=0)
        mean = np.where(counts, np.nansum(values, axis=0) / np.maximum(counts, 1), np.nan)
        low = np.where(counts, np.where(np.isfinite(values), values, np.inf).min(axis=0), np.nan)
        high = np.where(counts, np.where(np.isfinite(values), values, -np.inf).max(axis=0), np.nan)
        ids, seeds = tuple(run.id for run, _ in measured), tuple(run.spec.seed for run, _ in measured)
        found.append(Band(group[0].spec, ids, seeds, np.array(epochs, dtype=float), mean, low, high, counts))
    return found


def curve(records: Sequence[Record], metric: str) -> dict[int, float]:
    """A metric by epoch; a number that is missing or no number (a diverged run's null) is left out."""
    found: dict[int, float] = {}
    for record in records:
        value, epoch = record.get(metric), record.get("epoch")
        if isinstance(value, int | float) and isinstance(epoch, int) and np.isfinite(value):
            found[epoch] = float(value)
    return found


def metrics_in(runs: Sequence[ComparedRun]) -> list[str]:
    """The metrics that any run has measured, in the order they are written."""
    names = {name: None for run in runs for record in run.records for name in record if name != "epoch"}
    return list(names)


def settings_diff(specs: Mapping[str, ExperimentSpec]) -> dict[str, dict[str, str]]:
    """The options in which specs differ: {option: {id: value as typed}}; "–" where an experiment has no such option."""
    written = {name: spec.to_dict() for name, spec in specs.items()}
    options = {option: None for values in written.values() for option in values}
    missing = object()
    return {
        option: {
            name: "–" if option not in values else text_of(values[option]) or say("default")
            for name, values in written.items()
        }
        for option in options
        if len({repr(values.get(option, missing)) for values in written.values()}) > 1
    }


def setting_labels(specs: Sequence[ExperimentSpec]) -> list[str]:
    """What tells settings apart: the model's name, then each option in which equal names still differ."""
    names = [spec.run_label for spec in specs]
    differing = settings_diff({str(i): spec for i, spec in enumerate(specs)})
    labels = []
    for name, spec in zip(names, specs, strict=True):
        values, model = spec.to_dict(), spec.model()
        parts = [
            _said(spec, option, values[option])
            for option in differing
            if values.get(option) is not None and option != "seed" and not model.label_covers(option)
        ]
        labels.append(", ".join([name, *parts]))
    return labels


def _said(spec: ExperimentSpec, option: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    return say("{option} {value}", option=option_in_words(type(spec), option), value=text_of(value))


def option_in_words(experiment: type[ExperimentSpec], option: str) -> str:
    """An option's name as a list of settings has it: its label, where that is its name, in lower case."""
    name, label = option.replace("_", " "), label_of(experiment, option)
    return say(label).lower() if label.lower() == name else say(NAMES.get(option, name))
