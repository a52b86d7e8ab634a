"""Training classifiers, for the live pages, the jobs and the command line alike. No input or output happens here."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from tesla_core.models.stacked import Stack
from tesla_core.tasks.data import Dataset
from tesla_core.training.lockstep import Lockstep, sums_on
from tesla_core.training.samples import Samples, TaskSamples
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record

EVALUATION_BATCH = 4096


class Training(Lockstep):
    """N classifiers on one task: the same data, the same batches, the same settings.

    data: one dataset for all, or one for each model, with a seed each.
    """

    def __init__(
        self,
        models: Sequence[nn.Module],
        data: Dataset | Sequence[Dataset],
        settings: Settings,
        seeds: Sequence[int],
        device: str | torch.device = "cpu",
    ) -> None:
        super().__init__(models, settings, device)
        self.samples = TaskSamples(data, seeds, self.device)
        self._order, self._order_of = torch.empty(0), (-1, 0)
        self._laid_out: list[tuple[Tensor, Tensor]] | None = None
        self._sums = torch.zeros(2, len(self.stack), dtype=torch.float64, device=sums_on(self.device))
        self._rows = self._sums.unbind()

    @property
    def batches(self) -> int:
        """Batches in an epoch; the last may be smaller."""
        return -(-len(self.samples.train) // self.settings.batch)

    def running(self) -> dict[str, Tensor]:
        return {"sums": self._sums}

    def gradients(self, *samples: Tensor) -> Tensor:
        x, y = samples
        losses, correct = self.gradients_at(x, y)
        loss_sums, correct_sums = self._rows
        loss_sums.add_(losses.to(loss_sums.device), alpha=y.shape[-1])
        correct_sums.add_(correct.to(loss_sums.device))
        return losses

    def samples_of_batch(self) -> tuple[Tensor, ...]:
        size, train = self.settings.batch, self.samples.train
        if self._order_of != (self.epoch, size):
            self._order, self._order_of = self.samples.order(self.epoch), (self.epoch, size)
            self._laid_out = train.batches(self._order, size)
        if self._laid_out is not None:
            return self._laid_out[self.batch]
        return train.take(self._order[..., self.batch * size : (self.batch + 1) * size])

    def gradients_at(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """Leave the gradients of these samples in the parameters. Returns each model's mean loss and how many it got
        right, (N,) both."""
        losses, logits = self.learn(x, lambda logits: judge(logits, y))
        return losses, correct_of(logits, y)

    def epoch_record(self) -> Record:
        loss, accuracy = (self._sums / len(self.samples.train)).tolist()
        record: Record = {"train_loss": loss, "train_accuracy": accuracy}
        for name, samples in self.samples.splits.items():
            if name != "train":
                record[f"{name}_loss"], record[f"{name}_accuracy"] = evaluate(self.stack, samples)
        return record


def losses_of(logits: Tensor, y: Tensor) -> Tensor:
    """The mean loss of each model, (N,): logits (N, B, outputs), y (B,) or (N, B). One output is one logit."""
    if logits.shape[-1] == 1:
        # The binary cross-entropy: log(1 + exp(∓logit)), minus where the label is 1.
        return functional.softplus(logits[..., 0] * torch.rsub(y, 1, alpha=2)).mean(-1)
    y = y.expand(logits.shape[:2])
    return functional.cross_entropy(logits.flatten(0, 1), y.flatten(), reduction="none").view(y.shape).mean(-1)


def judge(logits: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """`losses_of`, and the gradient of their sum by the logits."""
    if logits.shape[-1] == 1:
        slope = torch.sigmoid(logits).sub_(y[..., None]).mul_(1 / logits.shape[1])
        return losses_of(logits, y), slope
    with torch.enable_grad():
        leaf = logits.detach().requires_grad_()
        losses = losses_of(leaf, y)
        (slope,) = torch.autograd.grad(losses.sum(), leaf)
    return losses.detach(), slope


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
