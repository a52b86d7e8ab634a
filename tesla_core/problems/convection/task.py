"""Points for the PINN of the convection equation u_t + (β/π) u_x = 0: a sine that is carried around a ring.

With β = 30 it is the example on which Krishnapriyan et al. (NeurIPS 2021) show how PINNs fail; x is scaled to ±1 here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import Limits, ruled
from tesla_core.problems.pde.task import INITIAL, Domain, Given, PdeTask, edge_values

T, X = 0, 1  # columns of the points
SPEED = Limits("Speed β", 0.1, 100.0)


@dataclass(frozen=True)
class ConvectionTask(PdeTask):
    """initial: points of the initial condition. boundary: of both ends, in pairs at one time. beta: how many radians of
    the wave pass a place until t = 1."""

    axes: ClassVar[tuple[str, str]] = ("t", "x")
    domain: ClassVar[Domain] = (0.0, 1.0, -1.0, 1.0)
    conditions: ClassVar[tuple[str, ...]] = ("initial", "boundary")
    second: ClassVar[tuple[int, ...]] = ()
    residual: ClassVar[str] = "tesla_core.problems.convection.residual_torch"

    initial: int = ruled(INITIAL, 100)
    beta: float = ruled(SPEED, 30.0)

    @property
    def size(self) -> int:
        return super().size + self.initial

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        t, x = points[:, T].astype(np.float64), points[:, X].astype(np.float64)
        return np.sin(np.pi * x - self.beta * t)

    def given(self, generator: np.random.Generator) -> Given:
        x = self.drawn(X, self.initial, generator)
        t = self.drawn(T, self.boundary // 2, generator)
        left, right = (np.stack((t, np.full_like(t, end)), axis=1).astype(np.float32) for end in (-1.0, 1.0))
        initial = edge_values(np.stack((np.zeros_like(x), x), axis=1), np.sin(np.pi * x))
        return Given({"initial": initial}, {"boundary": (left, right)})
