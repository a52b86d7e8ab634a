"""What may differ from student to student: the numbers of a run, found in the fields of its parts and their limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from tesla_core.activations.row import Option
from tesla_core.errors import UnknownNameError, check_whole
from tesla_core.fields import FieldType, Limits, Rule, rules, shapes
from tesla_core.lab.controls import Choice, Number
from tesla_core.lab.training import MOST_SEED
from tesla_core.live.spec import LIMITS, LiveSpec
from tesla_core.messages.say import marked, say
from tesla_core.models.init import parse_init
from tesla_core.models.spec import ModelSpec, split_options
from tesla_core.problems.registry import problem_of
from tesla_core.tasks._seeds import SEED
from tesla_core.training.settings import Settings

Value = int | float

SEEDS = "seed"
STARTS_FROM = (1e-6, 1e3)  # what c in uniform(c) may be
USUAL_START = (0.1, 2.0)
AROUND = 8.0  # times less and more than the usual value, where nothing says how far one goes
WIDE = 20.0  # limits so many times apart are gone through by ratios, not by differences
LABELS = {
    "bits": marked("Bits"),
    "noise": marked("Noise"),
    "train_size": marked("Samples to learn from"),
    "samples": marked("Samples"),
    "train_share": marked("Share to learn from"),
    "withheld": marked("Share withheld"),
    "components": marked("Waves in the signal"),
    "viscosity": marked("Viscosity"),
    "beta": marked("Speed β"),
    "boundary": marked("Points on the boundary"),
    "initial": marked("Points at the start"),
    "width": marked("Width"),
    "depth": marked("Hidden layers"),
    "lr": marked("Learning rate"),
    "batch": marked("Batch size"),
    "weight_decay": marked("Weight decay"),
}
"""How fields are called that several parts have; one that is not here is called by its name."""
TITLES = {
    SEEDS: marked("seed {value}"),
    "panel.c": "uniform({value})",
    "panel.harmonics": "K={value}",
    "panel.omega": "ω₀={value}",
    "panel.alpha": "α={value}",
    "panel.coefficient_scale": marked("coefficient scale {value}"),
    "panel.width": marked("width {value}"),
    "panel.depth": marked("hidden layers: {value}"),
    "settings.lr": marked("learning rate {value}"),
    "settings.batch": marked("batches of {value}"),
    "settings.weight_decay": marked("weight decay {value}"),
    "task.bits": marked("{value} bits"),
    "task.noise": marked("noise {value}"),
    "task.train_size": marked("{value} samples"),
    "task.samples": marked("{value} samples"),
}
"""A value with what it is a value of, short enough to stand above a panel; others are called as their field is."""
OF_MODELS = ("width", "depth")
OF_TRAINING = ("lr", "batch", "weight_decay")
NOT_TRAINED_ON = ("validation", "test")  # what a live run never learns from begins so


@dataclass(frozen=True)
class Differs:
    """A number of a run that may differ. name: in messages. usual: the least and the greatest that are suggested, where
    limits alone would be too far apart. choices: round numbers to suggest, where some are known. stacked: whether its
    values train side by side as panels of one run."""

    name: str
    label: str
    whole: bool
    limits: tuple[float, float]
    usual: tuple[float, float]
    here: Value | None
    choices: tuple[Value, ...]
    stacked: bool
    put: Callable[[LiveSpec, int, Value], LiveSpec]
    """The run of one panel that has the value."""

    @property
    def by_ratio(self) -> bool:
        """Whether its values are best gone through by ratios."""
        low, high = self.usual
        return low > 0 and high / low >= WIDE

    def written(self, value: Value) -> str:
        """A value as people read it."""
        return f"{value:,}" if self.whole and self.name != SEEDS else f"{value:g}"

    def titled(self, value: Value) -> str:
        """A value with its name or unit, in the reader's language."""
        if self.name in TITLES:
            return say(TITLES[self.name], value=self.written(value))
        return f"{say(self.label)} {self.written(value)}"

    def as_data(self) -> dict[str, Any]:
        """What a page needs to offer it; the label it says itself."""
        low, high = self.limits
        return {
            "name": self.name,
            "label": self.label,
            "whole": self.whole,
            "low": low,
            "high": high,
            "here": self.here,
        }


