"""WIRE's real variant: a wave inside a bump (Saragadam et al., CVPR 2023).

The published one is complex and needs layers of complex numbers (models/complex_gabor.py).
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from tesla_core.activations.pointwise import Derivatives, Pointwise


class RealGabor(Pointwise):
    """cos(ω₀z) exp(-(s₀z)²): the real part of the complex wavelet, of one weighted sum z."""

    def __init__(self, omega: float = 20.0, scale: float = 10.0) -> None:
        super().__init__()
        self.omega, self.scale = omega, scale

    def forward(self, z: Tensor) -> Tensor:
        return torch.cos(self.omega * z) * torch.exp(-(self.scale * z).square())

    def curve(self, of: Any, z: Any) -> tuple[Any, Any]:
        sine, cosine = of.sin_cos(of.number(self.omega) * z)
        scaled = of.number(self.scale) * z
        bump = of.exp(-(scaled * scaled))
        slope = of.number(-self.omega) * sine - of.number(2 * self.scale) * scaled * cosine
        return cosine * bump, slope * bump

    def derivatives(self, z: Tensor) -> Derivatives:
        # Leibniz' rule: the wave's derivatives and the bump's, each with its share.
        w, s = self.omega, self.scale
        cosine, sine = torch.cos(w * z), torch.sin(w * z)
        bump = torch.exp(-(s * z).square())
        wave = (cosine, -w * sine, -(w**2) * cosine, w**3 * sine)
        slope = -2 * s**2 * z
        bump1 = slope * bump
        bump2 = (slope.square() - 2 * s**2) * bump
        bump3 = (slope.square() - 6 * s**2) * slope * bump
        return (
            wave[0] * bump,
            wave[1] * bump + wave[0] * bump1,
            wave[2] * bump + 2 * wave[1] * bump1 + wave[0] * bump2,
            wave[3] * bump + 3 * wave[2] * bump1 + 3 * wave[1] * bump2 + wave[0] * bump3,
        )

    def extra_repr(self) -> str:
        return f"omega={self.omega:g}, scale={self.scale:g}"
