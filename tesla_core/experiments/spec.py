"""What every experiment's spec has in common: the model, the training and the seed, as flat typed fields.

A field is at once an option of the command line, a key of the JSON and an argument of the task, model or settings it
belongs to. Those validate; nothing is checked twice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol, Self

from tesla_core.activations import rows
from tesla_core.activations.registry import ACTIVATIONS, FURTHER_OPTIONS
from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.experiments.specialist import METHODS, NETWORK, SPECIALIST, Specialist, reached_by_specialist
from tesla_core.fields import Checks, FieldType, Limits, OneOf, Rule, shapes
from tesla_core.messages.say import marked, say
from tesla_core.models.spec import ModelSpec, split_options
from tesla_core.paper.reported import Nearest
from tesla_core.training.settings import SCHEDULES, Settings


class Task(Protocol):
    """What an experiment's task can do."""

    def sample(self) -> Any:
        """Its samples, in the form that the experiment's assembler takes."""
        ...


@dataclass(frozen=True)
class DataLook:
    """What a look at a run's data found, before it is queued.

    options: what the run is to take in place of its own options; several for a spec that stands for several runs, as
    one that names a folder of pictures does; group is their name. warnings: what to know of the data, a sentence each.
    """

    options: tuple[Mapping[str, Any], ...] = ({},)
    warnings: tuple[str, ...] = ()
    group: str = ""


def option(
    default: Any,
    text: str,
    rule: Rule | None = None,
    *,
    before: Any = dataclasses.MISSING,
    label: str = "",
    choices: tuple[str, ...] = (),
) -> Any:
    """A field with its default and the help text that the command line shows.

    rule: what its values may be, where it is neither the model's nor the training's, whose own fields say so. before:
    what a stored spec means that does not name it, where the default has become another since. label: what a form
    calls it, where that is not its name. choices: its values, where they are a few words that no rule names. A
    subclass that gives a field another default has its label and choices, too.
    """
    told = choices or tuple(getattr(rule, "choices", ()))
    said = {"help": text, "before": before, "label": label, "choices": told, "rule": rule}
    return dataclasses.field(default=default, metadata=said)


EVALUATE_EVERY = Limits("Evaluate every", 1, 1_000_000)


