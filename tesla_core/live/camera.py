"""Pictures of a stack of models: every panel's grid and its accuracies in one pass without gradients."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.live.scene import Scene
from tesla_core.training.loop import correct_of, losses_of

CHUNK = 1024  # inputs at a time: the layers' outputs stay in the cache


@dataclass(frozen=True, eq=False)
class Shot:
    """grid: (N, planes, rows, columns) uint8. metrics: (N, 4), train loss and accuracy, test loss and accuracy."""

    grid: NDArray[np.uint8]
    metrics: NDArray[np.float32]


class Camera:
    """Takes pictures of models with a scene's inputs, at its own resolution or another."""

    def __init__(self, scene: Scene, device: torch.device, resolution: int | None = None) -> None:
        grid, self.rows, self.columns = scene.sharper(resolution)
        splits = [scene.data.train, scene.data.test]
        self.labels = [torch.from_numpy(split.y).to(device) for split in splits]
        self.pixels = len(grid)
        if scene.extent is None:  # the samples of a surface are its pixels
            seen = scene.points.splits == 0
            places = [np.flatnonzero(seen), np.flatnonzero(~seen)]
        else:
            grid = np.concatenate([grid, *(split.x.astype(np.float32) for split in splits)])
            places = np.split(np.arange(self.pixels, len(grid)), [len(splits[0])])
        self.inputs = torch.from_numpy(grid).to(device)
        self.places = [torch.from_numpy(place).to(device) for place in places]

    @torch.no_grad()
    def take(self, stack: nn.Module) -> Shot:
        """stack: (B, d) → (N, B, outputs)."""
        logits = torch.cat([stack(part) for part in self.inputs.split(CHUNK)], dim=1)
        columns: list[Tensor] = []
        for place, labels in zip(self.places, self.labels, strict=True):
            part = logits[:, place]
            columns += [losses_of(part, labels).float(), correct_of(part, labels).float() / part.shape[1]]
        metrics = torch.stack(columns, dim=1).cpu().numpy()
        pictures = to_pictures(logits[:, : self.pixels]).cpu().numpy()
        return Shot(pictures.reshape(*pictures.shape[:2], self.rows, self.columns), metrics)


def to_pictures(logits: Tensor) -> Tensor:
    """(N, B, outputs) → (N, planes, B) uint8; what is not a number is a half, the colour of not knowing."""
    if logits.shape[-1] == 1:
        chance = torch.sigmoid(logits[..., 0]).nan_to_num(0.5)
        return (chance * 255).round().byte()[:, None]
    confidence, label = torch.softmax(logits, -1).nan_to_num(0.0).max(-1)
    return torch.stack((label.byte(), (confidence * 255).round().byte()), dim=1)
