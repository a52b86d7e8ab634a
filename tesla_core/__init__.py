"""TESLA: Taylor Expansion of Sinusoidal Learnable Activations, as a library.

Names are loaded when first used (PEP 562): importing `tesla_core` costs nothing and does not import torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tesla_core.activations import TESLA, budget_penalty, coefficient_budget, replace_activations, tesla
    from tesla_core.errors import TeslaError
    from tesla_core.models.suggest import suggest

__all__ = ["TESLA", "TeslaError", "budget_penalty", "coefficient_budget", "replace_activations", "suggest", "tesla"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "suggest":
        from tesla_core.models.suggest import suggest

        return suggest
    from tesla_core import activations, errors

    return getattr(errors if name == "TeslaError" else activations, name)
