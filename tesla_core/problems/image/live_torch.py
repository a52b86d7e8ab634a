"""An image: mean squared error over its pixels, PSNR, colours as three planes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.models.stacked import Stack
from tesla_core.problems.image.quality import psnr_of_error
from tesla_core.problems.image.withheld import PictureTarget
from tesla_core.problems.live import to_bytes
from tesla_core.problems.live_torch import Lens, Numbers, rows
from tesla_core.problems.scene import Scene
from tesla_core.training.fit import FitTraining
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record

BLACK, WHITE = -1.0, 1.0
PEAK = WHITE - BLACK


class ImageLens(Lens):
    """Measures on every pixel, after the epoch as in between; where some are withheld, on them and on the others."""

    def __init__(self, scene: Scene, device: torch.device) -> None:
        super().__init__(scene, device)
        assert isinstance(scene.data, PictureTarget)
        self.target = scene.data
        self.seen = torch.from_numpy(self.target.seen)

    def training(self, models: Sequence[nn.Module], settings: Settings, seed: int) -> FitTraining:
        return FitTraining(models, self.target.told_on_all, settings, seed, self._errors, device=self.device)

    def of_epoch(self, stack: Stack, record: Record) -> Numbers:
        return self._numbers(record["train_loss"], record)

    def measured(self, own: bool) -> list[NDArray]:
        return [np.arange(len(self.scene.grid)) if own else self.scene.grid]

    def of_moment(self, stack: nn.Module, outputs: list[Tensor]) -> Numbers:
        predicted, truth = outputs[0], self.tensor(self.target.whole.y)
        seen = self.seen.to(predicted.device)
        unclipped = (predicted[:, seen] - truth[seen]).square().mean((-2, -1)).tolist()
        return self._numbers(unclipped, self._errors(predicted, truth))

    def develop(self, outputs: Tensor) -> NDArray[np.uint8]:
        return to_bytes(np.moveaxis(outputs.cpu().numpy(), -1, 1), WHITE)

    def _errors(self, predicted: Tensor, truth: Tensor) -> Record:
        """The mean squared error of each model's picture, cut off at black and white: loss, of the pixels that judge
        it, and seen_loss, of those it was trained on, where these are others."""
        squared = (predicted.clamp(BLACK, WHITE) - truth).square()
        if not self.target.withholds:
            return {"loss": squared.mean((-2, -1)).tolist()}
        seen = self.seen.to(squared.device)
        parts = {"seen_loss": squared[:, seen], "loss": squared[:, ~seen]}
        return {name: part.mean((-2, -1)).tolist() for name, part in parts.items()}

    def _numbers(self, trained: Sequence[float], errors: Record) -> Numbers:
        judged = errors["loss"]
        return rows(trained, _psnr(errors.get("seen_loss", trained)), judged, _psnr(judged))


def _psnr(errors: Sequence[float]) -> list[float]:
    return [psnr_of_error(error, PEAK) for error in errors]
