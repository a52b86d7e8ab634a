"""How a training runs. Knows nothing of models or tasks, and imports no torch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tesla_core.fields import Limits, OneOf, check_fields, ruled
from tesla_core.messages.say import marked

SCHEDULES = (marked("constant"), marked("cosine"))
MOST_PANELS = 16
"""Models that are trained side by side on the same batches."""


@dataclass(frozen=True)
class Settings:
    """Adam's settings and the ℓ1 penalty on the coefficient budget A_K (weight, and what each layer spends for free).

    schedule: "constant", or "cosine" from lr down to 0 over all epochs.
    """

    epochs: int = ruled(Limits("Epochs", 1, 100_000), 20)
    batch: int = ruled(Limits("Batch size", 1, 1_000_000), 1024)
    lr: float = ruled(Limits("Learning rate", 1e-8, 10.0), 1e-3)
    weight_decay: float = ruled(Limits("Weight decay", 0.0, 10.0), 0.0)
    schedule: str = ruled(OneOf("schedule", SCHEDULES), "constant")
    budget_weight: float = ruled(Limits("Budget weight", 0.0, 1e3), 0.0)
    budget_target: float = ruled(Limits("Budget target", 0.0, 1e6), 0.0)

    def __post_init__(self) -> None:
        check_fields(self)

    def learning_rate(self, progress: float) -> float:
        """The learning rate when that share of the whole training, 0 to 1, is done."""
        if self.schedule == "cosine":
            return self.lr * 0.5 * (1.0 + math.cos(math.pi * progress))
        return self.lr


@dataclass(frozen=True)
class Stop:
    """End before the last epoch: once test accuracy has been at least `accuracy` for `epochs` epochs running.

    panels: "all" waits for every panel that has not diverged, "any" for the first.
    """

    accuracy: float = ruled(Limits("The accuracy that ends a run", 0.0, 1.0), 0.99)
    epochs: int = ruled(Limits("The epochs it must hold", 1, 1_000), 5)
    panels: str = ruled(OneOf("stop", ("all", "any")), "all")

    def __post_init__(self) -> None:
        check_fields(self)
