"""The rational activation starts near ReLU, can't divide by zero, and is trained in all its coefficients."""

from __future__ import annotations

import torch

from tesla_core.activations.rational import Rational


def test_it_starts_near_relu() -> None:
    z = torch.linspace(-3, 3, 601)
    assert (Rational()(z) - z.relu()).abs().max() <= 0.031


def test_no_coefficients_make_it_infinite() -> None:
    layer = Rational()
    layer.denominator.data = torch.tensor([-3.0, -7.0, 0.0, 9.0])
    assert layer(torch.linspace(-10, 10, 20_001)).isfinite().all()


def test_gradients_are_right() -> None:
    layer = Rational().double()
    z = torch.linspace(-2, 2.1, 8, dtype=torch.float64, requires_grad=True)

    def apply(z: torch.Tensor, numerator: torch.Tensor, denominator: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(layer, {"numerator": numerator, "denominator": denominator}, (z,))

    assert torch.autograd.gradcheck(apply, (z, layer.numerator, layer.denominator))
