"""A KAN's pass forward and back without a graph (see passes.py): of a small network, autograd's nodes take twice as
long as what they compute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import torch
from torch import Tensor, nn

from tesla_core.models.kan import KAN, KANLayer, truncated_powers
from tesla_core.models.kan_code import Splines, code_for

aten = torch.ops.aten


class KANPass:
    """One network, for B points."""

    def __init__(self, network: KAN, outputs: Tensor, places: Mapping[nn.Parameter, Tensor]) -> None:
        self._layers, points = [_Layer(cast(KANLayer, layer), outputs, places) for layer in network.layers], outputs[0]
        self._between = [points.new_empty(len(points), layer.outputs) for layer in self._layers[:-1]]
        self._outputs = points

    def forward(self, x: Tensor) -> None:
        h = x.reshape(len(self._outputs), -1)
        for layer, out in zip(self._layers, [*self._between, self._outputs], strict=True):
            layer.forward(h, out)
            h = out

    def backward(self, g: Tensor) -> None:
        of_inputs = g[0]
        for number, layer in reversed(list(enumerate(self._layers))):
            layer.gradients(of_inputs)
            if number:
                of_inputs = layer.input_gradient(of_inputs)


class _Layer:
    """A layer's buffers: B points, C splines on every edge, the T terms that a spline is the sum of."""

    def __init__(self, layer: KANLayer, like: Tensor, places: Mapping[nn.Parameter, Tensor]) -> None:
        low, high = layer.span
        self._low, self._cells, self._order = low, layer.grid / (high - low), layer.order
        self.outputs, self._centres = layer.outputs, layer.centres
        base, splines = layer.base_weight.detach(), layer.spline_weight.detach().flatten(1)
        self._base_weight, self._base_weight_turned = base, base.t()
        self._spline_weight, self._spline_weight_turned = splines, splines.t()
        self._of_base_weight = places[layer.base_weight]
        self._of_spline_weight = places[layer.spline_weight].flatten(1)

        terms = truncated_powers(layer.order)
        self._code = code_for(Splines(tuple(terms), layer.order, low, self._cells), like)
        weights, reaches = zip(*terms, strict=True)
        self._weights = weights
        self._reaches = like.new_tensor(reaches).view(-1, 1, 1, 1)
        flat = (like.shape[1], layer.inputs)
        deep = (like.shape[1], len(layer.centres), layer.inputs)
        self._x = self._position = like.new_empty(flat)  # both until the first pass
        self._base, self._of_x, self._of_position = (like.new_empty(flat) for _ in range(3))
        self._offset, self._sums, self._of_splines = (like.new_empty(deep) for _ in range(3))  # (B, C, inputs)
        self._splines = like.new_empty(deep)
        self._ramps, self._powers = (like.new_empty(len(weights), *deep) for _ in range(2))  # (T, B, C, inputs)
        self._terms = self._powers.unbind()
        self._splines_flat, self._of_splines_flat = self._splines.flatten(1), self._of_splines.flatten(1)
        self._sizes = *flat, len(layer.centres)

    def forward(self, x: Tensor, out: Tensor) -> None:
        """What KANLayer.forward gives for x (B, inputs), into `out`."""
        self._x = x = x.contiguous()
        if self._code is not None:
            self._code.write(*self._addresses(self._base, self._splines), *self._sizes)
        else:
            torch.sub(x, self._low, out=self._position).mul_(self._cells)
            torch.sub(self._position.unsqueeze(-2), self._centres, out=self._offset)
            torch.sub(self._reaches, torch.abs(self._offset, out=self._sums), out=self._ramps).clamp_min_(0)
            self._sum_of_powers(self._order, self._splines)
            aten.silu.out(x, out=self._base)
        torch.mm(self._base, self._base_weight_turned, out=out)
        out.addmm_(self._splines_flat, self._spline_weight_turned)

    def gradients(self, g: Tensor) -> None:
        """From the output's gradient (B, outputs) to the weights'."""
        turned = g.t()
        torch.mm(turned, self._base, out=self._of_base_weight)
        torch.mm(turned, self._splines_flat, out=self._of_spline_weight)

    def input_gradient(self, g: Tensor) -> Tensor:
        """From the output's gradient to that of x."""
        torch.mm(g, self._spline_weight, out=self._of_splines_flat)
        torch.mm(g, self._base_weight, out=self._of_x)
        if self._code is not None:
            self._code.go_back(*self._addresses(self._of_x, self._of_splines), *self._sizes)
            return self._of_x
        self._sum_of_powers(self._order - 1, self._sums)
        self._sums.mul_(self._offset.sign_()).mul_(self._of_splines)
        torch.sum(self._sums, -2, out=self._of_position)
        aten.silu_backward.grad_input(self._of_x, self._x, grad_input=self._of_x)
        return self._of_x.add_(self._of_position, alpha=-self._order * self._cells)

    def _addresses(self, flat: Tensor, deep: Tensor) -> tuple[int, int, int, int]:
        return self._x.data_ptr(), flat.data_ptr(), deep.data_ptr(), self._centres.data_ptr()

    def _sum_of_powers(self, power: int, out: Tensor) -> None:
        """Σ weight · ramp^power over the terms of B_order."""
        torch.pow(self._ramps, power, out=self._powers)
        torch.mul(self._terms[0], self._weights[0], out=out)
        for term, weight in zip(self._terms[1:], self._weights[1:], strict=True):
            out.add_(term, alpha=weight)
