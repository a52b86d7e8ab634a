"""Eq. 1 evaluated term by term in float64: what every path of φ_K is measured against."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

Evaluate = Callable[[Tensor, Tensor, Tensor], Tensor]


@pytest.fixture
def direct() -> Evaluate:
    """φ_K(z) = Σ a_k/k sin kz + b_k/k cos kz, summed in float64; z any shape, a and b (K,)."""

    def evaluate(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
        z = z.double()
        total = torch.zeros_like(z)
        for k, (a_k, b_k) in enumerate(zip(a.double(), b.double(), strict=True), start=1):
            total = total + a_k / k * torch.sin(k * z) + b_k / k * torch.cos(k * z)
        return total

    return evaluate
