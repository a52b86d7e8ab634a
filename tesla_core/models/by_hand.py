"""The parts of a stack's layer, forward and back, without a graph in between.

In a step of small networks autograd costs as much as the matrix products: a node for every activation of every layer,
and copies that take a layer apart into its segments and join them again. Here a segment writes into its own rows of the
layer's buffer, and turns the gradient of φ(z) into that of z where it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from tesla_core.activations.classic import GELU, ReLU, SiLU, Tanh
from tesla_core.activations.kernels import form
from tesla_core.activations.periodic import Siren, Snake
from tesla_core.activations.tesla import TESLA

NARROW = 8
"""Outputs up to which a product runs several times faster on transposed matrices; MKL's kernels are for wide ones."""

aten = torch.ops.aten


# Linear layers: h (G, B, n), weight (G, n, m), bias (G, 1, m), g (G, B, m)


def affine(h: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """h·W + b, (G, B, m)."""
    if weight.shape[2] > NARROW:
        return torch.baddbmm(bias, h, weight)
    turned = weight.transpose(1, 2).contiguous()
    return torch.baddbmm(bias.transpose(1, 2), turned, h.transpose(1, 2)).transpose(1, 2)


def weight_gradient(h: Tensor, g: Tensor, out: Tensor) -> None:
    """hᵀ·g, (G, n, m)."""
    if g.shape[2] > NARROW:
        torch.bmm(h.transpose(1, 2), g, out=out)
    elif g.shape[2] == 1:
        torch.bmm(g.transpose(1, 2), h, out=out.transpose(1, 2))
    else:
        out.copy_(torch.bmm(g.transpose(1, 2), h).transpose(1, 2))


def input_gradient(g: Tensor, weight: Tensor) -> Tensor:
    """g·Wᵀ, (G, B, n), in memory of its own."""
    turned = weight.transpose(1, 2)
    return g * turned if g.shape[2] == 1 else torch.bmm(g, turned)


def place_of_gradient(parameter: nn.Parameter) -> Tensor:
    """Where it is kept from step to step: memory that is handed back is paid for again, page by page."""
    if parameter.grad is None:
        parameter.grad = torch.empty_like(parameter)
    return parameter.grad


# Activations


@dataclass(frozen=True)
class ByHand:
    """forward(activation, z, out, keep): writes φ(z) into `out`; returns what the way back needs, if it is to keep it.
    backward(activation, note, z, value, g): turns g into g·φ′(z) where it lies, given that note and value = φ(z);
    returns the gradients of the activation's parameters."""

    forward: Callable[[Any, Tensor, Tensor, bool], Any]
    backward: Callable[[Any, Any, Tensor, Tensor, Tensor], Sequence[Tensor]]


def by_hand(activation: nn.Module) -> ByHand:
    """How an activation does it: those of every page of panels straight, others by a small graph of their own."""
    return BY_HAND.get(type(activation), _BY_GRAPH)


def _forward_by_graph(activation: nn.Module, z: Tensor, out: Tensor, keep: bool) -> tuple[Tensor, Tensor] | None:
    with torch.set_grad_enabled(keep):
        leaf = z.detach().requires_grad_(keep)
        value = activation(leaf)
    out.copy_(value.detach())
    return (leaf, value) if keep else None


def _backward_by_graph(
    activation: nn.Module, note: tuple[Tensor, Tensor], z: Tensor, value: Tensor, g: Tensor
) -> Sequence[Tensor]:
    leaf, recorded = note
    dz, *others = torch.autograd.grad(recorded, (leaf, *activation.parameters()), g, materialize_grads=True)
    g.copy_(dz)
    return others


_BY_GRAPH = ByHand(_forward_by_graph, _backward_by_graph)


def _plain(
    forward: Callable[[Any, Tensor, Tensor], object], backward: Callable[[Any, Tensor, Tensor, Tensor], object]
) -> ByHand:
    """An activation without parameters that keeps nothing. forward(activation, z, out); backward(activation, z, value,
    g)."""

    def write(activation: Any, z: Tensor, out: Tensor, keep: bool) -> None:
        forward(activation, z, out)

    def go_back(activation: Any, note: None, z: Tensor, value: Tensor, g: Tensor) -> Sequence[Tensor]:
        backward(activation, z, value, g)
        return ()

    return ByHand(write, go_back)


def _snake(snake: Snake, z: Tensor, out: Tensor) -> None:
    torch.mul(z, snake.alpha, out=out).sin_().square_().div_(snake.alpha).add_(z)


def _forward_tesla(tesla: TESLA, z: Tensor, out: Tensor, keep: bool) -> None:
    out.copy_(form.evaluate(z, tesla.a, tesla.b, tesla.kernel))


def _backward_tesla(tesla: TESLA, note: None, z: Tensor, value: Tensor, g: Tensor) -> Sequence[Tensor]:
    dz, *of_coefficients = form.gradients(g, z, tesla.a, tesla.b, tesla.kernel)
    g.copy_(dz)
    return of_coefficients


BY_HAND: dict[type, ByHand] = {
    TESLA: ByHand(_forward_tesla, _backward_tesla),
    ReLU: _plain(
        lambda _, z, out: torch.clamp_min(z, 0, out=out),
        lambda _, z, value, g: aten.threshold_backward.grad_input(g, value, 0, grad_input=g),
    ),
    GELU: _plain(
        lambda _, z, out: aten.gelu.out(z, out=out),
        lambda _, z, value, g: aten.gelu_backward.grad_input(g, z, grad_input=g),
    ),
    SiLU: _plain(
        lambda _, z, out: aten.silu.out(z, out=out),
        lambda _, z, value, g: aten.silu_backward.grad_input(g, z, grad_input=g),
    ),
    Tanh: _plain(
        lambda _, z, out: torch.tanh(z, out=out),
        lambda _, z, value, g: aten.tanh_backward.grad_input(g, value, grad_input=g),
    ),
    Siren: _plain(
        lambda siren, z, out: torch.mul(z, siren.omega, out=out).sin_(),
        lambda siren, z, value, g: g.mul_((z * siren.omega).cos_()).mul_(siren.omega),
    ),
    # φ′ = 1 + sin 2αz
    Snake: _plain(_snake, lambda snake, z, value, g: g.addcmul_(g, (z * (2 * snake.alpha)).sin_())),
}
