"""Points in the plane, sorted into classes: cross-entropy, accuracy, probabilities as pixels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.models.stacked import Stack
from tesla_core.problems.live_torch import Lens, Numbers, rows
from tesla_core.problems.picture import METRICS
from tesla_core.problems.scene import Scene
from tesla_core.training.loop import Training, correct_of, losses_of
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record


class ClassLens(Lens):
    """Measures on the training and the test samples."""

    def __init__(self, scene: Scene, device: torch.device) -> None:
        super().__init__(scene, device)
        self.splits = [scene.data.train, scene.data.test]
        self.labels = [self.tensor(split.y) for split in self.splits]

    def training(self, models: Sequence[nn.Module], settings: Settings, seed: int) -> Training:
        return Training(models, self.scene.data, settings, [seed], self.device)

    def of_epoch(self, stack: Stack, record: Record) -> Numbers:
        return np.array([record[name] for name in METRICS], np.float32).T

    def measured(self, own: bool) -> list[NDArray]:
        return [split.x.astype(np.float32) for split in self.splits]

    def of_moment(self, stack: nn.Module, outputs: list[Tensor]) -> Numbers:
        columns: list[Tensor] = []
        for logits, labels in zip(outputs, self.labels, strict=True):
            columns += [losses_of(logits, labels).float(), correct_of(logits, labels).float() / logits.shape[1]]
        return rows(*columns)

    def develop(self, outputs: Tensor) -> NDArray[np.uint8]:
        return to_pictures(outputs).cpu().numpy()


def to_pictures(logits: Tensor) -> Tensor:
    """(N, B, outputs) → (N, planes, B) uint8; what is not a number is a half, the colour of not knowing."""
    if logits.shape[-1] == 1:
        chance = torch.sigmoid(logits[..., 0]).nan_to_num(0.5)
        return (chance * 255).round().byte()[:, None]
    confidence, label = torch.softmax(logits, -1).nan_to_num(0.0).max(-1)
    return torch.stack((label.byte(), (confidence * 255).round().byte()), dim=1)
