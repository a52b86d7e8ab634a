"""An experiment's options as a form shows them: read from the spec's fields, so that a new experiment has a form."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from tesla_core.activations.registry import FURTHER_OPTIONS, OPTIONS
from tesla_core.errors import check_choice
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import ExperimentSpec, option_fields
from tesla_core.fields import FieldType, shapes
from tesla_core.models.spec import ModelSpec
from tesla_core.training.settings import Settings

TASK, MODEL, TRAINING, SEED = "task", "model", "training", "seed"
GROUPS = (TASK, MODEL, TRAINING, SEED)


@dataclass(frozen=True)
class FormOption:
    """One field of a spec. kind: its type without None. optional: whether None (an empty text) is a value. choices: its
    values, where they are a few words."""

    name: str
    label: str
    help: str
    kind: type
    optional: bool
    default: Any
    group: str
    choices: tuple[str, ...] = ()


def spec_class(experiment: str) -> type[ExperimentSpec]:
    return EXPERIMENTS[check_choice("experiment", experiment, EXPERIMENTS)]


def options_of(experiment: str) -> list[FormOption]:
    """Every option that an experiment leaves open: its own first, then the model's, the training's and the seed."""
    cls = spec_class(experiment)
    found = [
        _option(cls, field, shapes(cls)[field.name]) for field in option_fields(cls) if field.name not in cls.fixed
    ]
    found += [
        FormOption(
            further.name,
            further.form_label,
            further.help,
            further.kind,
            False,
            further.default,
            MODEL,
            further.choices,
        )
        for further in FURTHER_OPTIONS.values()
    ]
    return sorted(found, key=lambda option: GROUPS.index(option.group))


def _option(cls: type[ExperimentSpec], field: dataclasses.Field[Any], shape: FieldType) -> FormOption:
    name, row = field.name, OPTIONS.get(field.name)
    choices = row.choices if row else tuple(_said(cls, name, "choices") or ())
    return FormOption(
        name,
        label_of(cls, name),
        field.metadata.get("help", ""),
        shape.kind,
        shape.optional,
        field.default,
        _group(name),
        choices,
    )


def label_of(cls: type[ExperimentSpec], name: str) -> str:
    """What a form calls an option."""
    row = OPTIONS.get(name)
    return (row.form_label if row else _said(cls, name, "label")) or name.replace("_", " ").capitalize()


def _said(cls: type[ExperimentSpec], name: str, what: str) -> Any:
    """What a field says of itself, or else what the classes say that it was inherited from."""
    fields = (base.__dataclass_fields__.get(name) for base in cls.__mro__ if dataclasses.is_dataclass(base))
    return next((said for field in fields if field is not None and (said := field.metadata.get(what))), None)


def _group(name: str) -> str:
    if name == "seed":
        return SEED
    for group, part in ((MODEL, ModelSpec), (TRAINING, Settings)):
        if name in {field.name for field in dataclasses.fields(part)}:
            return group
    return TASK
