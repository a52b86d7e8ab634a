"""Fitting a function by mean squared error: a signal over time, an image over its coordinates."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from tesla_core.seeds import torch_stream
from tesla_core.tasks.targets import Target
from tesla_core.training.lockstep import Lockstep, sums_on
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record

EVALUATION_BATCH = 8192

Measure = Callable[[Tensor, Tensor], Record]
"""From predictions (N, n, outputs) and the truth (n, outputs) on the test points, both on the CPU, to a record."""


class FitTraining(Lockstep):
    """N models on one target. A record has train_loss, the mean squared error that the epoch's batches saw, and at
    every `evaluate_every`-th epoch and the last what `measure` says of the test points after it.
    """

    def __init__(
        self,
        models: Sequence[nn.Module],
        target: Target,
        settings: Settings,
        seed: int,
        measure: Measure,
        evaluate_every: int = 1,
        device: str | torch.device = "cpu",
    ) -> None:
        super().__init__(models, settings, device)
        self.measure, self.evaluate_every = measure, evaluate_every
        self.x, self.y = (torch.from_numpy(array).to(self.device) for array in (target.train.x, target.train.y))
        self._test_x = torch.from_numpy(target.test.x).to(self.device)
        self._test_y = torch.from_numpy(target.test.y)
        self._seed = seed
        self._order, self._order_of = torch.empty(0), -1
        self._loss = torch.zeros(len(self.stack), dtype=torch.float64, device=sums_on(self.device))

    @property
    def batches(self) -> int:
        return -(-len(self.x) // self.settings.batch)

    def running(self) -> dict[str, Tensor]:
        return {"loss": self._loss}

    def gradients(self, *samples: Tensor) -> Tensor:
        x, y = samples
        losses, _ = self.learn(x, lambda outputs: _judge(outputs, y))
        self._loss += losses.to(self._loss) * (len(x) / len(self.x))
        return losses

    def samples_of_batch(self) -> tuple[Tensor, ...]:
        """All points in order, where one batch holds them."""
        if self.batches == 1:
            return self.x, self.y
        if self._order_of != self.epoch:
            generator = torch_stream(self._seed, "order", self.epoch)
            self._order = torch.randperm(len(self.x), generator=generator).to(self.device)
            self._order_of = self.epoch
        size = self.settings.batch
        chosen = self._order[self.batch * size : (self.batch + 1) * size]
        return self.x[chosen], self.y[chosen]

    def epoch_record(self) -> Record:
        record: Record = {"train_loss": self._loss.tolist()}
        if self.last_epoch or (self.epoch + 1) % self.evaluate_every == 0:
            record |= self.measure(self.predictions(), self._test_y)
        return record

    @torch.no_grad()
    def predictions(self, x: Tensor | None = None) -> Tensor:
        """What each model says at x (n, d), by default the test points: (N, n, outputs) on the CPU."""
        points = self._test_x if x is None else x.to(self.device)
        return torch.cat([self.stack(chunk).cpu() for chunk in points.split(EVALUATION_BATCH)], dim=1)


def _judge(outputs: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """The mean squared error of each model, and the gradient of their sum by the outputs (N, B, outputs)."""
    error = outputs - y
    return error.square().mean((-2, -1)), error.mul_(2 / y.numel())


def squared_errors(predicted: Tensor, truth: Tensor) -> Record:
    """test_loss: the mean squared error of each model."""
    return {"test_loss": (predicted - truth).double().square().mean((-2, -1)).tolist()}
