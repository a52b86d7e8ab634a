"""The Burgers PINN: table 1, mean squared errors after 20,000 epochs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tesla_core.messages.say import marked
from tesla_core.paper.reported import Reported

SOURCE = marked("Table 1")
EPOCHS = Reported(20_000, "Table 1, caption", "epochs")
CONDITION_WEIGHT = Reported(100, "Section 5.2")
"""The weight of the initial and of the boundary condition in the total loss."""


@dataclass(frozen=True)
class Losses:
    """The total loss and its unweighted parts: PDE residual, initial condition, boundary conditions."""

    total: Reported
    pde: Reported
    initial: Reported
    boundary: Reported


_ROWS = (
    ("relu", 7.13e-1, 5.52e-1, 1.31e-3, 3.03e-4),
    ("tanh", 1.19e-2, 3.81e-3, 2.93e-6, 7.77e-5),
    ("siren", 1.04e-2, 6.00e-3, 1.06e-5, 3.38e-5),
    ("tesla", 1.21e-3, 5.01e-4, 1.11e-6, 6.00e-6),
)

TABLE: Mapping[str, Losses] = MappingProxyType(
    {activation: Losses(*(Reported(value, SOURCE, "MSE") for value in values)) for activation, *values in _ROWS}
)
"""Final losses by activation."""
