"""Derivatives of φ_K of every order: the PINN differentiates the network twice and its loss once more."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.autograd import grad, gradcheck, gradgradcheck

from tesla_core.activations import TESLA, tesla
from tesla_core.activations.tesla import harmonic_sums

Evaluate = Callable[[Tensor, Tensor, Tensor], Tensor]


def normal(*shape: int, seed: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("harmonics", [1, 2, 5, 16, 33])
def test_first_and_second_derivatives_agree_with_finite_differences(harmonics: int) -> None:
    inputs = tuple(
        normal(*shape, seed=i).requires_grad_() for i, shape in enumerate([(2, 2), (harmonics,), (harmonics,)])
    )
    assert gradcheck(tesla, inputs)
    assert gradgradcheck(tesla, inputs)


def test_derivatives_of_a_stack_agree_with_finite_differences() -> None:
    inputs = tuple(normal(*shape, seed=i).requires_grad_() for i, shape in enumerate([(3, 2), (3, 4), (3, 4)]))
    assert gradcheck(tesla, inputs)
    assert gradgradcheck(tesla, inputs)


@pytest.mark.parametrize("stacked", [False, True])
def test_the_harmonic_sums_differentiate_exactly(stacked: bool) -> None:
    z, g = normal(2, 3, seed=0).requires_grad_(), normal(2, 3, seed=1).requires_grad_()

    def sums(z: Tensor, g: Tensor) -> tuple[Tensor, Tensor]:
        return harmonic_sums(z, g, 5, stacked)

    assert sums(z, g)[0].shape == ((2, 5) if stacked else (5,))
    assert gradcheck(sums, (z, g))
    assert gradgradcheck(sums, (z, g))


@pytest.mark.parametrize("kernel", ["native", "eager"])
def test_third_derivatives_are_exact(kernel: str, direct: Evaluate) -> None:
    """A loss on φ″ is trained through φ‴; on the fast path too."""
    z = normal(40, seed=0).float().requires_grad_()
    a, b = (normal(6, seed=seed).float().requires_grad_() for seed in (1, 2))

    def third(evaluate: Evaluate, z: Tensor, a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
        (once,) = grad(evaluate(z, a, b).sum(), z, create_graph=True)
        (twice,) = grad(once.sum(), z, create_graph=True)
        return grad(twice.square().sum(), (z, a, b))

    measured = third(lambda z, a, b: tesla(z, a, b, kernel), z, a, b)
    exact = third(direct, *(t.detach().double().requires_grad_() for t in (z, a, b)))
    for fast, true in zip(measured, exact, strict=True):
        assert (fast.double() - true).norm() <= 1e-5 * true.norm()


def test_one_harmonic_has_the_derivatives_of_the_sine() -> None:
    z = torch.linspace(-3, 3, 9, dtype=torch.float64, requires_grad=True)
    one, none = torch.ones(1, dtype=torch.float64), torch.zeros(1, dtype=torch.float64)
    derivative = tesla(z, one, none)
    for order in range(1, 5):
        (derivative,) = grad(derivative.sum(), z, create_graph=True)
        torch.testing.assert_close(derivative, torch.sin(z + order * math.pi / 2))


def test_gradients_with_and_without_a_graph_are_the_same_numbers() -> None:
    """The two backward paths, one for plain training and one for a PINN, must not disagree."""
    layer, z = TESLA(8, scale=1.0), normal(200, seed=0).float().requires_grad_()
    wanted = (z, layer.a, layer.b)
    plain = grad(layer(z).square().sum(), wanted)
    with_graph = grad(layer(z).square().sum(), wanted, create_graph=True)
    for one, other in zip(plain, with_graph, strict=True):
        torch.testing.assert_close(one, other.detach(), rtol=1e-5, atol=1e-5)


def test_only_what_needs_a_gradient_gets_one() -> None:
    z, a, b = normal(4, seed=0), normal(3, seed=1).requires_grad_(), normal(3, seed=2)
    tesla(z, a, b).sum().backward()
    assert a.grad is not None
    assert z.grad is None
    assert b.grad is None
