"""A parity surface: its pixels are the samples, so one pass serves both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.classes_torch import ClassLens


class SurfaceLens(ClassLens):
    """Measures on the seen and the unseen strings."""

    def measured(self, own: bool) -> list[NDArray]:
        seen = self.scene.points.splits == 0
        return [np.flatnonzero(seen), np.flatnonzero(~seen)]
