"""The Burgers PINN: its three losses, the true error on the picture's points, u as pixels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.errors import TeslaError
from tesla_core.live.kinds.base import to_bytes
from tesla_core.live.kinds.field import SPAN, exact_at
from tesla_core.live.lenses import base
from tesla_core.live.scene import Scene
from tesla_core.models.stacked import Stack
from tesla_core.paper.burgers import CONDITION_WEIGHT
from tesla_core.tasks.burgers import BurgersTask
from tesla_core.training.pinn import PinnTraining, burgers_residuals
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record

NEVER = 1_000_000  # epochs to the training's own look at the exact solution; ours is smaller and of every epoch
CHUNK = 1024


class Lens(base.Lens):
    """The true error is measured where the picture's pixels are, whatever their number in a sharper one."""

    def __init__(self, scene: Scene, device: torch.device) -> None:
        super().__init__(scene, device)
        assert isinstance(scene.task, BurgersTask)
        self.task, points = scene.task, scene.data
        self.inside = self.tensor(points.inside)
        self.conditions = [self.tensor(part.y) for part in (points.initial, points.boundary)]
        self.grid = self.tensor(scene.grid)
        self.exact = self.tensor(exact_at(scene.grid, self.task.viscosity).astype(np.float32))

    def training(self, models: Sequence[nn.Module], settings: Settings, seed: int) -> PinnTraining:
        return PinnTraining(models, self.task, settings, NEVER, self.device)

    @torch.no_grad()
    def of_epoch(self, stack: Stack, record: Record) -> base.Numbers:
        values = torch.cat([stack(part) for part in self.grid.split(CHUNK)], dim=1)
        initial, boundary = torch.tensor(record["initial_loss"]), torch.tensor(record["boundary_loss"])
        return base.rows(record["total_loss"], record["pde_loss"], initial + boundary, self._errors(values))

    def measured(self, own: bool) -> list[NDArray]:
        everywhere = np.arange(len(self.scene.grid)) if own else self.scene.grid
        return [everywhere, self.scene.data.initial.x, self.scene.data.boundary.x]

    def of_moment(self, stack: nn.Module, outputs: list[Tensor]) -> base.Numbers:
        field, initial, boundary = outputs
        at_start, at_ends = self.conditions
        conditions = (initial - at_start).square().mean((-2, -1)) + (boundary - at_ends).square().mean((-2, -1))
        if not isinstance(stack, Stack):
            raise TeslaError("What a changed panel's derivatives are is not known here.")
        pde = burgers_residuals(stack, self.inside, self.task.viscosity).square().mean(-1)
        return base.rows(pde + CONDITION_WEIGHT.value * conditions, pde, conditions, self._errors(field))

    def _errors(self, values: Tensor) -> Tensor:
        """‖u - exact‖₂/‖exact‖₂ of (N, n, 1): (N,)."""
        return (values[..., 0] - self.exact).norm(dim=1) / self.exact.norm()

    def develop(self, outputs: Tensor) -> NDArray[np.uint8]:
        return to_bytes(outputs[..., 0].cpu().numpy(), SPAN)[:, None]
