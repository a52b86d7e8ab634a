"""What a run's pictures are made of: its samples, the inputs behind each pixel, and where the samples stand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.live.protocol import Points
from tesla_core.live.spec import LiveSpec
from tesla_core.tasks.data import Dataset
from tesla_core.tasks.surface import SurfaceTask, parity_surface

MARGIN = 1.05
SMALLEST_EXTENT = 1.1


class Scene:
    """The samples and the grid of a spec. grid: (rows · columns, d) float32, row by row from the top left."""

    def __init__(self, spec: LiveSpec) -> None:
        self.task = spec.task
        self.data: Dataset = spec.task.sample()
        self.extent: tuple[float, float, float, float] | None
        if isinstance(spec.task, SurfaceTask):
            surface = parity_surface(spec.task.bits)
            self.extent = None
            self.rows, self.columns = surface.shape
            self.grid = surface.x.astype(np.float32)
            seen = spec.task.seen()
            places = np.stack((surface.columns, surface.rows), axis=1).astype(np.float32)
            self.points = Points(2, places, surface.y.astype(np.uint8), np.where(seen, 0, 2).astype(np.uint8))
        else:
            splits = list(self.data.splits().items())
            half = _half(np.concatenate([split.x for _, split in splits]))
            self.extent = (-half, half, -half, half)
            self.rows = self.columns = spec.resolution
            self.grid = plane_grid(half, spec.resolution)
            numbers = {"train": 0, "validation": 1, "test": 2}
            self.points = Points(
                self.data.classes,
                np.concatenate([split.x for _, split in splits]).astype(np.float32),
                np.concatenate([split.y for _, split in splits]).astype(np.uint8),
                np.concatenate([np.full(len(split), numbers[name], np.uint8) for name, split in splits]),
            )

    def sharper(self, resolution: int | None) -> tuple[NDArray[np.float32], int, int]:
        """The grid at another resolution with its rows and columns; the surface has only its own."""
        if resolution is None or self.extent is None:
            return self.grid, self.rows, self.columns
        return plane_grid(self.extent[1], resolution), resolution, resolution


def plane_grid(half: float, side: int) -> NDArray[np.float32]:
    """The centres of side × side cells over [-half, half]², row by row from the top left: (side², 2)."""
    centres = (np.arange(side) + 0.5) * (2 * half / side) - half
    x, y = np.meshgrid(centres, centres[::-1])
    return np.stack((x, y), axis=-1).reshape(-1, 2).astype(np.float32)


def _half(x: NDArray[Any]) -> float:
    """Half the side of the picture: all samples with a margin, in steps of a twentieth."""
    reach = max(float(np.abs(x).max()) * MARGIN, SMALLEST_EXTENT)
    return math.ceil(reach * 20 - 1e-9) / 20
