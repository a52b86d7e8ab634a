"""Derivatives in closed form are those of the activation; a wrong one would train a PINN on another equation."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from tesla_core.activations.classic import GELU, ReLU, SiLU, Tanh
from tesla_core.activations.derivatives import derivatives, parameter_gradients
from tesla_core.activations.periodic import Siren, Snake
from tesla_core.activations.pointwise import Pointwise
from tesla_core.activations.tesla import TESLA

Z = torch.linspace(-3.1, 2.9, 41, dtype=torch.float64)


def tesla_layer(models: int = 0) -> TESLA:
    layers: list[Pointwise] = [
        TESLA(4, scale=1.0, generator=torch.Generator().manual_seed(s)) for s in range(models or 1)
    ]
    layer = TESLA.stack(layers) if models else layers[0]
    assert isinstance(layer, TESLA)
    return layer.double()


class Cubic(Pointwise):
    """An activation that has no entry of its own."""

    def forward(self, z: Tensor) -> Tensor:
        return z**3 - z


ALL = [ReLU(), GELU(), SiLU(), Tanh(), Siren(3.0), Snake(0.7), tesla_layer(), Cubic()]


def by_autograd(activation: Pointwise, z: Tensor) -> list[Tensor]:
    z = z.clone().requires_grad_()
    found = [activation(z)]
    for _ in range(3):
        last = found[-1]
        found.append(
            torch.autograd.grad(last.sum(), z, create_graph=True)[0] if last.requires_grad else torch.zeros_like(z)
        )
    return [one.detach() for one in found]


@pytest.mark.parametrize("activation", ALL, ids=lambda activation: type(activation).__name__)
def test_closed_forms_are_what_autograd_finds(activation: Pointwise) -> None:
    for order, (measured, expected) in enumerate(
        zip(derivatives(activation, Z), by_autograd(activation, Z), strict=True)
    ):
        assert not measured.requires_grad
        torch.testing.assert_close(measured, expected, rtol=1e-9, atol=1e-9, msg=lambda m, o=order: f"order {o}: {m}")


@pytest.mark.parametrize("models", [0, 3])
def test_what_the_derivatives_owe_to_the_coefficients(models: int) -> None:
    layer = tesla_layer(models)
    generator = torch.Generator().manual_seed(9)
    shape = (models, 7) if models else (7,)
    z, *weights = torch.randn(4, *shape, generator=generator, dtype=torch.float64)
    point = z.clone().requires_grad_()
    phi = layer(point)
    (first,) = torch.autograd.grad(phi.sum(), point, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), point, create_graph=True)
    total = torch.stack([w * value for w, value in zip(weights, (phi, first, second), strict=True)]).sum()
    expected = torch.autograd.grad(total, [layer.a, layer.b])
    measured = parameter_gradients(layer, z, (weights[0], weights[1], weights[2]))
    for one, other in zip(measured, expected, strict=True):
        torch.testing.assert_close(one, other)


def test_an_activation_with_unknown_parameters_is_refused() -> None:
    """Silence would leave them untrained."""

    class Scaled(Cubic):
        def __init__(self) -> None:
            super().__init__()
            self.scale = torch.nn.Parameter(torch.ones(()))

    assert parameter_gradients(Cubic(), Z, (Z, Z, Z)) == []
    with pytest.raises(NotImplementedError, match="Scaled has parameters"):
        parameter_gradients(Scaled(), Z, (Z, Z, Z))