def differing(spec: LiveSpec, panel: int = 0) -> tuple[Differs, ...]:
    """All that may differ in a run of one of the panels; the seed first."""
    check_whole("The panel of an experiment", panel, 0, len(spec.panels) - 1)
    model = spec.panels[panel]
    return (
        _seeds(spec),
        *_of_activation(model),
        *_of_first_layer(spec, model),
        *_of_model(spec, model),
        *_of_settings(spec),
        *_of_task(spec),
    )


def find(spec: LiveSpec, panel: int, name: object) -> Differs:
    """The field of that name, or which ones there are."""
    offered = {one.name: one for one in differing(spec, panel)}
    if not isinstance(name, str) or name not in offered:
        raise UnknownNameError("field of this run", name, offered)
    return offered[name]


def alone(spec: LiveSpec, panel: int) -> LiveSpec:
    """One panel of a run as a run: from start to end without changes, so that only what differs makes a difference."""
    starts = (spec.starts[panel],) if spec.starts else ()
    return replace(spec, panels=(spec.panels[panel],), starts=starts, edits=(), stop=None)


# ---- where fields are found


def _seeds(spec: LiveSpec) -> Differs:
    def put(run: LiveSpec, panel: int, value: Value) -> LiveSpec:
        return replace(alone(run, panel), starts=(int(value),))

    limits = (0, MOST_SEED)
    return Differs(SEEDS, marked("Seed of the start"), True, limits, limits, spec.start_of(0), (), True, put)


def _of_panel(
    name: str,
    label: str,
    whole: bool,
    limits: tuple[float, float],
    usual: tuple[float, float],
    here: Value,
    change: Callable[[ModelSpec, Value], ModelSpec],
) -> Differs:
    def put(run: LiveSpec, panel: int, value: Value) -> LiveSpec:
        own = alone(run, panel)
        return replace(own, panels=(change(own.panels[0], value),))

    usual = _within(usual, limits)
    return Differs(f"panel.{name}", label, whole, limits, usual, here, _doubling(whole, usual), True, put)


def _of_activation(model: ModelSpec) -> Iterator[Differs]:
    """The numbers that its activation is set by."""
    for option in model.entry.options:
        if option.limits is not None:
            low, high = _live(option.name, option.limits)
            usual = (float(option.default) / AROUND, float(option.default) * AROUND / 2)
            yield _of_panel(
                option.name,
                option.label,
                option.kind is int,
                (low, high),
                usual,
                model.value(option.name),
                _setter(option),
            )


def _setter(option: Option) -> Callable[[ModelSpec, Value], ModelSpec]:
    def change(model: ModelSpec, value: Value) -> ModelSpec:
        kept = {**model.chosen, option.name: option.check(value)}
        return replace(model, **{"options": (), **split_options(kept)})

    return change


def _of_first_layer(spec: LiveSpec, model: ModelSpec) -> Iterator[Differs]:
    """c of the rule uniform(c), where there is a linear first layer."""
    if model.network.plain:
        rule = parse_init(model.init)
        here = rule.c or float(f"{1 / math.sqrt(spec.inputs):.2g}")
        label = marked("c of the first layer's uniform(c)")
        yield _of_panel(
            "c", label, False, STARTS_FROM, USUAL_START, here, lambda own, c: replace(own, init=f"uniform({c:g})")
        )


def _of_model(spec: LiveSpec, model: ModelSpec) -> Iterator[Differs]:
    """What the shape of its network hangs on."""
    for name in OF_MODELS:
        here = getattr(model, name)
        other = replace(model, **{name: here + 1 if here == 1 else here - 1})
        if model.network.sizes(model, spec.inputs, 1) == other.network.sizes(other, spec.inputs, 1):
            continue  # a KAN has a width of its own
        limits, numbers = _live(name, (1, here)), _control(spec, name)
        usual = (numbers[0], numbers[-1]) if numbers else limits

        def change(own: ModelSpec, value: Value, name: str = name) -> ModelSpec:
            return replace(own, **{name: value})

        yield _of_panel(name, LABELS[name], True, limits, usual, here, change)


