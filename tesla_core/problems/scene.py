"""What a run's pictures are made of: its samples, the inputs behind each pixel, and what lies behind the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.picture import Points

if TYPE_CHECKING:
    from tesla_core.live.spec import LiveSpec


class Scene:
    """The samples and the grid of a spec. grid: (rows · columns, d) float32, row by row from the top left."""

    def __init__(self, spec: LiveSpec) -> None:
        self.task, self.kind = spec.task, spec.kind
        self.data: Any = spec.task.sample()
        self.train_size, _ = self.kind.sizes(self.data)
        self.stage = self.kind.stage(spec.task, self.data, spec.resolution)
        self.extent, self.backdrop = self.stage.extent, self.stage.backdrop
        self.rows, self.columns, self.grid = self.stage.rows, self.stage.columns, self.stage.grid

    @property
    def points(self) -> Points:
        """The samples as points, of a run that sorts them into classes."""
        assert isinstance(self.backdrop, Points)
        return self.backdrop

    def sharper(self, resolution: int | None) -> tuple[NDArray[np.float32], int, int]:
        """The grid at another resolution with its rows and columns; a parity surface has only its own."""
        if resolution is None:
            return self.grid, self.rows, self.columns
        return self.kind.sharper(self.stage, resolution)
