"""The standard activations, which carry no parameters."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from tesla_core.activations.pointwise import Pointwise


class ReLU(Pointwise):
    """max(z, 0)"""

    def forward(self, z: Tensor) -> Tensor:
        return functional.relu(z)


class GELU(Pointwise):
    """z·Φ(z), with the exact normal distribution function."""

    def forward(self, z: Tensor) -> Tensor:
        return functional.gelu(z)


class SiLU(Pointwise):
    """z·σ(z)"""

    def forward(self, z: Tensor) -> Tensor:
        return functional.silu(z)


class Tanh(Pointwise):
    """tanh z"""

    def forward(self, z: Tensor) -> Tensor:
        return torch.tanh(z)
