"""What a network makes of its raw inputs before its first layer."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Encoding(nn.Module):
    """The inputs as they are. Others turn (…, d) into more numbers; none has parameters."""

    def forward(self, x: Tensor) -> Tensor:
        return x

    def first_layer(self, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """The encoded x through G first layers: x (B, d) or (G, B, d), weight (G, in, out), bias (G, 1, out)."""
        encoded = self(x)
        return torch.baddbmm(bias, encoded.expand(weight.shape[0], *encoded.shape[-2:]), weight)
