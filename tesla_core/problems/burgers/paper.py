"""The Burgers PINN: table 1, mean squared errors after 20,000 epochs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tesla_core.messages.say import marked
from tesla_core.paper.deviation import Deviation
from tesla_core.paper.reported import Reported, Setting

SOURCE = marked("Table 1")
EPOCHS = Reported(20_000, "Table 1, caption", "epochs")
CONDITION_WEIGHT = Reported(100, "Section 5.2")
"""The weight of the initial and of the boundary condition in the total loss."""
SETTINGS = (Setting("epochs", 20_000),)
"""All that the paper says of the training besides the loss."""
NETWORK = Deviation(
    "burgers-network",
    "open",
    marked(
        "Of the network, its points, viscosity, learning rate and K the paper says nothing: here 4 layers of 32, "
        "2,000 points inside, 100 each for start and ends, ν = 0.01/π, Adam at 1e-3, K = 5. A diamond stands beside "
        "a run of 20,000 epochs, which is all that can be held against the paper."
    ),
    marked("Section 5.2"),
)
TRUE_ERROR = Deviation(
    "true-error",
    "changed",
    marked(
        "The paper judges by the loss alone; here the exact solution is known, and the true error stands beside it."
    ),
    marked("Table 1"),
)
DEVIATIONS = (NETWORK, TRUE_ERROR)


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
