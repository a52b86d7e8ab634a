"""By how much a network fails the convection equation."""

from __future__ import annotations

import math

from torch import Tensor

from tesla_core.models.jets import Jet
from tesla_core.problems.convection.task import ConvectionTask, T, X


def residual(task: ConvectionTask, jet: Jet, _points: Tensor) -> Tensor:
    """u_t + (β/π)·u_x, in the jet's shape."""
    return jet.first[T] + task.beta / math.pi * jet.first[X]
