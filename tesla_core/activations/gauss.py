"""The Gaussian bump, which knows only what is near (Ramasinghe and Lucey, ECCV 2022)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from tesla_core.activations.pointwise import Derivatives, Pointwise


class Gauss(Pointwise):
    """exp(-z²/2σ²)"""

    def __init__(self, sigma: float = 0.1) -> None:
        super().__init__()
        self.sigma = sigma

    def forward(self, z: Tensor) -> Tensor:
        return torch.exp(-0.5 * (z / self.sigma).square())

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        u = z / of.number(self.sigma)
        bump = of.exp(u * u * of.number(-0.5))
        return bump, u * bump * of.number(-1 / self.sigma)

    def derivatives(self, z: Tensor) -> Derivatives:
        # In u = z/σ these are Hermite's polynomials times the bump.
        u, s = z / self.sigma, self.sigma
        bump = torch.exp(-0.5 * u.square())
        return bump, -u / s * bump, (u.square() - 1) / s**2 * bump, (3 * u - u**3) / s**3 * bump

    def extra_repr(self) -> str:
        return f"sigma={self.sigma:g}"
