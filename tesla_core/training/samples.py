"""A task's samples as tensors on the device: one dataset that all models of a stack share, or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from torch import Tensor

from tesla_core.seeds import torch_stream
from tesla_core.tasks.data import Dataset, Split

MOST_AT_ONCE = 1 << 22
"""Numbers of a training set up to which an epoch's batches are laid out together: 16 MB."""


class Samples:
    """One split. x: (n, d) or (N, n, d), kept in the task's dtype; y: (n,) or (N, n)."""

    def __init__(self, splits: Sequence[Split], device: torch.device) -> None:
        self.x, self.y = (_to_tensor([getattr(split, name) for split in splits], device) for name in ("x", "y"))

    def __len__(self) -> int:
        return self.y.shape[-1]

    def take(self, index: Tensor) -> tuple[Tensor, Tensor]:
        """The samples at `index`, (B,) of a shared dataset or (N, B): x as float32."""
        if self.y.ndim == 1:
            return self.x[index].float(), self.y[index]
        rows = torch.arange(len(self.y), device=index.device)[:, None]
        return self.x[rows, index].float(), self.y[rows, index]

    def batches(self, order: Tensor, size: int) -> list[tuple[Tensor, Tensor]] | None:
        """All samples in that order, `size` at a time, as `take` gives them; taken together, not batch by batch. None
        where that would be a large copy."""
        if self.x.numel() > MOST_AT_ONCE:
            return None
        x, y = self.take(order)
        return list(zip(x.split(size, dim=-2), y.split(size, dim=-1), strict=True))

    def chunks(self, size: int) -> list[tuple[Tensor, Tensor]]:
        """All samples in order, `size` at a time."""
        xs, ys = self.x.split(size, dim=-2), self.y.split(size, dim=-1)
        return list(zip(xs, ys, strict=True))


class TaskSamples:
    """The splits of a task for a stack of models, and the order of each epoch's samples."""

    def __init__(self, data: Dataset | Sequence[Dataset], seeds: Sequence[int], device: torch.device) -> None:
        datasets = [data] if isinstance(data, Dataset) else list(data)
        self.classes = datasets[0].classes
        self.splits = {
            name: Samples([dataset.splits()[name] for dataset in datasets], device) for name in datasets[0].splits()
        }
        self.train = self.splits["train"]
        self._seeds = list(seeds)[: len(datasets)]
        self._device = device

    def order(self, epoch: int) -> Tensor:
        """The epoch's order of training samples: (n,), or (N, n) where models have their own. Depends on nothing but
        the seed and the epoch, so that a resumed training sees the same batches."""
        orders = [torch.randperm(len(self.train), generator=torch_stream(seed, "order", epoch)) for seed in self._seeds]
        order = orders[0] if len(orders) == 1 and self.train.y.ndim == 1 else torch.stack(orders)
        return order.to(self._device)


def _to_tensor(arrays: Sequence[np.ndarray], device: torch.device) -> Tensor:
    joined = arrays[0] if len(arrays) == 1 else np.stack(arrays)
    return cast(Tensor, torch.from_numpy(np.ascontiguousarray(joined)).to(device))