@dataclass(frozen=True, kw_only=True)
class ExperimentSpec:
    """A run, fully determined, seed included."""

    experiment: ClassVar[str]
    label: ClassVar[str]
    assembler: ClassVar[str] = "tesla_core.experiments.assemble"
    """The module whose `assemble(specs, device, team)` makes the training; imported by a run, since it needs torch."""
    fixed: ClassVar[frozenset[str]] = frozenset()
    """Options that the experiment decides itself: no form and no command offers them."""
    always_said: ClassVar[frozenset[str]] = frozenset()
    """Options that a run's line names even where they have their default."""
    averaged: ClassVar[frozenset[str]] = frozenset({"seed"})
    """Options over which the results of a setting are put together."""
    networks_own: ClassVar[frozenset[str]] = frozenset()
    """Options that mean nothing to a specialist, beside those of the model and of the training."""

    activation: str = option(
        "tesla", marked("the activation; `list` names them"), choices=tuple(ACTIVATIONS), label=marked("Activation")
    )
    harmonics: int = option(8, rows.HARMONICS.help)
    coefficient_scale: float = option(0.1, rows.COEFFICIENT_SCALE.help)
    coefficient_start: str = option("normal", rows.COEFFICIENT_START.help)
    omega: float = option(30.0, rows.OMEGA.help)
    alpha: float = option(1.0, rows.ALPHA.help)
    kan_width: int = option(16, rows.KAN_WIDTH.help)
    kan_grid: int = option(5, rows.KAN_GRID.help)
    width: int = option(128, marked("neurons in a hidden layer"), label=marked("Width"))
    depth: int = option(2, marked("hidden layers"), label=marked("Hidden layers"))
    init: str = option(
        "default", marked("first-layer rule: default, uniform(c), rademacher or own"), label=marked("First layer")
    )
    epochs: int = option(20, marked("passes over the training samples"), label=marked("Epochs"))
    batch: int = option(1024, marked("samples in a batch"), label=marked("Batch size"))
    lr: float = option(1e-3, marked("Adam's learning rate"), label=marked("Learning rate"))
    weight_decay: float = option(0.0, marked("AdamW's decoupled weight decay"), label=marked("Weight decay"))
    schedule: str = option(
        "constant",
        marked("learning rate over the epochs: constant or cosine"),
        choices=SCHEDULES,
        label=marked("Schedule"),
    )
    budget_weight: float = option(
        0.0, marked("weight of the ℓ1 penalty on each layer's budget A_K"), label=marked("Budget weight")
    )
    budget_target: float = option(
        0.0, marked("what each layer's budget may spend for free"), label=marked("Budget target")
    )
    seed: int = option(0, marked("decides the data, the start and the order of batches"), label=marked("Seeds"))
    options: tuple[tuple[str, float | str], ...] = option(
        (), marked("of activations, those that have no field of their own")
    )
    method: str = option(
        NETWORK,
        marked("network, or specialist: what somebody does who knows the problem's structure"),
        OneOf("method", METHODS),
        label=marked("Method"),
    )

    def __post_init__(self) -> None:
        if self.method == SPECIALIST:
            self._forget_network()
        self.fill_in()
        checks = Checks(self)
        self.check(checks)
        checks.done()

    def check(self, checks: Checks) -> None:
        """What is wrong beside the rules of the fields: each part checks its own numbers when it is made."""
        model, training = field_names(ModelSpec), field_names(Settings)
        checks.part(self._keep_options, *model)
        checks.part(self.settings, *training)
        checks.part(self.task, *(field_names(type(self)) - model - training))
        checks.run(self._check_method, "method")

    def fill_in(self) -> None:
        """Put in, for options that were left open, what follows from the others; nothing for most."""

    def _check_method(self) -> None:
        if self.method == SPECIALIST and self.specialist is None:
            raise TeslaError(f"{self.experiment} has no specialist; its only method is {NETWORK!r}.")

    def _forget_network(self) -> None:
        """A specialist has no network: equal tasks are equal runs, whatever stood there."""
        for field in dataclasses.fields(self):
            if field.name in self.network_options():
                object.__setattr__(self, field.name, field.default)

    @classmethod
    def network_options(cls) -> frozenset[str]:
        """The options that a run by a specialist does not have."""
        return (field_names(ModelSpec) | field_names(Settings) | cls.networks_own) & field_names(cls)

    @property
    def specialist(self) -> Specialist | None:
        """That of its problem, if it has one."""
        from tesla_core.experiments.registry import specialist_of  # the registry lists specs

        return specialist_of(self.experiment)

    @property
    def by_specialist(self) -> bool:
        """Whether the run is a specialist's, not a network's."""
        return self.method == SPECIALIST

    def lacks(self, option: str) -> bool:
        """Whether an option means nothing to the run, since it is a network's and the run a specialist's."""
        return self.by_specialist and option in self.network_options()

    def _keep_options(self) -> None:
        object.__setattr__(self, "options", self.model().options)

    def model(self) -> ModelSpec:
        return ModelSpec(**self._subset(ModelSpec))

    def settings(self) -> Settings:
        return Settings(**self._subset(Settings))

    def task(self) -> Task:
        raise NotImplementedError

    def data_in_words(self) -> str:
        """How much there is to learn from, where the lab shows a smaller one."""
        return say("the experiment's own data")

    @property
    def inputs(self) -> int:
        """Of its network, about: by them a run's time is guessed."""
        return 2

    def multiply_adds(self) -> float | None:
        """Of the whole training, about; None for a plain network, whose work its sizes tell."""
        return None

    @property
    def data_key(self) -> tuple[object, ...]:
        """Runs of an experiment with the same key have the same data to look at."""
        return ()

    def check_data(self) -> DataLook:
        """Look at data on this host before a run is queued; raises where it can't be trained on. Most draw theirs."""
        return DataLook()

    def result_in_words(self, metrics: dict[str, Any]) -> str:
        """What a finished run's metrics say, whoever solved it."""
        return reached_by_specialist(self.run_label, metrics) if self.by_specialist else self.reached(metrics)

    def reached(self, metrics: dict[str, Any]) -> str:
        """In words, what a finished run's metrics say: facts, a comma between two. A list shows the first, and none
        of those in brackets."""
        test = say("test accuracy {share}", share=f"{metrics['test_accuracy']:.2%}")
        chosen = say("epoch {epoch}, chosen by {how}", epoch=metrics["chosen_epoch"], how=say(metrics["chosen_by"]))
        last = say("{share} after the last epoch", share=f"{metrics['final_accuracy']:.2%}")
        return f"{test} ({chosen}), {last}"

    def reported(self) -> Mapping[str, Nearest]:
        """The paper's numbers that are nearest to this setting, by the names of a run's metrics, each with every
        difference; empty where the paper has none for such a task and activation."""
        return {}

    def paper_numbers(self) -> Mapping[str, Nearest]:
        """Those of `reported`, which are of networks; none for a specialist."""
        return {} if self.by_specialist else self.reported()

    @property
    def title(self) -> str:
        """What lists and names of runs call it."""
        return say(self.label)

    @property
    def run_label(self) -> str:
        """What a run is called among others: its model, and what else two runs may differ by."""
        if self.by_specialist and (specialist := self.specialist) is not None:
            return say("Specialist: {method}", method=say(specialist.method_of(self.task())))
        return self.network_label

    @property
    def network_label(self) -> str:
        """What its network is called."""
        return self.model().label

    @property
    def is_stock(self) -> bool:
        """Whether the activation stands nowhere: the run is of a network as it comes, whatever it is called."""
        return False

    def announced(self) -> str:
        """A sentence on what is trained that a person should know beforehand; empty for most."""
        return ""

    @property
    def best_accuracy(self) -> float | None:
        """The best that flipped labels leave; None where no label is flipped by chance."""
        return None

    def value(self, name: str) -> Any:
        """An option's value, whether it is a field or not."""
        return self.model().value(name) if name in FURTHER_OPTIONS else getattr(self, name)

    def to_dict(self) -> dict[str, Any]:
        written = {field.name: getattr(self, field.name) for field in option_fields(type(self))}
        own = {name: value for name, value in self.model().chosen.items() if name in FURTHER_OPTIONS}
        # Specs, links and stores of before there were specialists read, and compare, as they did.
        if not self.by_specialist:
            written.pop("method")
        return {"experiment": self.experiment} | written | own

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The spec of a JSON object; unknown keys and wrong types are named. What it leaves out is as it was when such
        objects were first written, whatever new runs start from."""
        own = option_fields(cls)
        kinds = shapes(cls) | {name: FieldType((further.kind,)) for name, further in FURTHER_OPTIONS.items()}
        names = [*(field.name for field in own), *FURTHER_OPTIONS]
        before = {field.name: field.metadata.get("before", dataclasses.MISSING) for field in own}
        values = {name: value for name, value in before.items() if value is not dataclasses.MISSING}
        checks = Checks()
        for key in (key for key in data if key != "experiment"):
            if key not in names:
                checks.add(UnknownNameError(f"option of {cls.experiment}", key, names))
                continue
            try:
                values[key] = _as_type(key, data[key], kinds[key])
            except TeslaError as error:
                checks.add(error, key)
        made = checks.part(lambda: cls.of(values), *field_names(cls))
        checks.done()
        assert made is not None
        return made

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The spec of values by name, options of activations among them; what is left out has its default."""
        return cls(**split_options(values))

    def _subset(self, part: type) -> dict[str, Any]:
        return {
            field.name: getattr(self, field.name) for field in dataclasses.fields(part) if hasattr(self, field.name)
        }


@cache
def field_names(part: type) -> frozenset[str]:
    return frozenset(field.name for field in dataclasses.fields(part))


def option_fields(spec: type[ExperimentSpec]) -> list[dataclasses.Field[Any]]:
    """The fields that are options: all but the one that holds the options of activations."""
    return [field for field in dataclasses.fields(spec) if field.name != "options"]


def _as_type(key: str, value: Any, wanted: FieldType) -> Any:
    """The value in its field's type; whole numbers pass as floats, and None where the field allows it."""
    if value is None and wanted.optional:
        return None
    if wanted.kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, wanted.kind) or isinstance(value, bool):
        raise TeslaError(f"{key} must be of type {wanted.kind.__name__}; {value!r} was given.")
    return value
