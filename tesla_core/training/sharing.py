"""How one batch is split over processes, and how their gradients become the batch's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from tesla_core.training.team import Team


class Sharing(Protocol):
    """What a training asks of the processes it is shared by."""

    def own(self, index: Tensor) -> Tensor:
        """This process's part of (B,) indices; it may be empty."""
        ...

    def join(self, network: nn.Module, loss: Tensor, right: Tensor, count: int) -> tuple[Tensor, Tensor, int]:
        """Make the gradients in `network`, and its running statistics, those of the whole batch in every process. In
        and out: the mean loss, the number of right answers and of samples, of this share and of the whole batch."""
        ...

    def add(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        """The tensors of all processes added up, on the CPU."""
        ...


class Alone:
    """One process, which does it all."""

    def own(self, index: Tensor) -> Tensor:
        return index

    def join(self, network: nn.Module, loss: Tensor, right: Tensor, count: int) -> tuple[Tensor, Tensor, int]:
        return loss, right, count

    def add(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        return list(tensors)


class TeamSharing:
    """A team of processes. All hold the same weights and running statistics after every batch, so that the checkpoint
    of one is the checkpoint of all."""

    def __init__(self, team: Team) -> None:
        self._team = team

    def own(self, index: Tensor) -> Tensor:
        share, weight = self._team.share(index)
        return share if weight else index[:0]

    @torch.no_grad()
    def join(self, network: nn.Module, loss: Tensor, right: Tensor, count: int) -> tuple[Tensor, Tensor, int]:
        parameters = [parameter for parameter in network.parameters() if parameter.requires_grad]
        gradients = [torch.zeros_like(p) if p.grad is None else p.grad for p in parameters]
        statistics = [buffer for buffer in network.buffers() if buffer.is_floating_point()]
        weighted = [tensor * count for tensor in (*gradients, *statistics, loss)]
        *sums, rights, counts = self._team.sum([*weighted, right, loss.new_full((), float(count))])
        total = round(counts.item())
        means = [tensor / max(1, total) for tensor in sums]
        for parameter, gradient in zip(parameters, means, strict=False):
            parameter.grad = gradient
        for buffer, mean in zip(statistics, means[len(parameters) :], strict=False):
            buffer.copy_(mean)
        return means[-1], rights, total

    def add(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        return [tensor.cpu() for tensor in self._team.sum([tensor.to(self._team.device) for tensor in tensors])]
