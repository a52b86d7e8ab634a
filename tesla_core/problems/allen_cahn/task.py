"""Points for the PINN of the Allen–Cahn equation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.allen_cahn.reference import allen_cahn, start
from tesla_core.problems.pde.task import EvolutionTask, Given

T, X = 0, 1  # columns of the points


@dataclass(frozen=True)
class AllenCahnTask(EvolutionTask):
    """boundary: points of both ends, in pairs at one time."""

    second: ClassVar[tuple[int, ...]] = (X,)
    residual: ClassVar[str] = "tesla_core.problems.allen_cahn.residual_torch"

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        return allen_cahn(points[:, T], points[:, X])

    def at_start(self, x: NDArray) -> NDArray[np.float64]:
        return start(x)

    def given(self, generator: np.random.Generator) -> Given:
        return Given({"initial": self.start(generator)}, {"boundary": self.ring(generator)})
