"""An experiment's options as a form shows them: read from the spec's fields, so that a new experiment has a form."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, get_type_hints

from tesla_core.activations.registry import ACTIVATIONS, FURTHER_OPTIONS, OPTIONS
from tesla_core.errors import check_choice
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import ExperimentSpec, option_fields
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.image.withheld import PATTERNS
from tesla_core.problems.imagenet100.backbones import BACKBONES, PLACES
from tesla_core.problems.imagenet100.settings import PRECISIONS
from tesla_core.problems.toys.task import TOYS
from tesla_core.training.settings import SCHEDULES, Settings

TASK, MODEL, TRAINING, SEED = "task", "model", "training", "seed"
GROUPS = (TASK, MODEL, TRAINING, SEED)

LABELS = {
    "lr": "Learning rate",
    "batch": "Batch size",
    "init": "First layer",
    "n": "Inputs n",
    "seed": "Seeds",
    "noise": "Noise",
    "depth": "Hidden layers",
    "withheld": "Pixels withheld",
    "pattern": "Withheld pattern",
    **{name: option.form_label for name, option in OPTIONS.items()},
}
CHOICES: dict[str, tuple[str, ...]] = {
    "activation": tuple(ACTIVATIONS),
    **{name: option.choices for name, option in OPTIONS.items() if option.choices},
    "schedule": SCHEDULES,
    "toy": tuple(TOYS),
    "backbone": tuple(BACKBONES),
    "place": tuple(PLACES),
    "precision": PRECISIONS,
    "pattern": PATTERNS,
}
"""Options with few values, each a word."""


@dataclass(frozen=True)
class Option:
    """One field of a spec. kind: its type without None. optional: whether None (an empty text) is a value."""

    name: str
    label: str
    help: str
    kind: type
    optional: bool
    default: Any
    group: str

    @property
    def choices(self) -> tuple[str, ...]:
        return CHOICES.get(self.name, ())


def spec_class(experiment: str) -> type[ExperimentSpec]:
    return EXPERIMENTS[check_choice("experiment", experiment, EXPERIMENTS)]


def options_of(experiment: str) -> list[Option]:
    """Every option that an experiment leaves open: its own first, then the model's, the training's and the seed."""
    cls = spec_class(experiment)
    types = get_type_hints(cls)
    found = [_option(field, types[field.name]) for field in option_fields(cls) if field.name not in cls.fixed]
    found += [
        Option(further.name, further.form_label, further.help, further.kind, False, further.default, MODEL)
        for further in FURTHER_OPTIONS.values()
    ]
    return sorted(found, key=lambda option: GROUPS.index(option.group))


def _option(field: dataclasses.Field[Any], annotation: Any) -> Option:
    kinds = getattr(annotation, "__args__", (annotation,))
    (kind, *_) = [kind for kind in kinds if kind is not type(None)]
    label = LABELS.get(field.name, field.name.replace("_", " ").capitalize())
    text = field.metadata.get("help", "")
    return Option(field.name, label, text, kind, type(None) in kinds, field.default, _group(field.name))


def _group(name: str) -> str:
    if name == "seed":
        return SEED
    for group, part in ((MODEL, ModelSpec), (TRAINING, Settings)):
        if name in {field.name for field in dataclasses.fields(part)}:
            return group
    return TASK
