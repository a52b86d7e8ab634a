"""How parity is measured: on a surface the pixels are the samples, so one pass serves both."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from tesla_core.problems.classes_torch import ClassLens
from tesla_core.problems.parity.live import LOOKED_AT
from tesla_core.problems.scene import Scene


class SurfaceLens(ClassLens):
    """Measures on the seen and the unseen strings."""

    def measured(self, own: bool) -> list[NDArray]:
        seen = self.scene.points.splits == 0
        return [np.flatnonzero(seen), np.flatnonzero(~seen)]


class HalvesLens(ClassLens):
    """Measures on some of the seen strings between epochs, and on all that are asked about."""

    def __init__(self, scene: Scene, device: torch.device) -> None:
        super().__init__(scene, device)
        self.labels[0] = self.labels[0][:LOOKED_AT]

    def measured(self, own: bool) -> list[NDArray]:
        return [split.x[:most].astype(np.float32) for split, most in zip(self.splits, (LOOKED_AT, None), strict=True)]
