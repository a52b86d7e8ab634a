"""Derivatives in closed form are those of the activation; a wrong one would train a PINN on another equation."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from tesla_core.activations.classic import GELU, ReLU, SiLU, Tanh
from tesla_core.activations.periodic import Siren, Snake
from tesla_core.activations.pointwise import Pointwise, entries
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
        zip(activation.derivatives(Z), by_autograd(activation, Z), strict=True)
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
    measured = layer.parameter_gradients(z, (weights[0], weights[1], weights[2]))
    for one, other in zip(measured, expected, strict=True):
        torch.testing.assert_close(one, other)


class Scaled(Cubic):
    """A trained activation that says nothing of its derivatives."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = torch.nn.Parameter(torch.tensor([0.7, 2.0], dtype=torch.float64))

    def forward(self, z: Tensor) -> Tensor:
        one, two = entries(self.scale, z)
        return one * z**3 + two * z


def test_a_trained_activation_needs_no_entry_of_its_own() -> None:
    """Autograd finds what it owes to its parameters: one that was forgotten would stay untrained."""
    assert Cubic().parameter_gradients(Z, (Z, Z, Z)) == []
    weights = (torch.ones_like(Z), 2 * torch.ones_like(Z), 3 * torch.ones_like(Z))
    (measured,) = Scaled().parameter_gradients(Z, weights)
    expected = torch.stack([(Z**3 + 6 * Z**2 + 18 * Z).sum(), (Z + 2).sum()])
    torch.testing.assert_close(measured, expected)


def test_a_stack_does_what_its_members_do() -> None:
    first, second = Scaled(), Scaled()
    second.scale.data *= 3
    stacked = Scaled.stack([first, second])
    z = torch.stack([Z, Z + 1]).view(2, 1, -1)
    torch.testing.assert_close(stacked(z), torch.stack([first(z[0]), second(z[1])]))
    assert first.scale.shape == (2,)
