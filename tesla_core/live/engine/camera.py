"""Pictures of a stack of models: every panel's grid and its numbers in one pass without gradients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.live.engine.pieces import InPieces, do_all
from tesla_core.problems.live_torch import lens_of
from tesla_core.problems.scene import Scene

CHUNK = 128  # inputs at a time: the layers' outputs stay in the cache
LEAST_CHUNK, CHUNK_WORK = 64, 6e8  # fewer of wide networks: parameters × inputs at a time, some 30 ms

See = Callable[[Tensor], Tensor]
"""From inputs (B, d) to what N models say of them, (N, B, outputs), in memory that may be written over afterwards."""


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
    def taking(self, stack: nn.Module, see: See | None = None) -> InPieces[Shot]:
        """The same in pieces, between which the stack may not change. see: a faster way to the stack's outputs."""
        see = stack if see is None else see
        parameters = sum(parameter.numel() for parameter in stack.parameters())
        total = len(self.inputs)
        size = min(total, max(LEAST_CHUNK, min(CHUNK, int(CHUNK_WORK / max(parameters, 1)))))
        outputs = see(self.inputs[:size]).repeat(1, -(-total // size), 1)[:, :total]  # the first, and room for all
        for start in range(size, total, size):
            yield
            begin = min(start, total - size)  # all of one size, so that one pass' memory does: the last begins earlier
            outputs[:, begin : begin + size] = see(self.inputs[begin : begin + size])
        yield
        metrics = self.lens.of_moment(stack, [outputs[:, place] for place in self.places])
        yield
        pictures = self.lens.develop(outputs[:, : self.pixels])
        return Shot(pictures.reshape(*pictures.shape[:2], self.rows, self.columns), metrics)
