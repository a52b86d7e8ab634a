"""FINER: a sine that turns faster the further z is from zero (Liu et al., CVPR 2024)."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Derivatives, Pointwise, fill_uniform


class Finer(Pointwise):
    """sin(ω(|z| + 1)z). Going back, the factor |z| + 1 is held fixed, as in its published code.

    bias: k; under its own rule the biases of the first layer start from U(-k, k), which spreads the neurons over
    slow and fast parts of the wave. The weights start as SIREN's.
    """

    def __init__(self, omega: float = 30.0, bias: float = 5.0) -> None:
        super().__init__()
        self.omega, self.bias = omega, bias

    def forward(self, z: Tensor) -> Tensor:
        factor = z.detach().abs() + 1
        return torch.sin(self.omega * factor * z)

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        factor = of.number(self.omega) * (of.absolute(z) + of.one)
        sine, cosine = of.sin_cos(factor * z)
        return sine, factor * cosine

    def derivatives(self, z: Tensor) -> Derivatives:
        # Of the function itself, with nothing held fixed: a PINN asks whether u obeys an equation.
        turn = self.omega * (z.abs() + 1) * z
        turn1 = self.omega * (2 * z.abs() + 1)
        turn2 = 2 * self.omega * z.sign()
        sine, cosine = torch.sin(turn), torch.cos(turn)
        second = turn2 * cosine - turn1**2 * sine
        return sine, turn1 * cosine, second, -(turn1**3) * cosine - 3 * turn1 * turn2 * sine

    def init_first(self, linear: nn.Linear, generator: torch.Generator) -> None:
        fill_uniform(linear, 1.0 / linear.in_features, generator)
        with torch.no_grad():
            linear.bias.uniform_(-self.bias, self.bias, generator=generator)

    def init_later(self, linear: nn.Linear, generator: torch.Generator) -> None:
        fill_uniform(linear, math.sqrt(6.0 / linear.in_features) / self.omega, generator)

    def extra_repr(self) -> str:
        return f"omega={self.omega:g}, bias={self.bias:g}"
