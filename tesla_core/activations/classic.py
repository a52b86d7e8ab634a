"""The standard activations, which carry no parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from tesla_core.activations.pointwise import Derivatives, Pointwise

aten = torch.ops.aten


class ReLU(Pointwise):
    """max(z, 0)"""

    def forward(self, z: Tensor) -> Tensor:
        return functional.relu(z)

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        below = (z, of.zero)  # what is no number stays none
        return of.where_below(*below, of.zero, z), of.where_below(*below, of.zero, of.one, or_equal=True)

    def write(self, z: Tensor, out: Tensor, keep: bool) -> None:
        torch.clamp_min(z, 0, out=out)

    def go_back(self, note: None, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        aten.threshold_backward.grad_input(g, value, 0, grad_input=g)

    def derivatives(self, z: Tensor) -> Derivatives:
        # The distribution at the kink is no number; like autograd, every derivative past the first is zero.
        zero = torch.zeros_like(z)
        return torch.relu(z), (z > 0).to(z.dtype), zero, zero


class GELU(Pointwise):
    """z·Φ(z), with the exact normal distribution function."""

    def forward(self, z: Tensor) -> Tensor:
        return functional.gelu(z)

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        below, density = of.normal(z)
        return z * below, of.multiply_add(z, density, below)

    def write(self, z: Tensor, out: Tensor, keep: bool) -> None:
        aten.gelu.out(z, out=out)

    def go_back(self, note: None, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        aten.gelu_backward.grad_input(g, z, grad_input=g)

    def derivatives(self, z: Tensor) -> Derivatives:
        below = 0.5 * (1 + torch.erf(z / math.sqrt(2)))
        density = torch.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
        square = z * z
        return z * below, below + z * density, (2 - square) * density, z * (square - 4) * density


class SiLU(Pointwise):
    """z·σ(z)"""

    def forward(self, z: Tensor) -> Tensor:
        return functional.silu(z)

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        s = of.sigmoid(z)
        return z * s, s * of.multiply_add(z, of.one - s, of.one)

    def write(self, z: Tensor, out: Tensor, keep: bool) -> None:
        aten.silu.out(z, out=out)

    def go_back(self, note: None, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        aten.silu_backward.grad_input(g, z, grad_input=g)

    def derivatives(self, z: Tensor) -> Derivatives:
        s = torch.sigmoid(z)
        s1 = s * (1 - s)
        s2 = s1 * (1 - 2 * s)
        s3 = s1 * (1 - 6 * s1)
        return z * s, s + z * s1, 2 * s1 + z * s2, 3 * s2 + z * s3


class Tanh(Pointwise):
    """tanh z"""

    def forward(self, z: Tensor) -> Tensor:
        return torch.tanh(z)

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        t = of.tanh(z)
        return t, of.one - t * t

    def write(self, z: Tensor, out: Tensor, keep: bool) -> None:
        torch.tanh(z, out=out)

    def go_back(self, note: None, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        aten.tanh_backward.grad_input(g, value, grad_input=g)

    def derivatives(self, z: Tensor) -> Derivatives:
        t = torch.tanh(z)
        first = 1 - t * t
        second = -2 * t * first
        return t, first, second, first * (6 * t * t - 2)
