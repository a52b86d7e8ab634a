"""The linear parts of a stack's layer, forward and back, without a graph in between: see Stack.learn."""

from __future__ import annotations

import torch
from torch import Tensor, nn

NARROW = 8
"""Outputs up to which a product runs several times faster on transposed matrices; MKL's kernels are for wide ones."""

# h (G, B, n), weight (G, n, m), bias (G, 1, m), g (G, B, m)


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
