"""Activations: TESLA and what it is compared with. Loaded when first used, so that listing them needs no torch."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tesla_core.activations.budget import budget_penalty, coefficient_budget
    from tesla_core.activations.registry import ACTIVATIONS, find_activation
    from tesla_core.activations.replace import replace_activations
    from tesla_core.activations.row import Activation, Option
    from tesla_core.activations.tesla import TESLA, tesla

_HOMES = {
    "ACTIVATIONS": "registry",
    "Activation": "row",
    "Option": "row",
    "TESLA": "tesla",
    "budget_penalty": "budget",
    "coefficient_budget": "budget",
    "find_activation": "registry",
    "replace_activations": "replace",
    "tesla": "tesla",
}

__all__ = [
    "ACTIVATIONS",
    "TESLA",
    "Activation",
    "Option",
    "budget_penalty",
    "coefficient_budget",
    "find_activation",
    "replace_activations",
    "tesla",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


class _Package(ModuleType):
    def __setattr__(self, name: str, value: object) -> None:
        # `tesla` here is the function; importing the file of the same name would put the module in its place.
        if name != "tesla" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
