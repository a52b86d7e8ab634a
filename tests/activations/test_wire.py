"""WIRE, real and complex: each is what its name says."""

from __future__ import annotations

import torch

from pages._ui.controls.panels import panel_text, read_panel
from tesla_core.activations.wire import RealGabor

Z = torch.linspace(-0.4, 0.4, 41, dtype=torch.float64)


def test_the_real_one_is_the_real_part_of_the_wavelet() -> None:
    wavelet = torch.exp(1j * 7 * Z - (3 * Z).square())
    torch.testing.assert_close(RealGabor(7.0, 3.0)(Z), wavelet.real)
    assert torch.autograd.gradcheck(RealGabor(7.0, 3.0), (Z.clone().requires_grad_(),))


def test_the_real_one_is_named_so() -> None:
    spec = read_panel("WIRE (real) ω₀=5 s=2")
    assert spec.activation == "wire_real"
    assert panel_text(spec) == "WIRE (real) ω₀=5 s₀=2"
