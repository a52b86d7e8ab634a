"""Mixed-frequency regression: mean squared errors, what share of the signal they explain, the fit as a line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.models.stacked import Stack
from tesla_core.problems.live import to_bytes
from tesla_core.problems.live_torch import Lens, Numbers, rows
from tesla_core.problems.scene import Scene
from tesla_core.problems.signal.live import SPAN
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.training.fit import FitTraining, squared_errors
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record


class SignalLens(Lens):
    """Measures on the training points and on those between them."""

    def __init__(self, scene: Scene, device: torch.device) -> None:
        super().__init__(scene, device)
        assert isinstance(scene.task, RegressionTask)
        self.variance = scene.task.variance()
        self.splits = (scene.data.train, scene.data.test)

    def training(self, models: Sequence[nn.Module], settings: Settings, seed: int) -> FitTraining:
        return FitTraining(models, self.scene.data, settings, seed, squared_errors, device=self.device)

    def of_epoch(self, stack: Stack, record: Record) -> Numbers:
        return self._numbers(torch.tensor(record["train_loss"]), torch.tensor(record["test_loss"]))

    def measured(self, own: bool) -> list[NDArray]:
        return [split.x for split in self.splits]

    def of_moment(self, stack: nn.Module, outputs: list[Tensor]) -> Numbers:
        pairs = zip(outputs, self.splits, strict=True)
        return self._numbers(*((got - self.tensor(split.y)).square().mean((-2, -1)) for got, split in pairs))

    def _numbers(self, train: Tensor, test: Tensor) -> Numbers:
        return rows(train, 1 - train / self.variance, test, 1 - test / self.variance)

    def develop(self, outputs: Tensor) -> NDArray[np.uint8]:
        return to_bytes(outputs[..., 0].cpu().numpy(), SPAN)[:, None]
