"""The activation itself."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from tesla_core.activations.pointwise import Pointwise


class Sinc(Pointwise):
    """sin(ωz)/ωz, which is 1 at zero. Without formulas of its own, its derivatives are taken by autograd."""

    def __init__(self, omega: float = 6.0) -> None:
        super().__init__()
        self.omega = omega

    def forward(self, z: Tensor) -> Tensor:
        return torch.sinc(self.omega / math.pi * z)

    def extra_repr(self) -> str:
        return f"omega={self.omega:g}"
