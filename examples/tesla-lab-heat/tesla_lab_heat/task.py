"""The heat equation u_t = α u_xx on a rod whose ends are kept at zero, from u(0, x) = sin πx + 0.3 sin 3πx."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import Limits, ruled
from tesla_core.problems.pde.task import Domain, EvolutionTask, Given

T, X = 0, 1  # columns of the points
START = ((1, 1.0), (3, 0.3))
"""Half waves along the rod, and how high each is."""


@dataclass(frozen=True)
class HeatTask(EvolutionTask):
    """boundary: points of both ends. diffusivity: α."""

    domain: ClassVar[Domain] = (0.0, 1.0, 0.0, 1.0)
    second: ClassVar[tuple[int, ...]] = (X,)
    residual: ClassVar[str] = "tesla_lab_heat.residual_torch"

    diffusivity: float = ruled(Limits("Diffusivity", 0.001, 1.0), 0.1)

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        t, x = points[:, T].astype(np.float64), points[:, X].astype(np.float64)
        waves = (
            height * np.exp(-self.diffusivity * (np.pi * half) ** 2 * t) * np.sin(np.pi * half * x)
            for half, height in START
        )
        return sum(waves, np.zeros_like(t))

    def given(self, generator: np.random.Generator) -> Given:
        return Given({"initial": self.start(generator), "boundary": self.ends(generator)})
