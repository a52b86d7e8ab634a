"""The Burgers PINN as a live run: u(t, x) as a map, time to the right and x upwards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.analysis.burgers_exact import burgers_exact
from tesla_core.live.kinds.base import Curve, Kind, Measure, Stage, to_bytes
from tesla_core.live.protocol import FIELD, Truth
from tesla_core.tasks.burgers import BurgersPoints, BurgersTask

SPAN = 1.0  # of u: the exact solution never leaves ±1
EXTENT = (0.0, 1.0, -1.0, 1.0)


class Field(Kind):
    """Judged by the true relative error on the picture's own points, which training never sees."""

    name = "field"
    pixels = FIELD
    lens = "tesla_core.live.lenses.field"
    measures = (
        Measure("total_loss", "loss"),
        Measure("pde_loss", "PDE loss"),
        Measure("condition_loss", "initial and boundary loss"),
        Measure("relative_error", "error", "share"),
    )
    titled = (0, 3)
    curves = (Curve("Relative L2 error against the exact solution", 3, "log"), Curve("Training loss", 0, "log"))
    meaning = "points (t, x) of the domain, 0 <= t <= 1 and -1 <= x <= 1"
    exploded = 1e9  # a steep start has second derivatives whose squares are millions
    networks = ("mlp",)

    def samples(self, task: BurgersTask) -> int:
        return task.samples + task.initial + task.boundary

    def inputs(self, task: BurgersTask) -> int:
        return 2

    def outputs(self, task: BurgersTask) -> int:
        return 1

    def sizes(self, data: BurgersPoints) -> tuple[int, int]:
        return len(data.inside), 0

    def train_inputs(self, data: BurgersPoints) -> NDArray[np.float32]:
        return data.inside

    def stage(self, task: BurgersTask, data: BurgersPoints, resolution: int) -> Stage:
        grid = field_grid(resolution)
        picture = to_bytes(exact_at(grid, task.viscosity), SPAN).reshape(1, resolution, resolution)
        return Stage(resolution, resolution, grid, Truth(FIELD, picture), EXTENT)

    def sharper(self, stage: Stage, resolution: int) -> tuple[NDArray[np.float32], int, int]:
        return field_grid(resolution), resolution, resolution


def field_grid(side: int) -> NDArray[np.float32]:
    """The centres of side × side cells over 0 ≤ t ≤ 1 and -1 ≤ x ≤ 1, columns t and x; x = 1 on top: (side², 2)."""
    centres = (np.arange(side) + 0.5) / side
    t, x = np.meshgrid(centres, 1 - 2 * centres)
    return np.stack((t, x), axis=-1).reshape(-1, 2).astype(np.float32)


def exact_at(grid: NDArray[np.float32], viscosity: float) -> NDArray[np.float64]:
    """The exact solution at points (n, 2): (n,)."""
    return burgers_exact(grid[:, 0], grid[:, 1], viscosity)
