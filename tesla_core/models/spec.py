"""The description of one model: everything that decides its shape and its start, except the seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tesla_core.activations import rows
from tesla_core.activations.registry import (
    ACTIVATIONS,
    FURTHER_OPTIONS,
    OPTIONS,
    STARTS,
    Activation,
    Option,
    find_activation,
)
from tesla_core.errors import MistakesError, TeslaError, UnknownNameError, shown
from tesla_core.fields import Checks, Limits, OneOf, ruled
from tesla_core.models.init import parse_init
from tesla_core.models.networks import NETWORKS, Network

Options = tuple[tuple[str, float | str], ...]
"""Values of options that are no fields, sorted by name, those at their defaults left out."""


def _readable(init: str) -> str:
    parse_init(init)
    return init


def _set_by(option: Option) -> Any:
    """The field of an activation's number."""
    assert option.limits is not None
    return ruled(Limits(option.name.replace("_", " ").capitalize(), *option.limits), option.default)


@dataclass(frozen=True)
class ModelSpec:
    """A network of `depth` hidden layers of `width` neurons with one activation.

    harmonics (K), coefficient_scale and coefficient_start are TESLA's, omega SIREN's, alpha SNAKE's, kan_width and
    kan_grid KAN's; what other activations are set by is in `options`. init names the first-layer rule (models/init.py).
    """

    activation: str = ruled(OneOf("activation", ACTIVATIONS), "tesla")
    harmonics: int = _set_by(rows.HARMONICS)
    coefficient_scale: float = _set_by(rows.COEFFICIENT_SCALE)
    coefficient_start: str = ruled(OneOf("start of the coefficients", STARTS), "normal")
    omega: float = _set_by(rows.OMEGA)
    alpha: float = _set_by(rows.ALPHA)
    kan_width: int = _set_by(rows.KAN_WIDTH)
    kan_grid: int = _set_by(rows.KAN_GRID)
    width: int = ruled(Limits("Width", 1, 8192), 128)
    depth: int = ruled(Limits("Depth", 1, 16), 2)
    init: str = ruled(_readable, "default")
    options: Options = ()

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.run(self._keep_options, "activation", "options")
        checks.done()

    def _keep_options(self) -> None:
        object.__setattr__(self, "options", _canonical(self.entry, self.options))

    @property
    def entry(self) -> Activation:
        return find_activation(self.activation)

    @property
    def network(self) -> Network:
        return NETWORKS[self.entry.network]

    def value(self, option: str) -> Any:
        """An option's value, whether it is a field or not; the default of one that this activation does not have."""
        if option in FURTHER_OPTIONS:
            return dict(self.options).get(option, FURTHER_OPTIONS[option].default)
        return getattr(self, option)

    @property
    def chosen(self) -> dict[str, Any]:
        """The values of the options that mean something for its activation."""
        return {option.name: self.value(option.name) for option in self.entry.options}

    @property
    def label(self) -> str:
        """What a chart calls this model: "TESLA K=8", "TESLA K=1 even", "SIREN ω₀=30", "ReLU"."""
        titles = (option.title(self.value(option.name)) for option in self.entry.options if option.titled)
        return " ".join(filter(None, (self.entry.label, *titles)))

    def label_covers(self, option: str) -> bool:
        """Whether nothing is left to say of an option beside the label: it is in there, or is another activation's."""
        if option not in OPTIONS:
            return option == "activation"
        own = self.entry.option(option)
        return own is None or own.titled


def split_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by name as the fields of a spec: those of options that are no fields go together under `options`."""
    own = {name: value for name, value in values.items() if name not in FURTHER_OPTIONS}
    further = [(name, value) for name, value in values.items() if name in FURTHER_OPTIONS]
    changed = tuple(sorted((name, value) for name, value in further if value != FURTHER_OPTIONS[name].default))
    return own | ({"options": changed} if changed else {})


def _canonical(entry: Activation, given: Iterable[tuple[str, Any]] | Mapping[str, Any]) -> Options:
    try:
        pairs = dict(given)
    except (TypeError, ValueError):
        raise TeslaError(f"Options must be pairs of a name and a value; {shown(given)} was given.") from None
    kept, mistakes = {}, []
    for name, value in pairs.items():
        try:
            option = _own_option(entry, name)
            checked = option.check(value)
        except TeslaError as error:
            mistakes.append(error)
        else:
            if checked != option.default:
                kept[name] = checked
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(sorted(kept.items()))


def _own_option(entry: Activation, name: str) -> Option:
    option = entry.option(name)
    if option is not None and not option.is_field:
        return option
    own = entry.option_names
    if not own:
        raise TeslaError(f"{entry.label} has no options; {shown(name)} was given.")
    raise UnknownNameError(f"option of {entry.label}", name, own)
