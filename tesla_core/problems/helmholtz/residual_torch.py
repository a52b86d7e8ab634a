"""By how much a network fails the Helmholtz equation."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from tesla_core.models.jets import Jet
from tesla_core.problems.helmholtz.task import FORCING, WAVES, HelmholtzTask, X, Y


def residual(_task: HelmholtzTask, jet: Jet, points: Tensor) -> Tensor:
    """u_xx + u_yy + u - q, in the jet's shape."""
    across, upwards = (torch.sin(math.pi * waves * points[..., axis]) for axis, waves in enumerate(WAVES))
    forced = FORCING * (across * upwards)[..., None]
    return jet.second[X] + jet.second[Y] + jet.value - forced
