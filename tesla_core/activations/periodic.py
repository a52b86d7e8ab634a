"""Periodic activations with a fixed shape: SIREN and SNAKE."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise, fill_uniform
from tesla_core.errors import check_range


class Siren(Pointwise):
    """sin(ω0·z) (Sitzmann et al. 2020)."""

    def __init__(self, omega: float = 30.0) -> None:
        super().__init__()
        check_range("SIREN's ω0", omega, 1e-3, 1e3)
        self.omega = omega

    def forward(self, z: Tensor) -> Tensor:
        return torch.sin(self.omega * z)

    def init_first(self, linear: nn.Linear, generator: torch.Generator) -> None:
        fill_uniform(linear, 1.0 / linear.in_features, generator)

    def init_later(self, linear: nn.Linear, generator: torch.Generator) -> None:
        fill_uniform(linear, math.sqrt(6.0 / linear.in_features) / self.omega, generator)

    def extra_repr(self) -> str:
        return f"omega={self.omega:g}"


class Snake(Pointwise):
    """z + sin²(αz)/α (Ziyin et al. 2020)."""

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        check_range("SNAKE's α", alpha, 1e-3, 1e3)
        self.alpha = alpha

    def forward(self, z: Tensor) -> Tensor:
        return z + torch.sin(self.alpha * z).square() / self.alpha

    def extra_repr(self) -> str:
        return f"alpha={self.alpha:g}"
