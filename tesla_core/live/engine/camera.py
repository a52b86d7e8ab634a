"""Pictures of a stack of models: every panel's grid and its numbers in one pass without gradients."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tesla_core.live.engine.pieces import InPieces, do_all
from tesla_core.problems.live_torch import lens_of
from tesla_core.problems.scene import Scene

CHUNK = 1024  # inputs at a time: the layers' outputs stay in the cache
LEAST_CHUNK, CHUNK_WORK = 128, 6e8  # fewer of wide networks: parameters × inputs at a time, some 30 ms


@dataclass(frozen=True, eq=False)
class Shot:
    """grid: (N, planes, rows, columns) uint8. metrics: (N, 4), the kind's measures."""

    grid: NDArray[np.uint8]
    metrics: NDArray[np.float32]


class Camera:
    """Takes pictures of models with a scene's inputs, at its own resolution or another."""

    def __init__(self, scene: Scene, device: torch.device, resolution: int | None = None) -> None:
        self.lens = lens_of(scene, device)
        grid, self.rows, self.columns = scene.sharper(resolution)
        self.pixels = len(grid)
        inputs, places = [grid], []
        for where in self.lens.measured(grid is scene.grid):
            if where.ndim == 1:  # among the pixels
                places.append(where)
                continue
            start = sum(map(len, inputs))
            places.append(np.arange(start, start + len(where)))
            inputs.append(where)
        self.inputs = torch.from_numpy(np.concatenate(inputs)).to(device)
        self.places = [torch.from_numpy(place).to(device) for place in places]

    def take(self, stack: nn.Module) -> Shot:
        """stack: (B, d) → (N, B, outputs)."""
        return do_all(self.taking(stack))

    @torch.no_grad()
    def taking(self, stack: nn.Module) -> InPieces[Shot]:
        """The same in pieces, between which the stack may not change."""
        parameters = sum(parameter.numel() for parameter in stack.parameters())
        parts = []
        for part in self.inputs.split(max(LEAST_CHUNK, min(CHUNK, int(CHUNK_WORK / max(parameters, 1))))):
            parts.append(stack(part))
            yield
        outputs = torch.cat(parts, dim=1)
        metrics = self.lens.of_moment(stack, [outputs[:, place] for place in self.places])
        yield
        pictures = self.lens.develop(outputs[:, : self.pixels])
        return Shot(pictures.reshape(*pictures.shape[:2], self.rows, self.columns), metrics)
