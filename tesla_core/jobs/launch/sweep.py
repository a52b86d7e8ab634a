"""Runs from what a person typed: each option has one value or several, and every combination of them is a run."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tesla_core.activations.registry import ACTIVATIONS, FURTHER_OPTIONS, OPTIONS
from tesla_core.errors import MistakesError, TeslaError
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.launch.options import FormOption, options_of, spec_class
from tesla_core.jobs.store.request import spec_problems

MOST_RUNS = 5_000
MOST_PROBLEMS = 20
_RANGE = re.compile(r"(-?\d+)\s*(?:-|–|…|\.\.\.?)\s*(-?\d+)")
_SHARE = re.compile(r"([a-z_]+)\s*/\s*(\d+)")

Values = dict[str, Any]


class SweepError(MistakesError):
    """Everything that is wrong with a sweep, one problem a line."""

    def __init__(self, problems: Iterable[str]) -> None:
        super().__init__(map(TeslaError, problems))


@dataclass(frozen=True)
class Share:
    """Another option divided by a whole number, rounded down, at least 1: "bits/4" is the paper's K = d/4."""

    of: str
    divisor: int

    def __str__(self) -> str:
        return f"{self.of}/{self.divisor}"


@dataclass(frozen=True)
class Sweep:
    """texts: by option, what was typed: "24", "16, 20, 24", "0-4", "bits/4"; an option left out has its default."""

    experiment: str
    texts: Mapping[str, str] = field(default_factory=dict)

    def specs(self) -> list[ExperimentSpec]:
        """Every run, each once, seed by seed; a SweepError names all that is wrong."""
        axes, misread = self._axes()
        seeds = axes["seed"]
        # What is right with the least and the greatest seed is right with those between: a class that asks for
        # thousands is not to wait until each was looked at.
        if alone := not any(isinstance(value, Share) for values in axes.values() for value in values):
            axes = {**axes, "seed": list(dict.fromkeys([min(seeds), max(seeds)]))}
        problems = [*misread, *self._sampled_problems(axes)]
        if problems:
            raise SweepError(problems)
        axes = {**axes, "seed": seeds}
        runs = math.prod(len(values) for values in axes.values())
        if runs > MOST_RUNS:
            raise SweepError([f"{runs:,} combinations are too many at once; at most {MOST_RUNS:,} are taken."])
        built = self._built({**axes, "seed": seeds[:1]} if alone else axes)
        return [with_seed(spec, seed) for seed in seeds for spec in built] if alone else built

    def _built(self, axes: Mapping[str, Sequence[Any]]) -> list[ExperimentSpec]:
        """A spec for every combination, each once."""
        found: dict[ExperimentSpec, None] = {}
        problems: list[str] = []
        for combination in itertools.product(*axes.values()):
            values = _settled(dict(zip(axes, combination, strict=True)), axes)
            try:
                found[spec_class(self.experiment).of(values)] = None
            except TeslaError as error:
                problems += error.problems
        if problems:
            raise SweepError(problems)
        return list(found)

    def _axes(self) -> tuple[dict[str, list[Any]], list[str]]:
        """The values of each option, the seed first: all settings run once before a second seed. And what is unread."""
        options = {option.name: option for option in options_of(self.experiment)}
        problems = [f"{self.experiment} has no option {name!r}." for name in self.texts if name not in options]
        axes: dict[str, list[Any]] = {}
        for option in sorted(options.values(), key=lambda option: option.name != "seed"):
            axes[option.name], unread = read_values(option, self.texts.get(option.name, ""), options)
            problems += unread
        return axes, problems

    def _sampled_problems(self, axes: Mapping[str, Sequence[Any]]) -> list[str]:
        """What is wrong with a few combinations in which every value occurs: one look shows all there is to mend."""
        found: dict[str, None] = {}
        for row in range(max((len(values) for values in axes.values()), default=0)):
            values = _settled({name: values[row % len(values)] for name, values in axes.items()}, axes)
            found |= dict.fromkeys(spec_problems({"experiment": self.experiment, **values}))
            if len(found) >= MOST_PROBLEMS:
                return [*list(found)[:MOST_PROBLEMS], "… and perhaps more."]
        return list(found)


def with_seed(spec: ExperimentSpec, seed: int) -> ExperimentSpec:
    """The same run from another seed, which is known to be one; nothing is checked again."""
    if seed == spec.seed:
        return spec
    copy = object.__new__(type(spec))
    held = {field.name: getattr(spec, field.name) for field in fields(spec)}
    copy.__dict__.update(held, seed=seed)
    return copy


def read_values(option: FormOption, text: str, others: Iterable[str] = ()) -> tuple[list[Any], list[str]]:
    """The values of a text, each once, and what can't be read; an empty text is the default. A share is of `others`."""
    values: dict[Any, None] = {}
    problems = []
    for part in (part.strip() for part in re.split(r"[,;]", text)):
        if not part:
            continue
        try:
            values |= dict.fromkeys(_read(option, part, tuple(others)))
        except (ValueError, OverflowError):
            problems.append(_misread(option, part))
    return list(values) or [option.default], problems


def text_of(value: Any) -> str:
    """A value, or several, as they would be typed."""
    if isinstance(value, list | tuple):
        return ", ".join(text_of(one) for one in value)
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)


def texts_of(spec: ExperimentSpec) -> dict[str, str]:
    """What one would type for exactly this run."""
    return {name: text_of(value) for name, value in spec.to_dict().items() if name != "experiment"}


def _read(option: FormOption, part: str, others: Sequence[str]) -> Iterable[Any]:
    if option.kind is str:
        return [part]
    if option.kind is float:
        value = float(part)
        if value != value:
            raise ValueError(part)
        return [value]
    if span := _RANGE.fullmatch(part):
        low, high = int(span[1]), int(span[2])
        if not 0 <= high - low < MOST_RUNS:
            raise ValueError(part)
        return range(low, high + 1)
    if (share := _SHARE.fullmatch(part)) and share[1] in others and share[1] != option.name and int(share[2]):
        return [Share(share[1], int(share[2]))]
    number = float(part)
    if number != int(number):
        raise ValueError(part)
    return [int(part) if part.lstrip("+-").isdigit() else int(number)]


def _misread(option: FormOption, part: str) -> str:
    what = {int: "whole numbers such as 8, 0-4 or bits/4", float: "numbers such as 0.1 or 1e-3"}[option.kind]
    return f"{option.label} takes {what}; {part[:40]!r} was given."


def _settled(values: Values, axes: Mapping[str, Sequence[Any]]) -> Values:
    """Shares worked out, and options that mean nothing to the activation held still, so that no run comes twice."""
    entry = ACTIVATIONS.get(str(values.get("activation")))
    used = entry.option_names if entry else tuple(OPTIONS)
    held = {
        name: axes[name][0] if name in OPTIONS and name not in used else value
        for name, value in values.items()
        # Options that are no fields belong to their activation alone; no other run has them.
        if name not in FURTHER_OPTIONS or (entry and name in used)
    }
    return {name: _worked_out(value, held) for name, value in held.items()}


def _worked_out(value: Any, values: Values) -> Any:
    if not isinstance(value, Share):
        return value
    whole = values.get(value.of)
    # What can't be worked out stays text, which the spec's check names.
    return max(1, whole // value.divisor) if isinstance(whole, int) else str(value)
