"""How long a run may take: a rough count of its work, put right by what this store has measured. Always "about"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from tesla_core.experiments.spec import ExperimentSpec, field_names
from tesla_core.jobs.store.store import Store
from tesla_core.messages.say import marked, say

# Seconds on one core of a plain machine. They only matter until the first runs have been measured.
START = 4.0  # until the first batch: Python, torch and the samples
A_BATCH = 2e-3
A_SAMPLE_AND_PARAMETER = 3e-10
A_SAMPLE_AND_NEURON = 1.5e-8
A_MULTIPLY_ADD = 5e-11
A_SPECIALIST = 20.0  # most take a second; the longest of the tables half a minute

# What tasks call their size; one that says neither counts as small.
_SAMPLES = ("train_size", "samples")
_USUAL_SAMPLES = 1000
# A unit, its seconds, and up to how many of it are told in it.
_UNITS = (("minute", 60.0, 90.0), ("hour", 3600.0, 36.0), ("day", 86_400.0, math.inf))
_ABOUT = {
    "minute": (marked("about {number} minute"), marked("about {number} minutes")),
    "hour": (marked("about {number} hour"), marked("about {number} hours")),
    "day": (marked("about {number} day"), marked("about {number} days")),
}
"""Of one and of more; halves, too, so that no whole number chooses the form."""


class Estimator:
    """Estimates for one moment: asks the store once for each experiment."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._speeds: dict[str, float | None] = {}

    def seconds_of(self, spec: ExperimentSpec) -> float:
        if spec.by_specialist:
            return START + A_SPECIALIST
        speed = self._speed(spec.experiment)
        return START + training_seconds(spec) * (1.0 if speed is None else speed)

    def measured(self, spec: ExperimentSpec) -> bool:
        """Whether runs of this experiment have finished here, so that the estimate rests on more than a count."""
        return self._speed(spec.experiment) is not None

    def seconds_of_all(self, specs: Sequence[ExperimentSpec], slots: int) -> float:
        """For all of them on so many slots: no shorter than the longest, and than an even share of the whole."""
        known: dict[object, float] = {}
        each = []
        for spec in specs:
            setting = (type(spec), *(vars(spec)[name] for name in field_names(type(spec)) if name != "seed"))
            if setting not in known:  # other seeds take as long
                known[setting] = self.seconds_of(spec)
            each.append(known[setting])
        return max([sum(each) / max(1, slots), *each], default=0.0)

    def _speed(self, experiment: str) -> float | None:
        """Measured seconds for one counted second, the median of what finished last."""
        if experiment not in self._speeds:
            runs = self._store.durations(experiment) if self._store is not None else []
            trained = [(spec, seconds) for spec, seconds in runs if not spec.by_specialist]
            ratios = [max(0.0, seconds - START) / training_seconds(spec) for spec, seconds in trained]
            self._speeds[experiment] = median(ratios) if ratios else None
        return self._speeds[experiment]


def seconds_of(spec: ExperimentSpec, store: Store | None = None) -> float:
    """About how many seconds one run takes from its start to its result."""
    return Estimator(store).seconds_of(spec)


def training_seconds(spec: ExperimentSpec) -> float:
    """Seconds by count alone: epochs × (samples × (parameters and neurons) and batches), or what the spec counts."""
    if (counted := spec.multiply_adds()) is not None:
        return counted * A_MULTIPLY_ADD
    model, settings, task = spec.model(), spec.settings(), spec.task()
    samples = next((getattr(task, name) for name in _SAMPLES if hasattr(task, name)), _USUAL_SAMPLES)
    inputs, neurons = spec.inputs, model.width * model.depth
    parameters = inputs * model.width + (model.depth - 1) * model.width**2 + neurons * (1 + 2 * model.harmonics)
    a_sample = A_SAMPLE_AND_PARAMETER * parameters + A_SAMPLE_AND_NEURON * neurons
    return settings.epochs * (samples * a_sample + math.ceil(samples / settings.batch) * A_BATCH)


def about(seconds: float) -> str:
    """An estimate in words that don't claim more than it knows: "about 20 minutes"."""
    if seconds < 45:
        return say("less than a minute")
    unit, size = next((name, size) for name, size, most in _UNITS if seconds < most * size)
    number = seconds / size
    shown = max(1.0, round(number) if number >= 10 else round(number * 2) / 2)
    one, many = _ABOUT[unit]
    words = one if shown == 1 else many
    return say(words, number=f"{shown:,g}")
