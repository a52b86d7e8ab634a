"""What an activation is to the rest of the lab: one row that names all that differs. Imports no torch.

Forms, the command line, links, panels, charts, exports and the builder of networks read rows; nothing else knows an
activation by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.activations.look import GUEST, Look
from tesla_core.errors import TeslaError, check_choice, check_limits

Value = int | float | str
Values = Mapping[str, Any]
Array = NDArray[np.float64]

LINEAR_RULE = "as PyTorch's nn.Linear: U(-1/√n, 1/√n)"


@dataclass(frozen=True)
class Option:
    """A number or a word that an activation is set by.

    name: in JSON, sweeps and, with dashes, on the command line; it starts with the activation's name, so that no two
    options share one. label: in a form of this activation alone; full_label: beside those of others. limits: of a
    number; two ints ask for a whole one. choices: of a word. words: what a panel's text may call it, the first one
    being what is written: "K" of TESLA K=8; a word needs none. titled: whether a model's label shows it. dashed:
    whether values away from the default are drawn with another dash. argument: what the class calls it.
    is_field: whether specs have a field of this name, as they do for the options of the first activations; all others
    stand in their field `options`.
    """

    name: str
    label: str
    help: str
    default: Value
    limits: tuple[float, float] | None = None
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    full_label: str = ""
    titled: bool = True
    dashed: bool = True
    argument: str = ""
    is_field: bool = False

    @property
    def kind(self) -> type:
        return type(self.default)

    @property
    def word(self) -> str:
        return self.words[0] if self.words else self.name

    @property
    def form_label(self) -> str:
        return self.full_label or self.label

    def check(self, value: Any) -> Any:
        """The value in the option's type; one outside the limits or not among the choices is refused."""
        what = self.form_label
        if self.choices:
            return check_choice(what, value, self.choices)
        assert self.limits is not None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TeslaError(f"{what} must be a number; {value!r} was given.")
        if self.kind is int and isinstance(value, float) and value.is_integer():
            value = int(value)
        check_limits(what, value, self.limits)
        return self.kind(value)

    def title(self, value: Any) -> str:
        """What a label says of it: "K=8", or the bare word if it is not the usual one."""
        if self.choices:
            return "" if value == self.default else str(value)
        return f"{self.word}={value:g}"


@dataclass(frozen=True)
class Activation:
    """A choice of nonlinearity.

    formula: as people write it. implementation: where its class is, called with the options' values under their
    arguments, and with `generator` if its parameters are drawn. network: the row of models/networks.py that puts it
    into a model. own_init: what its own first-layer rule does, in words. short: what stands at a line's end.
    suggested: settings that lists of panels offer, as texts; its plain label if empty.

    look: how it is drawn; ramp: by the values of its first option, where each has a colour of its own.

    code: torch code for those who take a model along, an expression of z or a whole class `Activation`, with the
    options' values in braces by their names.

    waves: how much faster than its own weights it turns and how many multiples of that it offers (lottery tickets).
    shape: of what is no wave, φ(z) at the start in numpy. Neither: its start is drawn at random or it has no linear
    first layer. series: whether it is φ_K itself, whose coefficients can be looked at and changed.

    neuron: what one costs at a sample beside its weights, in weights, forward and back; K harmonics add theirs.
    """

    name: str
    label: str
    formula: str
    implementation: str
    options: tuple[Option, ...] = ()
    network: str = "mlp"
    own_init: str = LINEAR_RULE
    short: str = ""
    suggested: tuple[str, ...] = ()
    look: Look = GUEST
    ramp: Mapping[int, Look] = field(default_factory=dict, hash=False)
    code: str = ""
    waves: Callable[[Values], tuple[float, int]] | None = None
    shape: Callable[[Array, Values], Array] | None = None
    drawn: bool = False
    series: bool = False
    neuron: float = 100.0

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.name == name), None)

    @property
    def option_names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options)

    @property
    def has_own_init(self) -> bool:
        return self.own_init != LINEAR_RULE

    def load(self) -> Any:
        """The class that implements it (imports torch)."""
        module, name = self.implementation.split(":")
        return getattr(import_module(module), name)
