"""A linear layer of G models, forward and back, without a graph: h (G, B, n) → h·W + b (G, B, m)."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

NARROW = 8
"""Outputs up to which a product runs several times faster on transposed matrices; MKL's kernels are for wide ones."""


def affine(h: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """h·W + b in new memory: weight (G, n, m), bias (G, 1, m)."""
    if weight.shape[2] > NARROW:
        return torch.baddbmm(bias, h, weight)
    turned = weight.transpose(1, 2).contiguous()
    return torch.baddbmm(bias.transpose(1, 2), turned, h.transpose(1, 2)).transpose(1, 2)


def outputs_for(models: int, points: int, width: int, like: Tensor) -> Tensor:
    """An empty (models, points, width), in the order of memory in which `Linear` writes that many outputs fastest."""
    if width > NARROW:
        return like.new_empty(models, points, width)
    return like.new_empty(models, width, points).transpose(1, 2)


class Linear:
    """Its weight and bias, views of them, and where their gradients go; all results go into memory that is given."""

    def __init__(self, weight: nn.Parameter, bias: nn.Parameter, places: Mapping[nn.Parameter, Tensor]) -> None:
        self.places = places[weight], places[bias]
        self._weight, self._bias = weight.detach(), bias.detach()
        self._weight_turned, self._bias_turned = self._weight.transpose(1, 2), self._bias.transpose(1, 2)
        _, self.inputs, self._width = weight.shape
        self._product = self._gradient_turned = self.places[0].transpose(1, 2)
        if 1 < self._width <= NARROW:  # turned, it is not in one piece
            self._product = torch.empty_like(self._product, memory_format=torch.contiguous_format)

    def forward(self, h: Tensor, h_turned: Tensor, out: Tensor) -> None:
        """h·W + b into `out`, (G, B, m), given h and hᵀ."""
        if self._width > NARROW:
            torch.baddbmm(self._bias, h, self._weight, out=out)
        else:
            turned = self._weight_turned.contiguous()
            torch.baddbmm(self._bias_turned, turned, h_turned, out=out.transpose(1, 2))

    def gradients(self, h: Tensor, h_turned: Tensor, g: Tensor) -> None:
        """hᵀ·g and g's sum over the points, given h and hᵀ, to their places."""
        of_weight, of_bias = self.places
        torch.sum(g, 1, keepdim=True, out=of_bias)
        if self._width > NARROW:
            torch.bmm(h_turned, g, out=of_weight)
            return
        torch.bmm(g.transpose(1, 2), h, out=self._product)
        if self._product is not self._gradient_turned:
            self._gradient_turned.copy_(self._product)

    def input_gradient(self, g: Tensor, out: Tensor) -> None:
        """g·Wᵀ into `out`, (G, B, n)."""
        if self._width == 1:
            torch.mul(g, self._weight_turned, out=out)
        else:
            torch.bmm(g, self._weight_turned, out=out)
