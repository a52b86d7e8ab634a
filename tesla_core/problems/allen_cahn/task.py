"""Points for the PINN of the Allen–Cahn equation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import ruled
from tesla_core.problems.allen_cahn.reference import allen_cahn, start
from tesla_core.problems.pde.task import INITIAL, Domain, Given, PdeTask, edge_values

T, X = 0, 1  # columns of the points


@dataclass(frozen=True)
class AllenCahnTask(PdeTask):
    """initial: points of the initial condition. boundary: of both ends, in pairs at one time."""

    axes: ClassVar[tuple[str, str]] = ("t", "x")
    domain: ClassVar[Domain] = (0.0, 1.0, -1.0, 1.0)
    conditions: ClassVar[tuple[str, ...]] = ("initial", "boundary")
    second: ClassVar[tuple[int, ...]] = (X,)
    residual: ClassVar[str] = "tesla_core.problems.allen_cahn.residual_torch"

    initial: int = ruled(INITIAL, 100)

    @property
    def size(self) -> int:
        return super().size + self.initial

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        return allen_cahn(points[:, T], points[:, X])

    def given(self, generator: np.random.Generator) -> Given:
        x = self.drawn(X, self.initial, generator)
        t = self.drawn(T, self.boundary // 2, generator)
        left, right = (np.stack((t, np.full_like(t, end)), axis=1).astype(np.float32) for end in (-1.0, 1.0))
        initial = edge_values(np.stack((np.zeros_like(x), x), axis=1), start(x))
        return Given({"initial": initial}, {"boundary": (left, right)})
