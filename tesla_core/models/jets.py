"""A network and its derivatives by its inputs in one pass: what a PINN needs of u(t, x), without double backward.

A jet is a value with its derivatives, (u, u_x, u_xx, u_t), the first axis of a tensor. A linear layer maps each of the
four by itself; an activation mixes them by the chain rule. Going forward by hand needs one ordinary backward pass for
the gradients of the weights, where autograd through u_xx needs three nested ones.
"""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor

from tesla_core.activations.derivatives import derivatives, parameter_gradients
from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.stacked import SegmentedActivation, StackedMLP

ORDERS = 4  # u, u_x, u_xx, u_t
T, X = 0, 1  # columns of the inputs


def jets(stack: StackedMLP, points: Tensor) -> Tensor:
    """u, u_x, u_xx and u_t of G networks at points (N, 2) or (G, N, 2), columns t and x: (4, G, N, outputs)."""
    h = _first_layer(cast(SegmentedActivation, stack.activations[0]), points, stack.weights[0], stack.biases[0])
    for i, activation in enumerate(stack.activations[1:], start=1):
        h = _activate(cast(SegmentedActivation, activation), torch.matmul(h, stack.weights[i]), stack.biases[i])
    last = torch.matmul(h, stack.weights[-1])
    return torch.cat((last[:1] + stack.biases[-1], last[1:]))


def _first_layer(activation: SegmentedActivation, points: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """The derivatives of a linear layer of (t, x) are its weights, the same at every point."""
    value = torch.matmul(points, weight)
    by_t, by_x = (weight[:, row, None].expand_as(value) for row in (T, X))
    return _activate(activation, torch.stack((value, by_x, torch.zeros_like(value), by_t)), bias)


def _activate(activation: SegmentedActivation, z: Tensor, bias: Tensor) -> Tensor:
    """z (4, G, N, width), whose value still lacks the bias (G, 1, width), through each model's activation."""
    segments = [cast(Pointwise, segment) for segment in activation.segments]
    if len(segments) == 1:
        return _Through.apply(z, bias, segments[0], *segments[0].parameters())
    parts = zip(segments, z.split(activation.sizes, dim=1), bias.split(activation.sizes), strict=True)
    return torch.cat([_Through.apply(part, own, one, *one.parameters()) for one, part, own in parts], dim=1)


class _Through(torch.autograd.Function):
    """A jet through an activation: (φ, φ′·z_x, φ″·z_x² + φ′·z_xx, φ′·z_t), at z + bias."""

    @staticmethod
    def forward(ctx: Any, z: Tensor, bias: Tensor, activation: Pointwise, *_parameters: Tensor) -> Tensor:
        value, z_x = z[0] + bias, z[1]
        phi, first, second, third = derivatives(activation, value)
        ctx.save_for_backward(value, z, first, second, third)
        ctx.activation = activation
        out = torch.empty_like(z, memory_format=torch.contiguous_format)
        out[0] = phi
        torch.mul(z[1:], first, out=out[1:])
        out[2].addcmul_(second, z_x * z_x)
        return out

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        (g,) = upstream
        value, z, first, second, third = ctx.saved_tensors
        z_x, g_xx = z[1], g[2]
        # What φ′ and φ″ at a point are multiplied with in the loss; φ is with g[0].
        by_first = (g[1] * z_x).addcmul_(g_xx, z[2]).addcmul_(g[3], z[3])
        by_second = g_xx * z_x
        out = g * first
        out[1].addcmul_(by_second, second, value=2)
        by_second *= z_x
        out[0].addcmul_(by_first, second).addcmul_(by_second, third)
        of_parameters = parameter_gradients(ctx.activation, value, (g[0], by_first, by_second))
        return out, out[0].sum(1, keepdim=True), None, *of_parameters
