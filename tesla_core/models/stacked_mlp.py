"""Equal-shaped MLPs as one: a batched matrix product a layer, and one call for neighbours with the same activation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import cast

import torch
from torch import Tensor, nn

from tesla_core.activations.kernels.curves import code_for
from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.by_hand import affine
from tesla_core.models.mlp import MLP


class StackedMLP(nn.Module):
    """G equal-shaped MLPs: x (B, d), or (G, B, d) for inputs of their own, → (G, B, outputs)."""

    def __init__(self, models: Sequence[MLP]) -> None:
        super().__init__()
        self.encoding = models[0].encoding
        layers = range(len(models[0].linears))
        weights = [torch.stack([linear_of(m, i).weight.detach().T for m in models]) for i in layers]
        biases = [torch.stack([linear_of(m, i).bias.detach()[None] for m in models]) for i in layers]
        self.weights = nn.ParameterList(weight.contiguous() for weight in weights)  # (G, in, out) each
        self.biases = nn.ParameterList(biases)  # (G, 1, out) each
        self.activations = nn.ModuleList(
            SegmentedActivation([cast(Pointwise, m.activations[i]) for m in models]) for i in layers[:-1]
        )

    def forward(self, x: Tensor) -> Tensor:
        z = self.encoding.first_layer(x, *self._first)
        for weight, bias, activation in self._after_first:
            if torch.is_grad_enabled():
                z = torch.baddbmm(bias, activation(z), weight)
            else:
                z = affine(activation.write(z), weight, bias)
        return z

    @cached_property
    def _first(self) -> tuple[nn.Parameter, nn.Parameter]:
        return self.weights[0], self.biases[0]

    @cached_property
    def _after_first(self) -> list[tuple[nn.Parameter, nn.Parameter, SegmentedActivation]]:
        """The layers after the first: weight, bias, and the activation before them. Looked up once: to go through the
        lists of a module takes as long as a small product."""
        layers = zip(self.weights[1:], self.biases[1:], self.activations, strict=True)
        return cast(list[tuple[nn.Parameter, nn.Parameter, SegmentedActivation]], list(layers))


class SegmentedActivation(nn.Module):
    """The activations of one layer of G models: neighbours of one kind are applied in one call."""

    def __init__(self, members: Sequence[Pointwise]) -> None:
        super().__init__()
        runs = [list(run) for _, run in groupby(members, key=lambda member: member.stack_key())]
        self.sizes = [len(run) for run in runs]
        self.segments = nn.ModuleList(type(run[0]).stack(run) for run in runs)

    def forward(self, z: Tensor) -> Tensor:
        if len(self.sizes) == 1:
            return self.segments[0](z)
        parts = z.split(self.sizes)
        return torch.cat([segment(part) for segment, part in zip(self.segments, parts, strict=True)])

    def write(self, z: Tensor) -> Tensor:
        """φ(z) without a graph, each segment into its rows of one tensor."""
        h = torch.empty_like(z)
        for segment, own, value in zip(self.segments, z.split(self.sizes), h.split(self.sizes), strict=True):
            code = code_for(cast(Pointwise, segment), own)
            if code is not None:
                code.write(own.data_ptr(), value.data_ptr(), own.numel())
            else:
                cast(Pointwise, segment).write(own, value, keep=False)
        return h


def linear_of(model: MLP, layer: int) -> nn.Linear:
    return cast(nn.Linear, model.linears[layer])
