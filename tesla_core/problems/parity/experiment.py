"""Parity of d bits: clean, with flipped labels, or LPN with a secret subset (Sec. "Parity with Label Noise")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.nearest import differences
from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.fields import Checks
from tesla_core.messages.say import marked, say
from tesla_core.paper.reported import Nearest, Setting
from tesla_core.problems.parity import paper as parity
from tesla_core.problems.parity.task import (
    BITS,
    TRAIN_LIMITS,
    ParityTask,
    check_flip_rate,
    check_secret_weight,
    lpn_secret,
    split_capacity,
)

TRAIN_SIZE, HELD_OUT_SIZE = 100_000, 20_000


@dataclass(frozen=True, kw_only=True)
class ParitySpec(ExperimentSpec):
    """The paper's sizes, 100,000 / 20,000 / 20,000, unless a split of so few bits holds fewer: then all it holds."""

    experiment: ClassVar[str] = "parity"
    label: ClassVar[str] = marked("Parity, noisy parity and LPN")
    assembler: ClassVar[str] = "tesla_core.problems.parity.assembly_torch"
    always_said: ClassVar[frozenset[str]] = frozenset({"bits"})

    bits: int = option(24, marked("length d of a string"), BITS, label=marked("Bits"))
    noise: float = option(
        0.0,
        marked("flip rate of the labels, in training, validation and test alike"),
        check_flip_rate,
        label=marked("Noise"),
    )
    secret_weight: int = option(
        0, marked("LPN: bits in the secret subset; 0 for the parity of all bits"), label=marked("Secret weight")
    )
    train_size: int | None = option(
        None,
        marked("training samples (default: 100,000, or all that a split of so few bits holds)"),
        TRAIN_LIMITS,
        label=marked("Train size"),
    )

    @property
    def title(self) -> str:
        return say("LPN") if self.secret_weight else say("Noisy parity") if self.noise else say("Parity")

    @property
    def inputs(self) -> int:
        return self.bits

    @property
    def best_accuracy(self) -> float:
        return 1.0 - self.noise

    def reported(self) -> Mapping[str, Nearest]:
        """Table 5's, which are validation accuracies; of LPN the paper has no number."""
        key = None if self.secret_weight else parity.nearest_row(self.bits, self.activation, self.noise)
        if key is None:
            return {}
        settings = (Setting("bits", key[0]), Setting("noise", key[2]), *parity.SETTINGS)
        return {"validation_accuracy": Nearest(parity.TABLE[key], differences(self, settings))}

    def check(self, checks: Checks) -> None:
        if self.secret_weight:
            checks.run(lambda: check_secret_weight(self.secret_weight, self.bits), "bits", "secret_weight")
        super().check(checks)

    def task(self) -> ParityTask:
        if self.train_size is None:
            train, validation, test = split_capacity(self.bits)
            sizes = min(TRAIN_SIZE, train), min(HELD_OUT_SIZE, validation), min(HELD_OUT_SIZE, test)
        else:
            _, validation, test = split_capacity(self.bits)
            sizes = self.train_size, min(HELD_OUT_SIZE, validation), min(HELD_OUT_SIZE, test)
        subset = lpn_secret(self.bits, self.secret_weight, self.seed) if self.secret_weight else None
        return ParityTask(self.bits, subset, self.noise, *sizes, seed=self.seed)
