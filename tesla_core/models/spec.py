"""The description of one model: everything that decides its shape and its start, except the seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tesla_core.activations.registry import FURTHER_OPTIONS, OPTIONS, STARTS, Activation, find_activation
from tesla_core.errors import TeslaError, UnknownNameError, check_choice, check_limits
from tesla_core.models.init import parse_init
from tesla_core.models.networks import NETWORKS, Network

LIMITS: dict[str, tuple[float, float]] = {
    **{option.name: option.limits for option in OPTIONS.values() if option.is_field and option.limits is not None},
    "width": (1, 8192),
    "depth": (1, 16),
}

Options = tuple[tuple[str, float | str], ...]
"""Values of options that are no fields, sorted by name, those at their defaults left out."""


@dataclass(frozen=True)
class ModelSpec:
    """A network of `depth` hidden layers of `width` neurons with one activation.

    harmonics (K), coefficient_scale and coefficient_start are TESLA's, omega SIREN's, alpha SNAKE's, kan_width and
    kan_grid KAN's; what other activations are set by is in `options`. init names the first-layer rule (models/init.py).
    """

    activation: str = "tesla"
    harmonics: int = 8
    coefficient_scale: float = 0.1
    coefficient_start: str = "normal"
    omega: float = 30.0
    alpha: float = 1.0
    kan_width: int = 16
    kan_grid: int = 5
    width: int = 128
    depth: int = 2
    init: str = "default"
    options: Options = ()

    def __post_init__(self) -> None:
        entry = find_activation(self.activation)
        parse_init(self.init)
        check_choice("start of the coefficients", self.coefficient_start, STARTS)
        for name, limits in LIMITS.items():
            check_limits(name.replace("_", " ").capitalize(), getattr(self, name), limits)
        object.__setattr__(self, "options", _canonical(entry, self.options))

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
        raise TeslaError(f"Options must be pairs of a name and a value; {given!r} was given.") from None
    kept = {}
    for name, value in pairs.items():
        option = entry.option(name)
        if option is None or option.is_field:
            own = [option.name for option in entry.options]
            if not own:
                raise TeslaError(f"{entry.label} has no options; {name!r} was given.")
            raise UnknownNameError(f"option of {entry.label}", name, own)
        checked = option.check(value)
        if checked != option.default:
            kept[name] = checked
    return tuple(sorted(kept.items()))
