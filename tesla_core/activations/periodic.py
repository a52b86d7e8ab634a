"""Periodic activations with a fixed shape: SIREN and SNAKE."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Derivatives, Pointwise, fill_uniform
from tesla_core.errors import check_range


class Siren(Pointwise):
    """sin(ω0·z) (Sitzmann et al. 2020)."""

    def __init__(self, omega: float = 30.0) -> None:
        super().__init__()
        check_range("SIREN's ω0", omega, 1e-3, 1e3)
        self.omega = omega

    def forward(self, z: Tensor) -> Tensor:
        return torch.sin(self.omega * z)

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        omega = of.number(self.omega)
        sine, cosine = of.sin_cos(omega * z)
        return sine, omega * cosine

    def write(self, z: Tensor, out: Tensor, keep: bool) -> None:
        torch.mul(z, self.omega, out=out).sin_()

    def go_back(self, note: None, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        g.mul_((z * self.omega).cos_()).mul_(self.omega)

    def derivatives(self, z: Tensor) -> Derivatives:
        w = self.omega
        sine, cosine = torch.sin(w * z), torch.cos(w * z)
        return sine, w * cosine, -(w**2) * sine, -(w**3) * cosine

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

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        sine, cosine = of.sin_cos(of.number(self.alpha) * z)
        return of.multiply_add(sine * sine, of.number(1 / self.alpha), z), of.multiply_add(sine + sine, cosine, of.one)

    def write(self, z: Tensor, out: Tensor, keep: bool) -> None:
        torch.mul(z, self.alpha, out=out).sin_().square_().div_(self.alpha).add_(z)

    def go_back(self, note: None, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        g.addcmul_(g, (z * (2 * self.alpha)).sin_())  # φ′ = 1 + sin 2αz

    def derivatives(self, z: Tensor) -> Derivatives:
        # sin²(αz)/α = (1 - cos 2αz)/2α
        alpha = self.alpha
        sine, cosine = torch.sin(2 * alpha * z), torch.cos(2 * alpha * z)
        return z + (1 - cosine) / (2 * alpha), 1 + sine, 2 * alpha * cosine, -4 * alpha**2 * sine

    def extra_repr(self) -> str:
        return f"alpha={self.alpha:g}"
