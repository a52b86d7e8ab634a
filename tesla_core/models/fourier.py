"""Fourier features as the paper's baseline uses them: sin(2^k πx) and cos(2^k πx) per coordinate, k = 0…31."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from tesla_core.models.encoding import Encoding

OCTAVES = 32
FEW_VALUES = 16


class FourierFeatures(Encoding):
    """(…, d) in [-1, 1] → (…, 64·d): each coordinate, moved to u = (1 - x)/2 in [0, 1], through 32 octaves.

    u is the bit itself where x = ±1 encodes a bit; on ±1 directly every feature would be the same for both values. The
    phase 2^k·u is taken modulo 2 before the multiplication by π, which is exact in floating point, so that the high
    octaves are not rounding noise.
    """

    octaves: Tensor

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.outputs = 2 * OCTAVES * inputs
        self.register_buffer("octaves", 2.0 ** torch.arange(OCTAVES), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        values, place = torch.unique(x, return_inverse=True)
        if len(values) <= FEW_VALUES:  # bits: compute each value's features once
            return self._features(values)[place].flatten(-2)
        return self._features(x).flatten(-2)

    def first_layer(self, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Of bits, W·features(x) + b is linear in the bit: W's rows are folded over the features before x comes in, and
        the product has d inputs instead of 64·d."""
        values = torch.unique(x)
        if len(values) != 2:
            return super().first_layer(x, weight, bias)
        low, high = self._features(values)
        by_coordinate = weight.unflatten(1, (-1, 2 * OCTAVES))  # (G, d, 64, out)
        step = torch.einsum("f,gdfo->gdo", high - low, by_coordinate)
        base = torch.einsum("f,gdfo->go", low, by_coordinate)
        is_high = (x == values[1]).to(x.dtype).expand(weight.shape[0], *x.shape[-2:])
        return torch.baddbmm(bias + base[:, None], is_high, step)

    def _features(self, x: Tensor) -> Tensor:
        u = (1.0 - x) / 2.0
        phase = math.pi * torch.remainder(u[..., None] * self.octaves, 2.0)
        return torch.cat((torch.sin(phase), torch.cos(phase)), -1)
