"""Points for the PINN of the convection equation u_t + (β/π) u_x = 0: a sine that is carried around a ring.

With β = 30 it is the example on which Krishnapriyan et al. (NeurIPS 2021) show how PINNs fail; x is scaled to ±1 here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import Limits, ruled
from tesla_core.problems.pde.task import EvolutionTask, Given

T, X = 0, 1  # columns of the points
SPEED = Limits("Speed β", 0.1, 100.0)


@dataclass(frozen=True)
class ConvectionTask(EvolutionTask):
    """boundary: points of both ends, in pairs at one time. beta: how many radians of the wave pass a place until
    t = 1."""

    second: ClassVar[tuple[int, ...]] = ()
    residual: ClassVar[str] = "tesla_core.problems.convection.residual_torch"

    beta: float = ruled(SPEED, 30.0)

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        t, x = points[:, T].astype(np.float64), points[:, X].astype(np.float64)
        return np.sin(np.pi * x - self.beta * t)

    def given(self, generator: np.random.Generator) -> Given:
        return Given({"initial": self.start(generator)}, {"boundary": self.ring(generator)})
