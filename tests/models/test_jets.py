"""Derivatives that go forward through the layers are those that double backward finds, weights' gradients included."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from tesla_core.models.build import build_model
from tesla_core.models.jets import jets
from tesla_core.models.mlp import MLP
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked import StackedMLP

POINTS = torch.rand(9, 2, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


def stacked(*names: str, depth: int = 3) -> StackedMLP:
    models = []
    for seed, name in enumerate(names):
        spec = ModelSpec(activation=name, width=6, depth=depth, harmonics=3, coefficient_scale=1.0, omega=3.0)
        model = build_model(spec, 2, 1, seed)
        assert isinstance(model, MLP)
        models.append(model)
    return StackedMLP(models).double()


def by_double_backward(stack: StackedMLP, points: Tensor) -> Tensor:
    """The drop-in way, which any model goes."""
    own = points.expand(len(stack.weights[0]), *points.shape[-2:]).clone().requires_grad_()
    u = stack(own)
    (slopes,) = torch.autograd.grad(u.sum(), own, create_graph=True)
    u_t, u_x = slopes.split(1, dim=-1)
    curved = u_x.requires_grad
    u_xx = torch.autograd.grad(u_x.sum(), own, create_graph=True)[0][..., 1:] if curved else torch.zeros_like(u)
    return torch.stack((u, u_x, u_xx, u_t))


NETWORKS = [("tesla",), ("tanh",), ("siren",), ("relu",), ("gelu",), ("silu",), ("snake",), ("tanh", "tesla", "tesla")]


@pytest.mark.parametrize("names", NETWORKS, ids="+".join)
def test_jets_are_the_derivatives_and_train_the_same_weights(names: tuple[str, ...]) -> None:
    stack = stacked(*names)
    weights = torch.randn(4, len(names), 9, 1, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    measured = jets(stack, POINTS)
    (measured * weights).sum().backward()
    gradients = [parameter.grad for parameter in stack.parameters()]
    stack.zero_grad()
    expected = by_double_backward(stack, POINTS)
    (expected * weights).sum().backward()
    torch.testing.assert_close(measured, expected)
    for gradient, parameter in zip(gradients, stack.parameters(), strict=True):
        torch.testing.assert_close(gradient, parameter.grad)


def test_one_hidden_layer_and_points_of_each_model_s_own() -> None:
    stack = stacked("tesla", "tanh", depth=1)
    points = torch.stack((POINTS, 1 - POINTS))
    torch.testing.assert_close(jets(stack, points), by_double_backward(stack, points))


def test_single_precision_on_the_fast_kernel_agrees() -> None:
    exact = jets(stacked("tesla"), POINTS)
    torch.testing.assert_close(jets(stacked("tesla").float(), POINTS.float()).double(), exact, rtol=1e-3, atol=1e-4)
