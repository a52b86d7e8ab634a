"""From a copy of the weights to a frame, on a thread of its own: training goes on while pictures are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from tesla_core.live.cost import model_bytes
from tesla_core.live.engine.camera import Camera, Shot
from tesla_core.live.engine.memory import SMALL
from tesla_core.live.engine.pieces import InPieces, do_all
from tesla_core.live.protocol import Frame
from tesla_core.live.spec import LiveSpec
from tesla_core.models.build import build_model
from tesla_core.models.stacked import Stack
from tesla_core.problems.scene import Scene

Weights = list[Tensor]


@dataclass(frozen=True, eq=False)
class Negative:
    """All that the frame of one step depends on.

    good: the weights at the last epoch's end that no panel diverged in. diverged: each panel's epoch, or -1.
    last_good: one-panel shots of what diverged.
    """

    number: int
    epoch: int
    batch: int
    batches: int
    weights: Weights
    good: Weights
    diverged: tuple[int, ...]
    last_good: dict[int, Shot]


class Darkroom:
    """A stack of its own, whose weights are those of the negative at hand."""

    def __init__(
        self, spec: LiveSpec, scene: Scene, device: torch.device, models: Sequence[nn.Module] | None = None
    ) -> None:
        """models: the spec's, of its own, where they have been built already."""
        self.stack = Stack(models or do_all(build_models(spec))).to(device)
        self.camera, self.kind = Camera(scene, device), scene.kind
        # Memory that is kept makes small pictures quicker; of large networks it would be much.
        self._see = self.stack.look if model_bytes(spec) <= SMALL else None

    def develop(self, negative: Negative) -> Frame:
        """The frame. A panel that is lost shows its last good picture and numbers."""
        return do_all(self.developing(negative))

    def developing(self, negative: Negative) -> InPieces[Frame]:
        """The same in pieces; only one at a time, since they share the stack."""
        put_weights(self.stack, negative.weights)
        shot = yield from self.camera.taking(self.stack, self._see)
        grid, metrics, diverged = shot.grid.copy(), shot.metrics.copy(), np.array(negative.diverged, np.int64)
        for panel, good in negative.last_good.items():
            grid[panel], metrics[panel] = good.grid, good.metrics
        lost = ~np.isfinite(metrics).all(1)
        if lost.any():  # in the middle of the epoch whose end will tell
            put_weights(self.stack, negative.good)
            before = yield from self.camera.taking(self.stack, self._see)
            grid[lost], metrics[lost] = before.grid[lost], before.metrics[lost]
            diverged[lost & (diverged < 0)] = negative.epoch + (negative.batch > 0)
        place = (negative.number, negative.epoch, negative.batch, negative.batches)
        spiked = (diverged < 0) & (metrics[:, 0] > self.kind.exploded)
        return Frame(*place, grid, metrics, diverged, spiked, self.kind.pixels)


def build_models(spec: LiveSpec) -> InPieces[list[nn.Module]]:
    """The spec's models as they start."""
    models = []
    for index, panel in enumerate(spec.panels):
        models.append(build_model(panel, spec.inputs, spec.outputs, spec.start_of(index)))
        yield
    return models


def copy_weights(stack: nn.Module) -> Weights:
    return [parameter.detach().clone() for parameter in stack.parameters()]


@torch.no_grad()
def put_weights(stack: nn.Module, weights: Sequence[Tensor]) -> None:
    for parameter, weight in zip(stack.parameters(), weights, strict=True):
        parameter.copy_(weight)
