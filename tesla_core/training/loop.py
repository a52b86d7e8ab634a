"""The one training loop, shared by the live pages, the jobs and the command line. No input or output happens here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from tesla_core.activations.budget import budget_penalty
from tesla_core.models.stacked import Stack
from tesla_core.tasks.data import Dataset
from tesla_core.training.optimizer import PromptAdamW
from tesla_core.training.samples import Samples, TaskSamples
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record, Step

EVALUATION_BATCH = 4096


class Training:
    """N models on one task, in lockstep: the same data, the same batches, the same settings.

    data: one dataset for all, or one for each model, with a seed each. `settings` may be exchanged between steps, its
    batch size between epochs.
    """

    def __init__(
        self,
        models: Sequence[nn.Module],
        data: Dataset | Sequence[Dataset],
        settings: Settings,
        seeds: Sequence[int],
        device: str | torch.device = "cpu",
    ) -> None:
        self.device = torch.device(device)
        self.settings = settings
        self.samples = TaskSamples(data, seeds, self.device)
        self.stack = Stack(models).to(self.device)
        self.optimizer = PromptAdamW(
            self.stack.parameters(), lr=settings.lr, weight_decay=settings.weight_decay, fused=self.device.type != "mps"
        )
        self.epoch = 0
        self.batch = 0
        self.history: list[Record] = []
        self._running = torch.zeros(2, len(self.stack), dtype=torch.float64, device=_sums_on(self.device))

    @property
    def batches(self) -> int:
        """Batches in an epoch; the last may be smaller."""
        return -(-len(self.samples.train) // self.settings.batch)

    @property
    def epochs(self) -> int:
        return self.settings.epochs

    @property
    def finished(self) -> bool:
        return self.epoch >= self.settings.epochs

    def steps(self) -> Iterator[Step]:
        """Train from where it stands to the last epoch, yielding after every batch."""
        while not self.finished:
            epoch, order = self.epoch, self.samples.order(self.epoch)
            while self.epoch == epoch:
                yield self._step(order)

    def _step(self, order: Tensor) -> Step:
        size = self.settings.batch
        index = order[..., self.batch * size : (self.batch + 1) * size]
        progress = (self.epoch + self.batch / self.batches) / self.settings.epochs
        for group in self.optimizer.param_groups:
            group["lr"], group["weight_decay"] = self.settings.learning_rate(progress), self.settings.weight_decay
        self.optimizer.zero_grad(set_to_none=True)
        losses, correct = self._gradients(index)
        self.optimizer.step()
        self._running[0] += losses * index.shape[-1]
        self._running[1] += correct
        self.batch += 1
        epoch, batch, batches = self.epoch, self.batch, self.batches
        record = self._finish_epoch() if batch >= batches else None
        return Step(epoch, batch, batches, losses, record)

    def _gradients(self, index: Tensor) -> tuple[Tensor, Tensor]:
        """Leave the gradients of the samples at `index` in the parameters. Returns each model's mean loss and how many
        it got right, (N,) both."""
        x, y = self.samples.train.take(index)
        logits = self.stack(x)
        losses = losses_of(logits, y)
        total = losses.sum()
        if self.settings.budget_weight:
            total = total + budget_penalty(self.stack, self.settings.budget_weight, self.settings.budget_target)
        total.backward()
        return losses.detach(), correct_of(logits.detach(), y)

    def _finish_epoch(self) -> Record:
        loss, accuracy = (self._running / len(self.samples.train)).tolist()
        record: Record = {"train_loss": loss, "train_accuracy": accuracy}
        for name, samples in self.samples.splits.items():
            if name != "train":
                record[f"{name}_loss"], record[f"{name}_accuracy"] = evaluate(self.stack, samples)
        self._running.zero_()
        self.history.append(record)
        self.epoch, self.batch = self.epoch + 1, 0
        return record

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """All that a resumed training needs: tensors by name, and plain data. The next step changes both in place."""
        tensors = {f"model/{name}": tensor for name, tensor in self.stack.state_dict().items()}
        for index, moments in self.optimizer.state_dict()["state"].items():
            tensors |= {f"optimizer/{index}/{name}": torch.as_tensor(value) for name, value in moments.items()}
        tensors["running"] = self._running
        return tensors, {"epoch": self.epoch, "batch": self.batch, "history": self.history}

    def load_state(self, tensors: dict[str, Tensor], data: dict[str, Any]) -> None:
        """Go back to a state; training on from there repeats what came after it bit for bit."""
        self.stack.load_state_dict(_below(tensors, "model/"))
        moments: dict[int, dict[str, Tensor]] = {}
        for name, tensor in _below(tensors, "optimizer/").items():
            index, moment = name.split("/")
            moments.setdefault(int(index), {})[moment] = tensor.clone()
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": moments})
        self._running.copy_(tensors["running"])
        self.epoch, self.batch = data["epoch"], data["batch"]
        self.history = [dict(record) for record in data["history"]]


def losses_of(logits: Tensor, y: Tensor) -> Tensor:
    """The mean loss of each model, (N,): logits (N, B, outputs), y (B,) or (N, B). One output is one logit."""
    y = y.expand(logits.shape[:2])
    if logits.shape[-1] == 1:
        loss = functional.binary_cross_entropy_with_logits(logits[..., 0], y.to(logits.dtype), reduction="none")
    else:
        loss = functional.cross_entropy(logits.flatten(0, 1), y.flatten(), reduction="none").view(y.shape)
    return loss.mean(-1)


def correct_of(logits: Tensor, y: Tensor) -> Tensor:
    """How many of the batch each model gets right, (N,)."""
    predicted = logits[..., 0] > 0 if logits.shape[-1] == 1 else logits.argmax(-1)
    return (predicted == y).sum(-1)


@torch.no_grad()
def evaluate(stack: Stack, samples: Samples) -> tuple[list[float], list[float]]:
    """Mean loss and accuracy of each model on all of a split."""
    loss = torch.zeros(len(stack), dtype=torch.float64)
    correct = torch.zeros(len(stack), dtype=torch.float64)
    for x, y in samples.chunks(EVALUATION_BATCH):
        logits = stack(x.float())
        loss += (losses_of(logits, y) * y.shape[-1]).double().cpu()
        correct += correct_of(logits, y).double().cpu()
    return (loss / len(samples)).tolist(), (correct / len(samples)).tolist()


def _sums_on(device: torch.device) -> torch.device:
    """Where sums are kept in float64, which MPS does not have."""
    return torch.device("cpu") if device.type == "mps" else device


def _below(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
