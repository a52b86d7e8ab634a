"""Points for the PINN of the Helmholtz equation Δu + u = q on [-1, 1]², zero at the edge.

q is chosen so that u = sin πx · sin 4πy is the solution: slow in one direction and fast in the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.pde.task import Domain, Given, PdeTask, edge_values

X, Y = 0, 1  # columns of the points
WAVES = (1, 4)
"""Half the waves across and upwards."""
FORCING = 1 - np.pi**2 * sum(waves**2 for waves in WAVES)
"""q = FORCING · u, since -Δ multiplies a product of sines by the sum of their squared frequencies."""


@dataclass(frozen=True)
class HelmholtzTask(PdeTask):
    """boundary: points of all four edges, where u is zero."""

    axes: ClassVar[tuple[str, str]] = ("x", "y")
    domain: ClassVar[Domain] = (-1.0, 1.0, -1.0, 1.0)
    conditions: ClassVar[tuple[str, ...]] = ("boundary",)
    second: ClassVar[tuple[int, ...]] = (X, Y)
    residual: ClassVar[str] = "tesla_core.problems.helmholtz.residual_torch"

    def exact(self, points: NDArray) -> NDArray[np.float64]:
        across, upwards = (
            np.sin(np.pi * waves * points[:, axis].astype(np.float64)) for axis, waves in enumerate(WAVES)
        )
        return across * upwards

    def given(self, generator: np.random.Generator) -> Given:
        along = self.drawn(X, self.boundary, generator)
        edge = np.arange(self.boundary) % 4
        end = np.where(edge % 2, 1.0, -1.0)
        points = np.where((edge < 2)[:, None], np.stack((end, along), axis=1), np.stack((along, end), axis=1))
        return Given({"boundary": edge_values(points, np.zeros(self.boundary))})
