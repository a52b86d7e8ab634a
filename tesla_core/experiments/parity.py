"""Parity of d bits: clean, with flipped labels, or LPN with a secret subset (Sec. "Parity with Label Noise")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.tasks.parity import ParityTask, lpn_secret, split_capacity

TRAIN_SIZE, HELD_OUT_SIZE = 100_000, 20_000


@dataclass(frozen=True, kw_only=True)
class ParitySpec(ExperimentSpec):
    """The paper's sizes, 100,000 / 20,000 / 20,000, unless a split of so few bits holds fewer: then all it holds."""

    experiment: ClassVar[str] = "parity"
    label: ClassVar[str] = "Parity, noisy parity and LPN"

    bits: int = option(24, "length d of a string")
    noise: float = option(0.0, "flip rate of the labels, in training and test alike")
    secret_weight: int = option(0, "LPN: bits in the secret subset; 0 for the parity of all bits")
    train_size: int | None = option(
        None, "training samples (default: 100,000, or all that a split of so few bits holds)"
    )

    def task(self) -> ParityTask:
        if self.train_size is None:
            train, validation, test = split_capacity(self.bits)
            sizes = min(TRAIN_SIZE, train), min(HELD_OUT_SIZE, validation), min(HELD_OUT_SIZE, test)
        else:
            _, validation, test = split_capacity(self.bits)
            sizes = self.train_size, min(HELD_OUT_SIZE, validation), min(HELD_OUT_SIZE, test)
        subset = lpn_secret(self.bits, self.secret_weight, self.seed) if self.secret_weight else None
        return ParityTask(self.bits, subset, self.noise, *sizes, seed=self.seed)
