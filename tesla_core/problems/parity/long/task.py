"""Strings of 16 to 32 bits, too many to see them all: learned from some, and asked about others never seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import Checks, Limits, ruled
from tesla_core.problems.parity.task import ParityTask, check_flip_rate
from tesla_core.tasks._seeds import SEED
from tesla_core.tasks.data import Dataset

FEWEST_BITS, MOST_BITS = 16, 32
FEWEST_SEEN, MOST_SEEN = 1_000, 100_000
ASKED = 4_096
"""Strings that accuracy is counted on; none of them is learned from."""
SIDE = 32
"""Rows and columns of the picture, a string a cell."""


@dataclass(frozen=True)
class LongStringsTask:
    """The parity of all bits, learned from `train_size` strings of which a share `noise` has the wrong label."""

    bits: int = ruled(Limits("Bits", FEWEST_BITS, MOST_BITS), 20)
    train_size: int = ruled(Limits("The train size", FEWEST_SEEN, MOST_SEEN), 20_000)
    noise: float = ruled(check_flip_rate, 0.0)
    seed: int = ruled(SEED, 0)

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.run(self.parity_task, "bits", "train_size", "noise", "seed")
        checks.done()

    def parity_task(self) -> ParityTask:
        """The same strings and flips as an experiment of this seed learns from."""
        return ParityTask(
            bits=self.bits,
            noise=self.noise,
            train_size=self.train_size,
            validation_size=1,
            test_size=ASKED,
            seed=self.seed,
        )

    def sample(self) -> Dataset:
        """Train and test; no epoch is chosen, so no validation."""
        data = self.parity_task().sample()
        return Dataset(data.train, None, data.test, classes=2)


def shown_cells(odd: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which strings the picture shows, row by row: even ones in its left half, odd ones in its right. odd: (n,), true
    parities of strings in the order in which they were drawn."""
    half = SIDE * SIDE // 2
    left, right = (np.flatnonzero(odd == parity)[:half].reshape(SIDE, SIDE // 2) for parity in (0, 1))
    return np.concatenate((left, right), axis=1).reshape(-1)
