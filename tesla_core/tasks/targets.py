"""Numbers to fit, where a classifier's tasks have classes: coordinates and what a function is there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FunctionPoints:
    """Coordinates x (n, d) and the function's values y (n, outputs), both float32."""

    x: Floats
    y: Floats

    def __post_init__(self) -> None:
        if self.x.ndim != 2 or self.y.ndim != 2 or len(self.x) != len(self.y) or not len(self.x):
            raise TeslaError(f"Points need x (n, d) and y (n, outputs); {self.x.shape}, {self.y.shape} were given.")
        if self.x.dtype != np.float32 or self.y.dtype != np.float32:
            raise TeslaError(f"Points must be float32; {self.x.dtype} and {self.y.dtype} were given.")

    def __len__(self) -> int:
        return len(self.x)


@dataclass(frozen=True, eq=False)
class Target:
    """What is fitted on `train` and measured on `test`; the same points where all there are should be learned."""

    train: FunctionPoints
    test: FunctionPoints

    @property
    def inputs(self) -> int:
        return self.train.x.shape[1]

    @property
    def outputs(self) -> int:
        return self.train.y.shape[1]
