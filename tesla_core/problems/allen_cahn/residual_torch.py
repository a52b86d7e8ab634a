"""By how much a network fails the Allen–Cahn equation."""

from __future__ import annotations

from torch import Tensor

from tesla_core.models.jets import Jet
from tesla_core.problems.allen_cahn.reference import DIFFUSION, REACTION
from tesla_core.problems.allen_cahn.task import AllenCahnTask, T, X


def residual(_task: AllenCahnTask, jet: Jet, _points: Tensor) -> Tensor:
    """u_t - 10⁻⁴ u_xx - 5(u - u³), in the jet's shape."""
    u = jet.value
    return jet.first[T] - DIFFUSION * jet.second[X] - REACTION * (u - u**3)
