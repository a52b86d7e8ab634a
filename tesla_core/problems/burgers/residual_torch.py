"""By how much a network fails Burgers' equation."""

from __future__ import annotations

from torch import Tensor

from tesla_core.models.jets import Jet
from tesla_core.problems.burgers.task import BurgersTask, T, X


def residual(task: BurgersTask, jet: Jet, _points: Tensor) -> Tensor:
    """u_t + u·u_x - ν·u_xx, in the jet's shape."""
    return jet.first[T] + jet.value * jet.first[X] - task.viscosity * jet.second[X]
