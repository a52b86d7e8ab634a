"""Points for the PINN of the 1-D viscous Burgers equation (Sec. "Continuous-domain Evaluation").

u_t + u·u_x = ν·u_xx for -1 ≤ x ≤ 1 and 0 ≤ t ≤ 1, with u(0, x) = -sin πx and u(t, ±1) = 0. The paper names the
equation and the loss's weights; domain, start and ν = 0.01/π are those of the problem PINNs are usually shown on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import ruled
from tesla_core.problems.burgers.exact import VISCOSITY, burgers_exact, check_viscosity
from tesla_core.problems.burgers.paper import CONDITION_WEIGHT
from tesla_core.problems.pde.task import EvolutionTask, Given

T, X = 0, 1  # columns of the points


@dataclass(frozen=True)
class BurgersTask(EvolutionTask):
    """boundary: points of both ends. viscosity: ν."""

    condition_weight: ClassVar[float] = CONDITION_WEIGHT.value
    second: ClassVar[tuple[int, ...]] = (X,)
    residual: ClassVar[str] = "tesla_core.problems.burgers.residual_torch"

    viscosity: float = ruled(check_viscosity, VISCOSITY)

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        return burgers_exact(points[:, T], points[:, X], self.viscosity)

    def at_start(self, x: NDArray) -> NDArray[np.float64]:
        return -np.sin(np.pi * x)

    def given(self, generator: np.random.Generator) -> Given:
        return Given({"initial": self.start(generator), "boundary": self.ends(generator)})
