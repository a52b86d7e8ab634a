"""Burgers' equation on the Paper page."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.pde.views import equation_view

VIEWS = (
    equation_view(
        BurgersSpec,
        marked("Burgers' equation: a PINN"),
        marked(
            "As in the paper, TESLA's mean loss is the lowest, far below Tanh's and SIREN's. But a low loss is not yet "
            "a solution: with **fixed** points a network can be far off between them, and these are. TESLA's true "
            "error, against the exact solution, is then 7 to 32%, Tanh's is no worse, and SIREN under its own rule has "
            "a seed whose loss is below TESLA's and whose solution is 91% off. With **fresh** points in every epoch "
            "the same networks solve the equation: TESLA is off by 0.3%, Tanh by 2 to 6%, SIREN under its own rule by "
            "4 to 10% (two seeds)."
        ),
    ),
)
