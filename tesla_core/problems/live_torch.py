"""What of a live run needs torch: how a problem is trained, measured and turned into pixels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.errors import TeslaError
from tesla_core.models.stacked import Stack
from tesla_core.problems.scene import Scene
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record, Trainable

Numbers = NDArray[np.float32]


class LiveTraining(Trainable, Protocol):
    """A training that can be looked at between two batches, and whose settings can be exchanged there."""

    stack: Stack
    optimizer: torch.optim.Optimizer
    settings: Settings
    epoch: int
    batch: int


class Lens(ABC):
    """How the engine sees a problem: trains it, measures it and makes pixels of it.

    Numbers are (N, 4), a row a panel, in the order of the kind's measures.
    """

    def __init__(self, scene: Scene, device: torch.device) -> None:
        self.scene, self.device = scene, device

    @abstractmethod
    def training(self, models: Sequence[nn.Module], settings: Settings, seed: int) -> LiveTraining: ...

    @abstractmethod
    def of_epoch(self, stack: Stack, record: Record) -> Numbers:
        """The numbers of an epoch that has just ended."""

    @abstractmethod
    def measured(self, own: bool) -> list[NDArray]:
        """Where the models are measured: inputs (n, d) each, or places (n,) among the picture's pixels.

        own: whether the picture has the scene's own grid.
        """

    @abstractmethod
    def of_moment(self, stack: nn.Module, outputs: list[Tensor]) -> Numbers:
        """The numbers of the models as they stand; outputs: (N, n, outputs) at each of `measured`."""

    @abstractmethod
    def develop(self, outputs: Tensor) -> NDArray[np.uint8]:
        """(N, pixels, outputs) → (N, planes, pixels)."""

    def details(self, model: nn.Module, resolution: int | None) -> dict[str, NDArray]:
        """What else a panel's own charts show of a model, by name; most show nothing that its frame does not."""
        raise TeslaError(f"A run of {self.scene.kind.name} data has nothing to show beyond its frames.")

    def tensor(self, array: NDArray) -> Tensor:
        return torch.from_numpy(array).to(self.device)


def lens_of(scene: Scene, device: torch.device) -> Lens:
    """The lens of the scene's kind."""
    module, name = scene.kind.lens.split(":")
    return cast(Lens, getattr(import_module(module), name)(scene, device))


def rows(*columns: Tensor | Sequence[float]) -> Numbers:
    """Four columns (N,) as numbers."""
    return torch.stack([torch.as_tensor(column).float().cpu() for column in columns], dim=1).numpy()
