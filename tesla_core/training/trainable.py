"""What can be run, stopped and resumed: the one protocol between trainings and those who run them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from torch import Tensor

Record = dict[str, list[float]]
"""One epoch: train_loss, train_accuracy, and loss and accuracy of the other splits, a number a model each."""


@dataclass(frozen=True)
class Step:
    """What one batch did. `losses`: (N,) on the device. `record`: the epoch's, after its last batch."""

    epoch: int
    batch: int
    batches: int
    losses: Tensor
    record: Record | None = None


class Trainable(Protocol):
    """A training of N models that yields after every batch and repeats itself bit for bit from any state it gave."""

    history: list[Record]

    @property
    def epochs(self) -> int:
        """How many there will be."""
        ...

    @property
    def finished(self) -> bool: ...

    def steps(self) -> Iterator[Step]:
        """Train from where it stands to the last epoch, yielding after every batch."""
        ...

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """All that a resumed training needs: tensors by name, and plain data with at least epoch, batch, history."""
        ...

    def load_state(self, tensors: dict[str, Tensor], data: dict[str, Any]) -> None:
        """Go back to a state."""
        ...


def history_lines(history: list[Record], model: int, start: int = 0) -> list[dict[str, Any]]:
    """One model's epochs from the `start`-th on, each a flat record that says which epoch it is, counted from 1."""
    return [
        {"epoch": epoch, **{name: values[model] for name, values in record.items()}}
        for epoch, record in enumerate(history[start:], start=start + 1)
    ]


def share_done(step: Step, epochs: int) -> float:
    """How much of the training is done after `step`, 0 to 1."""
    return (step.epoch + step.batch / step.batches) / epochs


def latest_accuracy(history: list[Record]) -> tuple[str, float] | None:
    """The newest held-out accuracy of the first model and its split's name; None for a training that has none."""
    for split in ("validation", "test"):
        if history and f"{split}_accuracy" in history[-1]:
            return split, history[-1][f"{split}_accuracy"][0]
    return None
