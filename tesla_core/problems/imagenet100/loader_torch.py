"""Batches of pictures, read ahead by other processes where a GPU waits for them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from tesla_core.problems.imagenet100.crops_torch import View
from tesla_core.problems.imagenet100.pictures.image_set import Pictures
from tesla_core.tasks.pictures import PictureError

MOST_WORKERS = 8
PREFETCH = 4  # batches a worker reads ahead

Key = tuple[int, int]
"""An epoch and the index of a picture."""


@dataclass(frozen=True)
class PictureBatch:
    """x: (b, 3, size, size) bytes. y: (b,) classes. index: (b,) which pictures. unreadable: the names and reasons of
    those that could not be read and are left out."""

    x: Tensor
    y: Tensor
    index: Tensor
    unreadable: tuple[tuple[str, str], ...] = ()

    def __len__(self) -> int:
        return len(self.y)

    def pin_memory(self) -> PictureBatch:
        return PictureBatch(self.x.pin_memory(), self.y.pin_memory(), self.index, self.unreadable)


class _Items(Dataset):
    def __init__(self, pictures: Pictures, view: View) -> None:
        self._pictures, self._view = pictures, view

    def __getitem__(self, key: Key) -> tuple[int, Tensor | tuple[str, str]]:
        epoch, index = key
        try:
            return index, self._view(self._pictures.picture(index), epoch, index)
        except PictureError as error:
            return index, (self._pictures.name(index), error.reason)


class _Plan:
    """The batches to come, as the DataLoader asks for them at the start of every pass."""

    def __init__(self) -> None:
        self.batches: Sequence[Sequence[Key]] = ()

    def __iter__(self) -> Iterator[list[Key]]:
        return (list(batch) for batch in self.batches)


@dataclass(frozen=True)
class _Collate:
    """From items to a batch."""

    labels: Tensor
    size: int

    def __call__(self, items: Sequence[tuple[int, Tensor | tuple[str, str]]]) -> PictureBatch:
        read = [(index, item) for index, item in items if isinstance(item, Tensor)]
        index = torch.tensor([index for index, _ in read], dtype=torch.int64)
        none = torch.empty(0, 3, self.size, self.size, dtype=torch.uint8)
        x = torch.stack([item for _, item in read]) if read else none
        unreadable = tuple(item for _, item in items if not isinstance(item, Tensor))
        return PictureBatch(x, self.labels[index], index, unreadable)


class PictureLoader:
    """One split's pictures. `workers` processes read ahead and stay from one pass to the next, until `close`; 0 reads
    in this one. What comes out does not depend on their number.
    """

    def __init__(self, pictures: Pictures, view: View, workers: int = 0, pinned: bool = False) -> None:
        self._labels = torch.from_numpy(np.ascontiguousarray(pictures.labels))
        self._plan = _Plan()
        self._items, self._workers, self._pinned = _Items(pictures, view), workers, pinned
        self._collate = _Collate(self._labels, view.size)
        self._loader: DataLoader | None = None

    def __len__(self) -> int:
        return len(self._labels)

    def batches(self, indices: Sequence[Tensor], epoch: int = 0) -> Iterator[PictureBatch]:
        """The pictures of each of `indices`, in order."""
        self._plan.batches = [[(epoch, index) for index in batch.tolist()] for batch in indices]
        if self._loader is None:
            self._loader = self._make()
        return iter(self._loader)

    def close(self) -> None:
        """Let the worker processes go. They come back with the next pass."""
        self._loader = None

    def _make(self) -> DataLoader:
        return DataLoader(
            self._items,
            batch_sampler=self._plan,  # pyright: ignore[reportArgumentType] (it is iterated, nothing else)
            collate_fn=self._collate,
            num_workers=self._workers,
            prefetch_factor=PREFETCH if self._workers else None,
            persistent_workers=self._workers > 0,
            pin_memory=self._pinned,
            generator=torch.Generator(),
        )


def usual_workers(device: torch.device) -> int:
    """As many as keep a GPU fed; none on the CPU, whose cores are at work already."""
    return min(MOST_WORKERS, os.cpu_count() or 1) if device.type == "cuda" else 0