def _of_settings(spec: LiveSpec) -> Iterator[Differs]:
    for name in OF_TRAINING:
        found = _of_record(spec, Settings, name, getattr(spec.settings, name))
        if found is not None:

            def put(run: LiveSpec, panel: int, value: Value, name: str = name) -> LiveSpec:
                return replace(alone(run, panel), settings=replace(run.settings, **{name: value}))

            yield Differs(f"settings.{name}", *found, stacked=False, put=put)


def _of_task(spec: LiveSpec) -> Iterator[Differs]:
    """The numbers of what is learned, whatever it is."""
    for field in fields(spec.task):
        name = field.name
        if name.startswith(NOT_TRAINED_ON):
            continue
        found = _of_record(spec, type(spec.task), name, getattr(spec.task, name))
        if found is not None:

            def put(run: LiveSpec, panel: int, value: Value, name: str = name) -> LiveSpec:
                return replace(alone(run, panel), task=replace(run.task, **{name: value}))

            yield Differs(f"task.{name}", *found, stacked=False, put=put)


Found = tuple[str, bool, tuple[float, float], tuple[float, float], Value | None, tuple[Value, ...]]
"""Label, whether whole, limits, usual limits, the value of the scene, and round numbers."""


def _of_record(spec: LiveSpec, record: type, name: str, here: Value | None) -> Found | None:
    """A field of a record, if it is a number that has limits; those of a page's control where its rule names none."""
    shape: FieldType = shapes(record)[name]
    rule: Rule | None = rules(record).get(name)
    if shape.kind not in (int, float) or rule is SEED or (rule is None and here is None):
        return None
    numbers, whole = _control(spec, name), shape.kind is int
    limits = (rule.low, rule.high) if isinstance(rule, Limits) else (numbers[0], numbers[-1]) if numbers else None
    if limits is None:
        return None
    usual = _within((numbers[0], numbers[-1]), limits) if numbers else (1.0, 0.0)
    if usual[0] >= usual[1]:  # no control, or one of another task of the same page
        usual, numbers = _around(here, limits), ()
    choices = numbers if len(numbers) > 2 else _doubling(whole, usual)
    label = LABELS.get(name) or name.replace("_", " ").capitalize()
    return label, whole, limits, usual, here, tuple(map(shape.kind, choices))


def _control(spec: LiveSpec, name: str) -> tuple[float, ...]:
    """What the problem's own page offers of a number of that name: two ends, or all choices; nothing without one."""
    page = problem_of(spec.task).page
    for control in page.controls if page is not None else ():
        if control.name == name and isinstance(control, Number):
            return control.low, control.high
        if control.name == name and isinstance(control, Choice):
            return tuple(option for option in control.options if isinstance(option, int | float) and option > 0)
    return ()


def _doubling(whole: bool, usual: tuple[float, float]) -> tuple[int, ...]:
    """Powers of two, of whole numbers that are far apart."""
    low, high = usual
    if not whole or low <= 0 or high / low < WIDE or high > 2**16:
        return ()
    return tuple(2**power for power in range(17) if low <= 2**power <= high)


def _around(here: Value | None, limits: tuple[float, float]) -> tuple[float, float]:
    low, high = limits
    if not here or high - low <= WIDE:
        return limits
    return max(low, here / AROUND), min(high, here * AROUND / 2)


def _live(name: str, limits: tuple[float, float]) -> tuple[float, float]:
    """The limits of a live panel, where it has some of its own."""
    return LIMITS.get(name, limits)


def _within(usual: tuple[float, float], limits: tuple[float, float]) -> tuple[float, float]:
    return max(usual[0], limits[0]), min(usual[1], limits[1])
