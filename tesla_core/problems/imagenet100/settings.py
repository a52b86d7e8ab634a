"""How a vision model is trained: the paper's table of settings (supplement, table 2). Imports no torch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tesla_core.fields import Limits, OneOf, ruled
from tesla_core.training.settings import Settings

PRECISIONS = ("auto", "float32", "bfloat16")


@dataclass(frozen=True)
class VisionSettings(Settings):
    """AdamW with a linear warm-up from warmup_ratio · lr to lr, then a cosine down to 0 at the last step.

    precision: of the network's arithmetic; "auto" is bfloat16 on a GPU that has it and float32 elsewhere. Weights,
    norms and φ_K stay in float32 in any case.
    """

    warmup_epochs: float = ruled(Limits("Warm-up epochs", 0.0, 1000.0), 5.0)
    warmup_ratio: float = ruled(Limits("Warm-up ratio", 0.0, 1.0), 0.85)
    precision: str = ruled(OneOf("precision", PRECISIONS), "auto")

    def learning_rate(self, progress: float) -> float:
        """The learning rate when that share of the whole training, 0 to 1, is done."""
        warm = self.warmup_epochs / self.epochs
        if progress < warm:
            return self.lr * (self.warmup_ratio + (1.0 - self.warmup_ratio) * progress / warm)
        if self.schedule != "cosine":
            return self.lr
        return self.lr * 0.5 * (1.0 + math.cos(math.pi * (progress - warm) / (1.0 - warm)))
