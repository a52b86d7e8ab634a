"""How a training runs. Knows nothing of models or tasks, and imports no torch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tesla_core.errors import check_choice, check_limits, check_range, check_whole

SCHEDULES = ("constant", "cosine")
MOST_PANELS = 16
"""Models that are trained side by side on the same batches."""
LIMITS: dict[str, tuple[float, float]] = {
    "epochs": (1, 100_000),
    "batch": (1, 1_000_000),
    "lr": (1e-8, 10.0),
    "weight_decay": (0.0, 10.0),
    "budget_weight": (0.0, 1e3),
    "budget_target": (0.0, 1e6),
}


@dataclass(frozen=True)
class Settings:
    """Adam's settings and the ℓ1 penalty on the coefficient budget A_K (weight, and what each layer spends for free).

    schedule: "constant", or "cosine" from lr down to 0 over all epochs.
    """

    epochs: int = 20
    batch: int = 1024
    lr: float = 1e-3
    weight_decay: float = 0.0
    schedule: str = "constant"
    budget_weight: float = 0.0
    budget_target: float = 0.0

    def __post_init__(self) -> None:
        check_choice("schedule", self.schedule, SCHEDULES)
        for name, limits in LIMITS.items():
            check_limits(_NAMES.get(name, name.replace("_", " ").capitalize()), getattr(self, name), limits)

    def learning_rate(self, progress: float) -> float:
        """The learning rate when that share of the whole training, 0 to 1, is done."""
        if self.schedule == "cosine":
            return self.lr * 0.5 * (1.0 + math.cos(math.pi * progress))
        return self.lr


_NAMES = {"lr": "Learning rate", "batch": "Batch size"}


@dataclass(frozen=True)
class Stop:
    """End before the last epoch: once test accuracy has been at least `accuracy` for `epochs` epochs running.

    panels: "all" waits for every panel that has not diverged, "any" for the first.
    """

    accuracy: float = 0.99
    epochs: int = 5
    panels: str = "all"

    def __post_init__(self) -> None:
        check_range("The accuracy that ends a run", self.accuracy, 0.0, 1.0)
        check_whole("The epochs it must hold", self.epochs, 1, 1_000)
        check_choice("stop", self.panels, ("all", "any"))
