"""An image: mean squared error over its pixels, PSNR, colours as three planes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.analysis.image_quality import psnr_of_error
from tesla_core.live.kinds.base import to_bytes
from tesla_core.live.lenses import base
from tesla_core.models.stacked import Stack
from tesla_core.training.fit import FitTraining
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record

BLACK, WHITE = -1.0, 1.0
PEAK = WHITE - BLACK


class Lens(base.Lens):
    """Measures on every pixel, after the epoch as in between."""

    def training(self, models: Sequence[nn.Module], settings: Settings, seed: int) -> FitTraining:
        return FitTraining(models, self.scene.data, settings, seed, _errors, device=self.device)

    def of_epoch(self, stack: Stack, record: Record) -> base.Numbers:
        trained = record["train_loss"]
        return base.rows(trained, _psnr(trained), record["loss"], _psnr(record["loss"]))

    def measured(self, own: bool) -> list[NDArray]:
        return [np.arange(len(self.scene.grid)) if own else self.scene.grid]

    def of_moment(self, stack: nn.Module, outputs: list[Tensor]) -> base.Numbers:
        truth = self.tensor(self.scene.data.train.y)
        unclipped = (outputs[0] - truth).square().mean((-2, -1)).tolist()
        shown = _errors(outputs[0], truth)["loss"]
        return base.rows(unclipped, _psnr(unclipped), shown, _psnr(shown))

    def develop(self, outputs: Tensor) -> NDArray[np.uint8]:
        return to_bytes(np.moveaxis(outputs.cpu().numpy(), -1, 1), WHITE)


def _errors(predicted: Tensor, truth: Tensor) -> Record:
    """The mean squared error of each model's picture, cut off at black and white."""
    return {"loss": (predicted.clamp(BLACK, WHITE) - truth).square().mean((-2, -1)).tolist()}


def _psnr(errors: Sequence[float]) -> list[float]:
    return [psnr_of_error(error, PEAK) for error in errors]
