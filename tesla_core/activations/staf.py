"""STAF: a short series of sines whose frequencies, phases and weights are all trained (Morsali et al. 2025,
arXiv 2502.00869)."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Derivatives, Pointwise, entries


class Staf(Pointwise):
    """Σ_i c_i sin(ω_i z + φ_i), i = 1…τ.

    As published it starts from ω_i ~ U(0, ω₀), φ_i ~ U(-π, π) and c_i = ±√|L|, L from Laplace's distribution of scale
    1/2τ, so that Σ c_i² is 1/2 on average; the linear layers start as PyTorch's do.
    """

    def __init__(self, terms: int = 5, omega: float = 30.0, generator: torch.Generator | None = None) -> None:
        super().__init__()
        frequency, phase, share = torch.rand(3, terms, generator=generator)
        self.omega = nn.Parameter(omega * frequency)
        self.phase = nn.Parameter(math.pi * (2 * phase - 1))
        side = 2 * share - 1  # Laplace's distribution from a uniform one, by its inverse
        laplace = -torch.log1p(-side.abs()) / (2 * terms)
        self.weight = nn.Parameter(side.sign() * laplace.sqrt())

    def forward(self, z: Tensor) -> Tensor:
        total = torch.zeros_like(z)
        for omega, phase, weight in self._terms(z):
            total = total + weight * torch.sin(omega * z + phase)
        return total

    def derivatives(self, z: Tensor) -> Derivatives:
        found = [torch.zeros_like(z) for _ in range(4)]
        with torch.no_grad():
            for omega, phase, weight in self._terms(z):
                sine, cosine = torch.sin(omega * z + phase), torch.cos(omega * z + phase)
                waves = (sine, omega * cosine, -(omega**2) * sine, -(omega**3) * cosine)
                for total, wave in zip(found, waves, strict=True):
                    total += weight * wave
        first, second, third, fourth = found
        return first, second, third, fourth

    def _terms(self, z: Tensor) -> zip[tuple[Tensor, Tensor, Tensor]]:
        return zip(*(entries(parameter, z) for parameter in (self.omega, self.phase, self.weight)), strict=True)

    def extra_repr(self) -> str:
        return f"terms={self.omega.shape[-1]}"
