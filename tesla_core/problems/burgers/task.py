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
from tesla_core.problems.pde.task import INITIAL, Domain, Given, PdeTask, edge_values

T, X = 0, 1  # columns of the points


@dataclass(frozen=True)
class BurgersTask(PdeTask):
    """initial: points of the initial condition. boundary: of both ends. viscosity: ν."""

    axes: ClassVar[tuple[str, str]] = ("t", "x")
    domain: ClassVar[Domain] = (0.0, 1.0, -1.0, 1.0)
    conditions: ClassVar[tuple[str, ...]] = ("initial", "boundary")
    condition_weight: ClassVar[float] = CONDITION_WEIGHT.value
    second: ClassVar[tuple[int, ...]] = (X,)
    residual: ClassVar[str] = "tesla_core.problems.burgers.residual_torch"

    initial: int = ruled(INITIAL, 100)
    viscosity: float = ruled(check_viscosity, VISCOSITY)

    @property
    def size(self) -> int:
        return super().size + self.initial

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        return burgers_exact(points[:, T], points[:, X], self.viscosity)

    def given(self, generator: np.random.Generator) -> Given:
        x = self.drawn(X, self.initial, generator)
        start = np.stack((np.zeros_like(x), x), axis=1)
        t = self.drawn(T, self.boundary, generator)
        ends = np.stack((t, np.where(np.arange(t.size) % 2, 1.0, -1.0)), axis=1)
        initial, boundary = edge_values(start, -np.sin(np.pi * x)), edge_values(ends, np.zeros_like(t))
        return Given({"initial": initial, "boundary": boundary})
