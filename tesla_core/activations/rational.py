"""A trained rational function, as Padé activation units are (Molina, Schramowski and Kersting, ICLR 2020)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise, entries
from tesla_core.activations.rows import RATIONAL_START


class Rational(Pointwise):
    """(a_0 + a_1 z + … + a_5 z⁵) / (1 + |b_1 z| + … + |b_4 z⁴|).

    The denominator can't be zero, whatever is learned. It starts as the published units do, near ReLU: off by at most
    0.03 for |z| ≤ 3.
    """

    def __init__(self) -> None:
        super().__init__()
        numerator, denominator = RATIONAL_START
        self.numerator = nn.Parameter(torch.tensor(numerator))
        self.denominator = nn.Parameter(torch.tensor(denominator))

    def forward(self, z: Tensor) -> Tensor:
        size = z.abs()
        above, below = torch.zeros_like(z), torch.zeros_like(z)
        for a in reversed(entries(self.numerator, z)):
            above = above * z + a
        for b in reversed(entries(self.denominator, z)):
            below = (below + b.abs()) * size
        return above / (1 + below)
