"""N models trained as one stack by Adam, whatever the loss: what all trainings of small networks have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, cast

import torch
from torch import Tensor, nn

from tesla_core.activations.budget import budget_penalty
from tesla_core.errors import CheckpointError
from tesla_core.models.stacked import Judge, Stack
from tesla_core.training.optimizer import PromptAdamW
from tesla_core.training.optimizer_state import below, load_moments, moments_of
from tesla_core.training.recorded import RecordedSteps, Recorder
from tesla_core.training.settings import Settings
from tesla_core.training.trainable import Record, Step


class Lockstep(ABC):
    """A Trainable. A kind of training says how many batches an epoch has, what a batch teaches and what an
    epoch achieved.

    `settings` may be exchanged between steps, its batch size between epochs.
    """

    def __init__(self, models: Sequence[nn.Module], settings: Settings, device: str | torch.device = "cpu") -> None:
        self.device = torch.device(device)
        self.settings = settings
        self.stack = Stack(models).to(self.device)
        self.optimizer = PromptAdamW(
            self.stack.parameters(),
            flat=self.stack.flat,
            lr=settings.lr,
            weight_decay=settings.weight_decay,
            fused=self.device.type != "mps",
        )
        self.epoch = 0
        self.batch = 0
        self.history: list[Record] = []
        self.recorded: RecordedSteps | None = None

    @property
    @abstractmethod
    def batches(self) -> int:
        """Batches in an epoch."""

    @abstractmethod
    def samples_of_batch(self) -> tuple[Tensor, ...]:
        """What the batch self.batch of epoch self.epoch holds, on the device."""

    @abstractmethod
    def gradients(self, *samples: Tensor) -> Tensor:
        """Leave the gradients of these samples in the parameters, add to the sums of the epoch, and return each model's
        mean loss (N,)."""

    @abstractmethod
    def epoch_record(self) -> Record:
        """What the epoch that has just ended achieved."""

    @abstractmethod
    def running(self) -> dict[str, Tensor]:
        """Sums over the batches of an epoch, which a state in the middle of one needs; changed in place."""

    @property
    def epochs(self) -> int:
        return self.settings.epochs

    @property
    def finished(self) -> bool:
        return self.epoch >= self.settings.epochs

    @property
    def last_epoch(self) -> bool:
        """Whether the running epoch is the last."""
        return self.epoch + 1 >= self.settings.epochs

    def steps(self) -> Iterator[Step]:
        """Train from where it stands to the last epoch, yielding after every batch."""
        while not self.finished:
            yield self._step()

    def _step(self) -> Step:
        epoch, batches = self.epoch, self.batches
        self._set_rate(self.settings.learning_rate((epoch + self.batch / batches) / self.settings.epochs))
        losses = self._learn_batch()
        self.batch += 1
        batch = self.batch
        record = self._finish_epoch() if batch >= batches else None
        return Step(epoch, batch, batches, losses, record)

    def _set_rate(self, rate: float | Tensor) -> None:
        for group in self.optimizer.param_groups:
            group["lr"], group["weight_decay"] = rate, self.settings.weight_decay

    def _learn_batch(self) -> Tensor:
        samples = self.samples_of_batch()
        # The optimizer's first step makes its moments, which a recording has to find in their place.
        if self.recorded is None or self.settings.budget_weight or self.optimizer.flat_state() is None:
            return self._work(*samples)
        rate = self.optimizer.param_groups[0]["lr"]
        return self.recorded.step(samples, rate, kind=self.settings.weight_decay)

    def _work(self, *samples: Tensor) -> Tensor:
        """All that is done with a batch, once its samples are there."""
        losses = self.gradients(*samples)
        self.optimizer.step()
        return losses

    def record_steps(self, recorder: Recorder) -> None:
        """From now on, play recordings of a step where the device can."""

        def state() -> list[Tensor]:
            return [*cast(tuple[Tensor, ...], self.optimizer.flat_state()), *self.running().values()]

        self.recorded = RecordedSteps(self._work, self._set_rate, state, self.stack.kept_passes, recorder)

    def differentiate(self, losses: Tensor) -> Tensor:
        """Losses (N,) and the penalty into gradients; returns the losses without their graph."""
        self.optimizer.zero_grad(set_to_none=True)
        total = losses.sum()
        if self.settings.budget_weight:
            total = total + budget_penalty(self.stack, self.settings.budget_weight, self.settings.budget_target)
        total.backward()
        return losses.detach()

    def learn(self, x: Tensor, judge: Judge) -> tuple[Tensor, Tensor]:
        """The same for a loss of the outputs at x alone, in fewer steps: see Stack.learn."""
        learned = self.stack.learn(x, judge)
        if self.settings.budget_weight:
            penalty = budget_penalty(self.stack, self.settings.budget_weight, self.settings.budget_target)
            if penalty.requires_grad:  # where nothing has coefficients, it is a plain zero
                penalty.backward()
        return learned

    def _finish_epoch(self) -> Record:
        record = self.epoch_record()
        for tensor in self.running().values():
            tensor.zero_()
        self.history.append(record)
        self.epoch, self.batch = self.epoch + 1, 0
        return record

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """All that a resumed training needs: tensors by name, and plain data. The next step changes both in place."""
        tensors = {f"model/{name}": tensor for name, tensor in self.stack.state_dict().items()}
        tensors |= {f"optimizer/{name}": tensor for name, tensor in moments_of(self.optimizer).items()}
        tensors |= {f"running/{name}": tensor for name, tensor in self.running().items()}
        return tensors, {"epoch": self.epoch, "batch": self.batch, "history": self.history}

    def load_state(self, tensors: dict[str, Tensor], data: dict[str, Any]) -> None:
        """Go back to a state; training on from there repeats what came after it bit for bit."""
        try:
            self.stack.load_state_dict(below(tensors, "model/"))
            load_moments(self.optimizer, below(tensors, "optimizer/"))
            for name, tensor in self.running().items():
                tensor.copy_(tensors[f"running/{name}"])
        except (KeyError, RuntimeError) as error:
            raise CheckpointError(f"A state of other models or another version of the program: {error}.") from error
        self.epoch, self.batch = data["epoch"], data["batch"]
        self.history = [dict(record) for record in data["history"]]


def sums_on(device: torch.device) -> torch.device:
    """Where sums are kept in float64, which MPS does not have."""
    return torch.device("cpu") if device.type == "mps" else device
