"""Derivatives that go forward through the layers are those that double backward finds, weights' gradients included."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from tesla_core.models.build import build_model
from tesla_core.models.jets import Jet, jets
from tesla_core.models.mlp import MLP
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked_mlp import StackedMLP

POINTS = torch.rand(9, 2, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


def stacked(*names: str, depth: int = 3) -> StackedMLP:
    models = []
    for seed, name in enumerate(names):
        spec = ModelSpec(activation=name, width=6, depth=depth, harmonics=3, coefficient_scale=1.0, omega=3.0)
        model = build_model(spec, 2, 1, seed)
        assert isinstance(model, MLP)
        models.append(model)
    return StackedMLP(models).double()


def rows(jet: Jet) -> Tensor:
    """The value, the slopes, then the second derivatives, as one tensor."""
    return torch.stack((jet.value, *jet.first, *jet.second.values()))


def by_double_backward(stack: StackedMLP, points: Tensor, second: tuple[int, ...]) -> Tensor:
    """The drop-in way, which any model goes."""
    own = points.expand(len(stack.weights[0]), *points.shape[-2:]).clone().requires_grad_()
    u = stack(own)
    (slopes,) = torch.autograd.grad(u.sum(), own, create_graph=True)
    by_input = slopes.split(1, dim=-1)
    bends = [
        torch.autograd.grad(by_input[column].sum(), own, create_graph=True)[0][..., column, None]
        if slopes.requires_grad
        else torch.zeros_like(u)
        for column in second
    ]
    return torch.stack((u, *by_input, *bends))


NETWORKS = [("tesla",), ("tanh",), ("siren",), ("relu",), ("gelu",), ("silu",), ("snake",), ("tanh", "tesla", "tesla")]
SECONDS = [(1,), (0, 1), ()]
"""Of an equation in time and space, of one in two dimensions of space, and slopes alone."""


@pytest.mark.parametrize("names", NETWORKS, ids="+".join)
@pytest.mark.parametrize("second", SECONDS, ids=str)
def test_jets_are_the_derivatives_and_train_the_same_weights(names: tuple[str, ...], second: tuple[int, ...]) -> None:
    stack = stacked(*names)
    shape = (3 + len(second), len(names), 9, 1)
    weights = torch.randn(shape, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    measured = rows(jets(stack, POINTS, second))
    (measured * weights).sum().backward()
    gradients = [parameter.grad for parameter in stack.parameters()]
    stack.zero_grad()
    expected = by_double_backward(stack, POINTS, second)
    (expected * weights).sum().backward()
    torch.testing.assert_close(measured, expected)
    for gradient, parameter in zip(gradients, stack.parameters(), strict=True):
        torch.testing.assert_close(gradient, parameter.grad)


def test_one_hidden_layer_and_points_of_each_model_s_own() -> None:
    stack = stacked("tesla", "tanh", depth=1)
    points = torch.stack((POINTS, 1 - POINTS))
    torch.testing.assert_close(rows(jets(stack, points, (0, 1))), by_double_backward(stack, points, (0, 1)))


def test_single_precision_on_the_fast_kernel_agrees() -> None:
    exact = rows(jets(stacked("tesla"), POINTS, (1,)))
    single = rows(jets(stacked("tesla").float(), POINTS.float(), (1,)))
    torch.testing.assert_close(single.double(), exact, rtol=1e-3, atol=1e-4)
