"""By how much a network fails the heat equation."""

from __future__ import annotations

from torch import Tensor

from tesla_core.models.jets import Jet
from tesla_lab_heat.task import HeatTask, T, X


def residual(task: HeatTask, jet: Jet, _points: Tensor) -> Tensor:
    """u_t - α u_xx, in the jet's shape."""
    return jet.first[T] - task.diffusivity * jet.second[X]
