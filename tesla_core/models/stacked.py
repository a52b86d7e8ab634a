"""N models trained as one. Equal-shaped MLPs become one batched matrix product a layer; what can't be stacked runs
beside it. Every model keeps its own weights, its own gradients and its own Adam state: only the loop is shared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import cast

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.mlp import MLP


class StackedMLP(nn.Module):
    """G equal-shaped MLPs: x (B, d), or (G, B, d) for inputs of their own, → (G, B, outputs)."""

    def __init__(self, models: Sequence[MLP]) -> None:
        super().__init__()
        self.encoding = models[0].encoding
        layers = range(len(models[0].linears))
        weights = [torch.stack([_linear(m, i).weight.detach().T for m in models]) for i in layers]
        biases = [torch.stack([_linear(m, i).bias.detach()[None] for m in models]) for i in layers]
        self.weights = nn.ParameterList(weight.contiguous() for weight in weights)  # (G, in, out) each
        self.biases = nn.ParameterList(biases)  # (G, 1, out) each
        self.activations = nn.ModuleList(
            SegmentedActivation([cast(Pointwise, m.activations[i]) for m in models]) for i in layers[:-1]
        )

    def forward(self, x: Tensor) -> Tensor:
        z = self.encoding.first_layer(x, self.weights[0], self.biases[0])
        for weight, bias, activation in zip(self.weights[1:], self.biases[1:], self.activations, strict=True):
            z = torch.baddbmm(bias, activation(z), weight)
        return z


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


class Stack(nn.Module):
    """Any N models, in the caller's order: x (B, d) or (N, B, d) → (N, B, outputs)."""

    def __init__(self, models: Sequence[nn.Module]) -> None:
        super().__init__()
        shapes: dict[object, list[int]] = {}
        for place, model in enumerate(models):
            shapes.setdefault(_shape_key(model) if isinstance(model, MLP) else place, []).append(place)
        self.groups = nn.ModuleList()
        self.places: list[list[int]] = []
        for places in shapes.values():
            if isinstance(models[places[0]], MLP):
                # Neighbours share a call, so put activations of one kind side by side.
                places = sorted(places, key=lambda p: str(_first_activation(models[p]).stack_key()))
                self.groups.append(StackedMLP([cast(MLP, models[p]) for p in places]))
            else:
                self.groups.append(models[places[0]])
            self.places.append(places)
        order = [place for places in self.places for place in places]
        position = [order.index(p) for p in range(len(models))]
        self._sorted = position == list(range(len(models)))
        self.register_buffer("_position", torch.tensor(position), persistent=False)

    def __len__(self) -> int:
        return sum(map(len, self.places))

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for places, group in zip(self.places, self.groups, strict=True):
            own = x if x.ndim == 2 or places == list(range(len(self))) else x[places]
            result = group(own)
            outputs.append(result if result.ndim == 3 else result[None])
        return self.in_order(outputs)

    def in_order(self, parts: Sequence[Tensor]) -> Tensor:
        """What each group gave, a row a model, as one tensor in the caller's order."""
        joined = parts[0] if len(parts) == 1 else torch.cat(list(parts))
        return joined if self._sorted else joined[self.get_buffer("_position")]

    @torch.no_grad()
    def write_back(self, models: Sequence[nn.Module]) -> None:
        """Copy the stack's weights into `models`, which it was made from (or ones of the same specs)."""
        for places, group in zip(self.places, self.groups, strict=True):
            if not isinstance(group, StackedMLP):
                models[places[0]].load_state_dict(group.state_dict())
                continue
            for row, place in enumerate(places):
                model = cast(MLP, models[place])
                for i, (weight, bias) in enumerate(zip(group.weights, group.biases, strict=True)):
                    _linear(model, i).weight.copy_(weight[row].T)
                    _linear(model, i).bias.copy_(bias[row, 0])
                for own, stacked in zip(model.activations, group.activations, strict=True):
                    _copy_row(cast(SegmentedActivation, stacked), row, own)


def _copy_row(stacked: SegmentedActivation, row: int, own: nn.Module) -> None:
    """Copy the parameters of the row-th member of a segmented activation into `own`."""
    for size, segment in zip(stacked.sizes, stacked.segments, strict=True):
        if row < size:
            for name, parameter in own.named_parameters():
                parameter.copy_(segment.get_parameter(name)[row])
            return
        row -= size


def _linear(model: MLP, layer: int) -> nn.Linear:
    return cast(nn.Linear, model.linears[layer])


def _first_activation(model: nn.Module) -> Pointwise:
    return cast(Pointwise, cast(MLP, model).activations[0])


def _shape_key(model: MLP) -> object:
    return type(model.encoding).__name__, tuple(_linear(model, i).weight.shape for i in range(len(model.linears)))
