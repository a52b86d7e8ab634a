"""Losses of a network's outputs as the bounds need them: each sample's loss, its gradient and Lipschitz constant."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray

LossKind = Literal["logit", "classes", "squares"]


@dataclass(frozen=True, eq=False)
class LossSamples:
    """Inputs (n, d) and what is asked for there: classes (n,), or values (n, outputs) where a function is fitted."""

    kind: LossKind
    x: FloatArray
    y: npt.NDArray[Any]

    def losses(self, output: FloatArray) -> FloatArray:
        """Each sample's, (n,)."""
        if self.kind == "logit":
            return np.logaddexp(0, np.where(self.y == 1, -output[:, 0], output[:, 0]))
        if self.kind == "classes":
            return np.logaddexp.reduce(output, axis=1) - output[np.arange(len(output)), self.y.astype(int)]
        return ((output - self.y) ** 2).mean(axis=1)

    def gradients(self, output: FloatArray) -> FloatArray:
        """By the outputs, (n, outputs)."""
        if self.kind == "logit":
            return 1 / (1 + np.exp(-np.clip(output, -700, 700))) - self.y[:, None].astype(np.float64)
        if self.kind == "classes":
            shares = np.exp(output - np.logaddexp.reduce(output, axis=1)[:, None])
            shares[np.arange(len(output)), self.y.astype(int)] -= 1
            return shares
        return 2 * (output - self.y) / output.shape[1]

    def lipschitz(self, output: FloatArray) -> float:
        """1 of a logit, √2 of several classes. A squared error has none: the largest gradient on these samples."""
        if self.kind == "logit":
            return 1.0
        if self.kind == "classes":
            return sqrt(2)
        return float(np.linalg.norm(self.gradients(output), axis=1).max())
