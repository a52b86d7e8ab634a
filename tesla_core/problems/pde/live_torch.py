"""A PINN: its losses, the true error on the picture's points, u as pixels, and where the equation does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.errors import TeslaError
from tesla_core.models.stacked import Stack
from tesla_core.problems.live import to_bytes
from tesla_core.problems.live_torch import Lens, Numbers, rows
from tesla_core.problems.pde.live import SPAN
from tesla_core.problems.pde.task import PdeTask
from tesla_core.problems.pde.training_torch import Conditions, PinnTraining, residuals
from tesla_core.problems.scene import Scene
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record

NEVER = 1_000_000  # epochs to the training's own look at the exact solution; ours is smaller and of every epoch
CHUNK = 1024


class FieldLens(Lens):
    """The true error is measured where the picture's pixels are, whatever their number in a sharper one."""

    def __init__(self, scene: Scene, device: torch.device) -> None:
        super().__init__(scene, device)
        self.task = cast(PdeTask, scene.task)
        self.inside = self.tensor(scene.data.inside)
        self.conditions = Conditions(self.task, device)
        self.grid = self.tensor(scene.grid)
        self.exact = self.tensor(self.task.exact(scene.grid).astype(np.float32))

    def training(self, models: Sequence[nn.Module], settings: Settings, seed: int) -> PinnTraining:
        return PinnTraining(models, self.task, settings, NEVER, self.device)

    @torch.no_grad()
    def of_epoch(self, stack: Stack, record: Record) -> Numbers:
        values = torch.cat([stack(part) for part in self.grid.split(CHUNK)], dim=1)
        given = sum(torch.tensor(record[f"{condition}_loss"]) for condition in self.task.conditions)
        return rows(record["total_loss"], record["pde_loss"], torch.as_tensor(given), self._errors(values))

    def measured(self, own: bool) -> list[NDArray]:
        return [np.arange(len(self.scene.grid)) if own else self.scene.grid]

    def of_moment(self, stack: nn.Module, outputs: list[Tensor]) -> Numbers:
        if not isinstance(stack, Stack):
            raise TeslaError("What a changed panel's derivatives are is not known here.")
        given = torch.stack(self.conditions.losses(stack)).sum(0)
        pde = residuals(stack, self.task, self.inside).square().mean(-1)
        return rows(pde + self.task.condition_weight * given, pde, given, self._errors(outputs[0]))

    def _errors(self, values: Tensor) -> Tensor:
        """‖u - exact‖₂/‖exact‖₂ of (N, n, 1): (N,)."""
        return (values[..., 0] - self.exact).norm(dim=1) / self.exact.norm()

    def develop(self, outputs: Tensor) -> NDArray[np.uint8]:
        return to_bytes(outputs[..., 0].cpu().numpy(), SPAN)[:, None]

    @torch.no_grad()
    def details(self, model: nn.Module, resolution: int | None) -> dict[str, NDArray]:
        """u, not cut off as a frame's colours are, and the residual: (side, side) each, the first input's axis first
        and both upwards."""
        side = resolution or self.scene.columns
        alone, points = Stack([model]), torch.from_numpy(self.task.centres(side))
        found = {"u": alone(points)[0, :, 0], "residual": residuals(alone, self.task, points)[0]}
        return {name: np.ascontiguousarray(each.reshape(side, side).flip(0).T.numpy()) for name, each in found.items()}
