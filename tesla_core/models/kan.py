"""Kolmogorov–Arnold networks: a learned curve on every edge, summed at every node.

A layer maps x (…, inputs) to y (…, outputs) by

    y_o = Σ_i ( u_oi · SiLU(x_i) + Σ_j c_oji · B_j(x_i) )

with base weights u, spline coefficients c, and B_j the grid + order B-splines of the given order on a uniform grid over
`span`, continued by `order` cells on both sides. Inside the span the B_j sum to one; over the `order` cells beyond each
end they fade to zero, and further out only the base branch is left: the layer continues as a SiLU layer, and a stray
input neither fails nor grows faster than linearly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import nn
from torch.autograd.function import FunctionCtx, once_differentiable
from torch.nn import functional

from tesla_core.errors import TeslaError, check_range

SPLINE_SCALE = 0.3


def truncated_powers(order: int) -> list[tuple[float, float]]:
    """The (weight, reach) pairs of the cardinal B-spline B(t) = Σ weight · max(0, reach - |t|)^order.

    The truncated-power form, Σ_i (-1)^i C(order+1, i) ((order+1)/2 - i - t)_+^order / order!, taken at |t| by symmetry:
    there the second half of its terms is zero. A cubic needs two.
    """
    reach = (order + 1) / 2
    terms = range(math.ceil(reach))
    return [((-1) ** i * math.comb(order + 1, i) / math.factorial(order), reach - i) for i in terms]


class _CardinalSplines(torch.autograd.Function):
    """B_order(position - centre) for every centre: (…, inputs) and (centres, 1) -> (…, centres, inputs).

    Written out because autograd would keep several such tensors a layer where the position is enough: a training step
    of a 2-16-16-1 network on 1,000 points takes about half the time. Differentiable once.
    """

    @staticmethod
    def forward(ctx: FunctionCtx, position: torch.Tensor, centres: torch.Tensor, order: int) -> torch.Tensor:
        ctx.save_for_backward(position, centres)
        ctx.order = order  # pyright: ignore[reportAttributeAccessIssue]
        return _sum_of_powers(position.unsqueeze(-2).sub(centres).abs_(), order, order)

    @staticmethod
    @once_differentiable
    def backward(ctx, gradient: torch.Tensor) -> tuple[torch.Tensor, None, None]:  # pyright: ignore
        position, centres = ctx.saved_tensors
        offset = position.unsqueeze(-2).sub(centres)
        slope = _sum_of_powers(offset.abs(), ctx.order, ctx.order - 1).mul_(offset.sign_()).mul_(gradient)
        return slope.sum(-2).mul_(-ctx.order), None, None


def _sum_of_powers(distance: torch.Tensor, order: int, power: int) -> torch.Tensor:
    """Σ weight · max(0, reach - distance)^power over the terms of B_order."""
    (weight, reach), *others = truncated_powers(order)
    total = torch.rsub(distance, reach).relu_().pow_(power).mul_(weight)
    for weight, reach in others:
        total.add_(torch.rsub(distance, reach).relu_().pow_(power), alpha=weight)
    return total


class KANLayer(nn.Module):
    """x (…, inputs) -> (…, outputs), with a SiLU and a spline on each of the inputs · outputs edges.

    Init: base weights Xavier-uniform, U(±√(6/(inputs+outputs))); spline coefficients N(0, 0.3²/inputs). The layer
    starts as a SiLU layer with some of every spline mixed in, and what enters within (-1, 1) leaves mostly within it.
    """

    centres: torch.Tensor

    def __init__(
        self,
        inputs: int,
        outputs: int,
        *,
        grid: int = 5,
        order: int = 3,
        span: tuple[float, float] = (-1.0, 1.0),
        generator: torch.Generator,
    ) -> None:
        super().__init__()
        check_range("KAN layer inputs", inputs, 1, 65_536)
        check_range("KAN layer outputs", outputs, 1, 65_536)
        check_range("KAN grid (cells in the span)", grid, 1, 1_000)
        check_range("KAN spline order", order, 2, 5)  # at order 1 the slope is a step, which the backward pass is not
        low, high = span
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise TeslaError(f"KAN span must be two finite numbers, the lower first; {span!r} was given.")
        self.inputs, self.outputs, self.grid, self.order, self.span = inputs, outputs, grid, order, (low, high)

        device = generator.device
        self.base_weight = nn.Parameter(torch.empty(outputs, inputs, device=device))
        self.spline_weight = nn.Parameter(torch.empty(outputs, grid + order, inputs, device=device))
        # In cells from the span's low end, B_j lives on [j - order, j + 1].
        centres = torch.arange(grid + order, device=device, dtype=self.base_weight.dtype) + (1 - order) / 2
        self.register_buffer("centres", centres.unsqueeze(-1), persistent=False)  # (grid + order, 1)
        nn.init.xavier_uniform_(self.base_weight, generator=generator)
        nn.init.normal_(self.spline_weight, std=SPLINE_SCALE / math.sqrt(inputs), generator=generator)

    def basis(self, x: torch.Tensor) -> torch.Tensor:
        """B_j(x_i) for every j: (…, inputs) -> (…, grid + order, inputs)."""
        low, high = self.span
        position = (x - low) * (self.grid / (high - low))
        return _CardinalSplines.apply(position, self.centres, self.order)  # pyright: ignore[reportReturnType]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x (…, inputs) -> (…, outputs)."""
        splines = self.basis(x).flatten(-2)  # (…, (grid + order) · inputs)
        base = functional.linear(functional.silu(x), self.base_weight)
        return base + functional.linear(splines, self.spline_weight.flatten(1))

    def extra_repr(self) -> str:
        return f"{self.inputs}, {self.outputs}, grid={self.grid}, order={self.order}, span={self.span}"


class KAN(nn.Module):
    """KAN layers one after the other: sizes (2, 16, 16, 1) maps (…, 2) to (…, 1). Every layer has the same grid."""

    def __init__(
        self,
        sizes: Sequence[int],
        *,
        grid: int = 5,
        order: int = 3,
        span: tuple[float, float] = (-1.0, 1.0),
        generator: torch.Generator,
    ) -> None:
        super().__init__()
        self.sizes = tuple(sizes)
        if len(self.sizes) < 2:
            raise TeslaError(f"A KAN needs at least an input and an output size; {self.sizes!r} was given.")
        self.layers = nn.Sequential(
            *(
                KANLayer(inputs, outputs, grid=grid, order=order, span=span, generator=generator)
                for inputs, outputs in pairwise(self.sizes)
            )
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x (…, sizes[0]) -> (…, sizes[-1])."""
        return self.layers(x)
