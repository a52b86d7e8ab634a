"""What every task hands to training: inputs and labels, in splits that don't touch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError


@dataclass(frozen=True, eq=False)
class Split:
    """Samples of one split.

    x: (n, d) inputs, int8 ±1 or float32. y: (n,) int64, the class as observed, label noise included.
    y_clean: (n,) int64, the class before any flip; None where nothing was flipped, so that y is the clean label.
    """

    x: NDArray[np.int8] | NDArray[np.float32]
    y: NDArray[np.int64]
    y_clean: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        if self.x.ndim != 2:
            raise TeslaError(f"x must have shape (samples, inputs); {self.x.shape} was given.")
        if self.x.dtype not in (np.int8, np.float32):
            raise TeslaError(f"x must be int8 or float32; {self.x.dtype} was given.")
        for name, labels in (("y", self.y), ("y_clean", self.y_clean)):
            if labels is None:
                continue
            if labels.shape != (len(self.x),):
                raise TeslaError(f"{name} must have shape ({len(self.x)},) to match x; {labels.shape} was given.")
            if labels.dtype != np.int64:
                raise TeslaError(f"{name} must be int64; {labels.dtype} was given.")

    def __len__(self) -> int:
        return len(self.y)


@dataclass(frozen=True, eq=False)
class Dataset:
    """Train, validation and test split of one task; `validation` is None where no epoch is chosen."""

    train: Split
    validation: Split | None
    test: Split
    classes: int

    def __post_init__(self) -> None:
        if self.classes < 2:
            raise TeslaError(f"A dataset needs at least 2 classes; {self.classes} was given.")
        for name, split in self.splits().items():
            if split.x.shape[1] != self.inputs:
                raise TeslaError(f"{name} has {split.x.shape[1]} inputs, train has {self.inputs}.")
            if len(split) and not 0 <= split.y.min() <= split.y.max() < self.classes:
                raise TeslaError(
                    f"Labels of {name} must be from 0 to {self.classes - 1}; "
                    f"{split.y.min()} to {split.y.max()} were given."
                )

    @property
    def inputs(self) -> int:
        """Number of inputs d."""
        return self.train.x.shape[1]

    def splits(self) -> dict[str, Split]:
        """The splits there are, by name."""
        named = {"train": self.train, "validation": self.validation, "test": self.test}
        return {name: split for name, split in named.items() if split is not None}
