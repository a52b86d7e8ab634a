"""The one list of activations: the lab's own rows (rows/), and those of installed packages.

A package adds one of its own by an entry point of the group `tesla_lab.activations` that names an `Activation`
(row.py). One that fails to load, or takes a name that is taken, is left out; `left_out` says which and why. Nothing
here imports torch.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from tesla_core.activations.row import Activation, Option
from tesla_core.activations.rows import ROWS, STARTS
from tesla_core.brought import add_brought
from tesla_core.errors import check_choice

__all__ = ["ACTIVATIONS", "FURTHER_OPTIONS", "OPTIONS", "STARTS", "Activation", "Option", "find_activation", "left_out"]

GROUP = "tesla_lab.activations"


def collect(points: Iterable[EntryPoint]) -> tuple[dict[str, Activation], dict[str, str]]:
    """The lab's own rows with those of entry points; and what was left out, with the reason."""
    found = {row.name: row for row in ROWS}
    return found, add_brought(points, found, _checked)


def _checked(brought: Any, found: dict[str, Activation]) -> Activation:
    """What an entry point gave, if the lab can take it: an Activation whose names are all its own."""
    if not isinstance(brought, Activation):
        raise TypeError(f"it names a {type(brought).__name__}, not an Activation")
    names = {row.name for row in found.values()} | {row.label.lower() for row in found.values()}
    if taken := {brought.name, brought.label.lower()} & names:
        raise ValueError(f"the name {', '.join(sorted(taken))} is taken")
    for option in brought.options:
        known = next((one for row in found.values() for one in row.options if one.name == option.name), None)
        if known is None and not option.name.startswith(f"{brought.name}_"):
            raise ValueError(f"the option {option.name} must be named {brought.name}_…")
        if option.is_field != (known is not None and known.is_field):
            raise ValueError(f"the option {option.name} is no field of the lab's specs")
        option.check(option.default)
    return brought


_FOUND, _LEFT_OUT = collect(entry_points(group=GROUP))

ACTIVATIONS: MappingProxyType[str, Activation] = MappingProxyType(_FOUND)


def _options() -> dict[str, Option]:
    found: dict[str, Option] = {}
    for row in ACTIVATIONS.values():
        for option in row.options:
            found.setdefault(option.name, option)
    return found


OPTIONS: MappingProxyType[str, Option] = MappingProxyType(_options())
"""By name; one that several activations take is here as the first of them has it."""
FURTHER_OPTIONS: MappingProxyType[str, Option] = MappingProxyType(
    {name: option for name, option in OPTIONS.items() if not option.is_field}
)
"""Those that stand in a spec's field `options`."""


def left_out() -> MappingProxyType[str, str]:
    """Entry points that are not among the activations, and why."""
    return MappingProxyType(_LEFT_OUT)


def find_activation(name: str) -> Activation:
    """The row of that name; an unknown name lists the choices."""
    return ACTIVATIONS[check_choice("activation", name, ACTIVATIONS)]
