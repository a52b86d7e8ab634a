"""Several processes that train one model together, a GPU each (or a share of the CPU's cores).

Every process holds the whole model and the whole dataset, takes its share of each batch, and adds its gradients to the
others' in one sum over accelerate. The sum has the same layout in every batch and every process, so that a training
that was killed and resumed repeats it bit for bit.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import cast

import torch
from torch import Tensor, nn

from tesla_core.errors import TeslaError
from tesla_core.tasks.data import Dataset
from tesla_core.training.loop import Training
from tesla_core.training.settings import Settings


class Team:
    """This process's place among those that torchrun started.

    stop_asked: says whether this process was asked to stop. stopping: one of them was, as all know after the same
    batch.
    """

    def __init__(self, device: str, stop_asked: Callable[[], bool]) -> None:
        from accelerate import Accelerator

        check_devices(device, int(os.environ["LOCAL_WORLD_SIZE"]))
        self._accelerator = Accelerator(cpu=device == "cpu")
        self._stop_asked = stop_asked
        self.stopping = False

    @property
    def size(self) -> int:
        return self._accelerator.num_processes

    @property
    def leader(self) -> bool:
        """The one that writes and reports."""
        return self._accelerator.is_main_process

    @property
    def device(self) -> torch.device:
        return self._accelerator.device

    def share(self, index: Tensor) -> tuple[Tensor, float]:
        """This process's samples of a batch, (..., B) → (..., b), and their weight b/B in it.

        One that would have none takes a sample with weight 0, so that all compute alike.
        """
        own = index[..., self._accelerator.process_index :: self.size]
        if own.shape[-1] == 0:
            return index[..., :1], 0.0
        return own, own.shape[-1] / index.shape[-1]

    def sum(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        """The tensors of all processes added up, element by element, in one exchange. Says `stopping` on the way."""
        asked = tensors[0].new_full((1,), float(self._stop_asked()))
        flat = torch.cat([*(tensor.flatten() for tensor in tensors), asked])
        flat = cast(Tensor, self._accelerator.reduce(flat, reduction="sum"))
        *parts, asked = flat.split([*(tensor.numel() for tensor in tensors), 1])
        self.stopping = bool(asked.item() > 0)
        return [part.view_as(tensor) for part, tensor in zip(parts, tensors, strict=True)]

    def wait(self) -> None:
        """Until all processes are here."""
        self._accelerator.wait_for_everyone()

    def close(self) -> None:
        self._accelerator.end_training()


class TeamTraining(Training):
    """A training whose every batch is split over a team."""

    def __init__(
        self,
        team: Team,
        models: Sequence[nn.Module],
        data: Dataset | Sequence[Dataset],
        settings: Settings,
        seeds: Sequence[int],
    ) -> None:
        super().__init__(models, data, settings, seeds, team.device)
        self._team = team

    def gradients_at(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """The share's mean times its weight, summed over the team, is the batch's mean; so with the gradients."""
        own, weight = self._team.share(torch.arange(y.shape[-1], device=y.device))
        losses, correct = super().gradients_at(x.index_select(-2, own), y.index_select(-1, own))
        learning = [parameter for parameter in self.stack.parameters() if parameter.grad is not None]
        gradients = [cast(Tensor, parameter.grad) * weight for parameter in learning]
        counted = correct.to(losses.dtype) * float(weight > 0)
        *gradients, losses, correct = self._team.sum([*gradients, losses * weight, counted])
        for parameter, gradient in zip(learning, gradients, strict=True):
            parameter.grad = gradient
        return losses, correct


def check_devices(device: str, size: int) -> None:
    """A GPU for each process, or none for any."""
    if device == "cpu":
        return
    if device != "cuda":
        raise TeslaError(f"Several processes train on cuda or on cpu; device {device!r} was given.")
    if size > torch.cuda.device_count():
        raise TeslaError(f"{size} GPUs were asked for; {torch.cuda.device_count()} can be used here.")
