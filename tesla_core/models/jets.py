"""A network and its derivatives by its inputs in one pass: what a PINN needs of u(t, x), without double backward.

A jet is a value with its derivatives, (u, u_x, u_xx, u_t), the second axis of a tensor, after that of the models. A
linear layer maps each of the four by itself; an activation mixes them by the chain rule. Going forward by hand needs
one ordinary backward pass for the gradients of the weights, where autograd through u_xx needs three nested ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import torch
from torch import Tensor

from tesla_core.activations.derivatives import derivatives, parameter_gradients
from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.stacked import SegmentedActivation, StackedMLP

T, X = 0, 1  # columns of the inputs


def jets(stack: StackedMLP, points: Tensor) -> Tensor:
    """u, u_x, u_xx and u_t of G networks at points (N, 2) or (G, N, 2), columns t and x: (4, G, N, outputs)."""
    h = _first_layer(cast(SegmentedActivation, stack.activations[0]), points, stack.weights[0], stack.biases[0])
    for i, activation in enumerate(stack.activations[1:], start=1):
        h = _activate(cast(SegmentedActivation, activation), _linear(h, stack.weights[i]), stack.biases[i])
    value, *slopes = _linear(h, stack.weights[-1]).unbind(1)
    return torch.stack((value + stack.biases[-1], *slopes))


def _first_layer(activation: SegmentedActivation, points: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """The derivatives of a linear layer of (t, x) are its weights, the same at every point."""
    value = torch.matmul(points, weight)
    by_t, by_x = (weight[:, row, None].expand_as(value) for row in (T, X))
    return _activate(activation, torch.stack((value, by_x, torch.zeros_like(value), by_t), dim=1), bias)


def _linear(h: Tensor, weight: Tensor) -> Tensor:
    """h (G, 4, N, inputs) through each model's weight (G, inputs, outputs), its four parts as one tall matrix."""
    return torch.bmm(h.flatten(1, 2), weight).unflatten(1, h.shape[1:3])


def _activate(activation: SegmentedActivation, z: Tensor, bias: Tensor) -> Tensor:
    """z (G, 4, N, width), whose value still lacks the bias (G, 1, width), through each model's activation."""
    return _Through.apply(z, bias, activation, *activation.parameters())


class _Through(torch.autograd.Function):
    """A jet through an activation: (φ, φ′·z_x, φ″·z_x² + φ′·z_xx, φ′·z_t), at z + bias."""

    @staticmethod
    def forward(ctx: Any, z: Tensor, bias: Tensor, activation: SegmentedActivation, *_parameters: Tensor) -> Tensor:
        out, saved = torch.empty_like(z), []
        for segment, part in _segments(activation):
            into, given = out[part], z[part]
            value = given[:, 0] + bias[part]
            into[:, 0], first, second, third = derivatives(segment, value)
            torch.mul(given[:, 1:], first[:, None], out=into[:, 1:])
            into[:, 2].addcmul_(second, given[:, 1].square())
            saved += [value, first, second, third]
        ctx.save_for_backward(z, *saved)
        ctx.activation = activation
        return out

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        (g,) = upstream
        z, *saved = ctx.saved_tensors
        out, of_parameters = torch.empty_like(z), []
        for place, (segment, part) in enumerate(_segments(ctx.activation)):
            value, first, second, third = saved[4 * place :][:4]
            _, z_x, z_xx, z_t = z[part].unbind(1)
            g_u, g_x, g_xx, g_t = g[part].unbind(1)
            # What φ′ and φ″ at a point are multiplied with in the loss; φ is with g_u.
            by_first = (g_x * z_x).addcmul_(g_xx, z_xx).addcmul_(g_t, z_t)
            by_second = g_xx * z_x
            into = torch.mul(g[part], first[:, None], out=out[part])
            into[:, 1].addcmul_(by_second, second, value=2)
            by_second *= z_x
            into[:, 0].addcmul_(by_first, second).addcmul_(by_second, third)
            of_parameters += parameter_gradients(segment, value, (g_u, by_first, by_second))
        return out, out[:, 0].sum(1, keepdim=True), None, *of_parameters


def _segments(activation: SegmentedActivation) -> Iterator[tuple[Pointwise, slice]]:
    """Each activation of a layer and which of the models have it."""
    start = 0
    for segment, size in zip(activation.segments, activation.sizes, strict=True):
        yield cast(Pointwise, segment), slice(start, start + size)
        start += size
