"""A network and its derivatives by its inputs in one pass: what a PINN needs of u, without double backward.

A jet is a value with its derivatives: the first ones by every input, and the second ones by those inputs that an
equation asks for. Its parts are the rows of a tensor's second axis, after that of the models. A linear layer maps each
row by itself; an activation mixes them by the chain rule. Going forward by hand needs one ordinary backward pass for
the gradients of the weights, where autograd through u_xx needs three nested ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.stacked_mlp import SegmentedActivation, StackedMLP


@dataclass(frozen=True, eq=False)
class Jet:
    """u of G networks at N points, (G, N, outputs), and its derivatives in the same shape, by an input's column."""

    value: Tensor
    first: tuple[Tensor, ...]
    second: Mapping[int, Tensor]

    @classmethod
    def of(cls, rows: Sequence[Tensor], second: Sequence[int]) -> Jet:
        """From the rows: the value, its first derivatives, then its second ones by the columns `second`."""
        inputs = len(rows) - 1 - len(second)
        return cls(rows[0], tuple(rows[1 : 1 + inputs]), dict(zip(second, rows[1 + inputs :], strict=True)))


def jets(stack: StackedMLP, points: Tensor, second: Sequence[int]) -> Jet:
    """G networks at points (N, d) or (G, N, d). second: the columns by which the second derivative is taken."""
    columns = tuple(second)
    first = cast(SegmentedActivation, stack.activations[0])
    h = _activate(first, _first_layer(points, stack.weights[0], len(columns)), stack.biases[0], columns)
    for i, activation in enumerate(stack.activations[1:], start=1):
        h = _activate(cast(SegmentedActivation, activation), _linear(h, stack.weights[i]), stack.biases[i], columns)
    value, *slopes = _linear(h, stack.weights[-1]).unbind(1)
    return Jet.of([value + stack.biases[-1], *slopes], columns)


def _first_layer(points: Tensor, weight: Tensor, second: int) -> Tensor:
    """The derivatives of a linear layer are its weights, the same at every point; its second ones are zero."""
    value = torch.matmul(points, weight)
    by_input = [row[:, None].expand_as(value) for row in weight.unbind(1)]
    return torch.stack((value, *by_input, *[torch.zeros_like(value)] * second), dim=1)


def _linear(h: Tensor, weight: Tensor) -> Tensor:
    """h (G, rows, N, inputs) through each model's weight (G, inputs, outputs), its rows as one tall matrix."""
    return torch.bmm(h.flatten(1, 2), weight).unflatten(1, h.shape[1:3])


def _activate(activation: SegmentedActivation, z: Tensor, bias: Tensor, second: tuple[int, ...]) -> Tensor:
    """z (G, rows, N, width), whose value still lacks the bias (G, 1, width), through each model's activation."""
    return _Through.apply(z, bias, activation, second, *activation.parameters())


class _Through(torch.autograd.Function):
    """A jet through an activation, at z + bias: φ, then φ′·z_i for every input i, then φ″·z_i² + φ′·z_ii for some."""

    @staticmethod
    def forward(
        ctx: Any, z: Tensor, bias: Tensor, activation: SegmentedActivation, second: tuple[int, ...], *_: Tensor
    ) -> Tensor:
        ctx.pairs = _pairs(z.shape[1], second)
        out, saved = torch.empty_like(z), []
        for segment, part in _segments(activation):
            into, given = out[part], z[part]
            value = given[:, 0] + bias[part]
            into[:, 0], d1, d2, d3 = segment.derivatives(value)
            torch.mul(given[:, 1:], d1[:, None], out=into[:, 1:])
            for slope, bend in ctx.pairs:
                into[:, bend].addcmul_(d2, given[:, slope].square())
            saved += [value, d1, d2, d3]
        ctx.save_for_backward(z, *saved)
        ctx.activation = activation
        return out

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        (g,) = upstream
        z, *saved = ctx.saved_tensors
        out, of_parameters = torch.empty_like(z), []
        for place, (segment, part) in enumerate(_segments(ctx.activation)):
            value, d1, d2, d3 = saved[4 * place :][:4]
            own, given = g[part], z[part]
            into = torch.mul(own, d1[:, None], out=out[part])
            # What φ′ and φ″ at a point are multiplied with in the loss; φ is with the value's own gradient.
            by_first = own[:, 1] * given[:, 1]
            for row in range(2, z.shape[1]):
                by_first.addcmul_(own[:, row], given[:, row])
            by_second = torch.zeros_like(by_first)
            for slope, bend in ctx.pairs:
                mixed = own[:, bend] * given[:, slope]
                into[:, slope].addcmul_(mixed, d2, value=2)
                by_second.addcmul_(mixed, given[:, slope])
            into[:, 0].addcmul_(by_first, d2).addcmul_(by_second, d3)
            of_parameters += segment.parameter_gradients(value, (own[:, 0], by_first, by_second))
        return out, out[:, 0].sum(1, keepdim=True), None, None, *of_parameters


def _pairs(rows: int, second: tuple[int, ...]) -> list[tuple[int, int]]:
    """For each second derivative, the row of the first one by the same input, and its own row."""
    inputs = rows - 1 - len(second)
    return [(1 + column, 1 + inputs + place) for place, column in enumerate(second)]


def _segments(activation: SegmentedActivation) -> Iterator[tuple[Pointwise, slice]]:
    """Each activation of a layer and which of the models have it."""
    start = 0
    for segment, size in zip(activation.segments, activation.sizes, strict=True):
        yield cast(Pointwise, segment), slice(start, start + size)
        start += size
