"""N models trained as one. Equal-shaped MLPs become one batched matrix product a layer; what can't be stacked runs
beside it. Every model keeps its own weights, its own gradients and its own Adam state: only the loop is shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, cast

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.by_hand import affine, input_gradient, place_of_gradient, weight_gradient
from tesla_core.models.encoding import Encoding
from tesla_core.models.kan import KAN
from tesla_core.models.mlp import MLP

Tape = list[Any]
Judge = Callable[[Tensor], tuple[Tensor, Tensor]]
"""From outputs (N, B, outputs) to each model's loss (N,) and the gradient of their sum by the outputs."""


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
        z = self.encoding.first_layer(x, *self._first)
        for weight, bias, activation in self._after_first:
            if torch.is_grad_enabled():
                z = torch.baddbmm(bias, activation(z), weight)
            else:
                z = affine(activation.write(z, keep=False)[0], weight, bias)
        return z

    @torch.no_grad()
    def begin(self, x: Tensor) -> tuple[Tensor, Tape]:
        """The outputs without a graph, and what `finish` needs."""
        with torch.set_grad_enabled(not self._reads_inputs):
            first = self.encoding.first_layer(x, *self._first)
        z, tape = first.detach(), cast(Tape, [x if self._reads_inputs else first])
        for weight, bias, activation in self._after_first:
            h, notes = activation.write(z, keep=True)
            tape.append((h, notes))
            z = affine(h, weight, bias)
        return z, tape

    @torch.no_grad()
    def finish(self, tape: Tape, g: Tensor) -> None:
        """From the outputs' gradient (G, B, outputs) to the parameters', which take the place of those they have."""
        first, *layers = tape
        for (weight, bias, activation), (h, notes) in zip(self._after_first[::-1], layers[::-1], strict=True):
            weight_gradient(h, g, out=place_of_gradient(weight))
            torch.sum(g, 1, keepdim=True, out=place_of_gradient(bias))
            g = input_gradient(g, weight)
            activation.finish(notes, g)
        weight, bias = self._first
        if self._reads_inputs:
            inputs = first.expand(len(weight), *first.shape[-2:])
            torch.bmm(inputs.transpose(1, 2), g, out=place_of_gradient(weight))
            torch.sum(g, 1, keepdim=True, out=place_of_gradient(bias))
        else:
            weight.grad = bias.grad = None
            torch.autograd.backward(first, g)

    @property
    def _reads_inputs(self) -> bool:
        """Whether the first layer reads the inputs as they are."""
        return type(self.encoding) is Encoding

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

    def write(self, z: Tensor, keep: bool) -> tuple[Tensor, list[Any]]:
        """φ(z) without a graph, each segment into its rows of one buffer, and what the segments keep for `finish`."""
        h = torch.empty_like(z)
        notes = []
        for segment, own, value in zip(self.segments, self._rows(z), self._rows(h), strict=True):
            notes.append((own, value, cast(Pointwise, segment).write(own, value, keep)))
        return h, notes

    def finish(self, notes: list[Any], g: Tensor) -> None:
        """Turn g, the gradient of φ(z), into that of z where it lies, and leave the parameters theirs."""
        for segment, (z, value, note), own in zip(self.segments, notes, self._rows(g), strict=True):
            into = [place_of_gradient(parameter) for parameter in segment.parameters()]
            cast(Pointwise, segment).go_back(note, z, value, own, into)

    def _rows(self, tensor: Tensor) -> Sequence[Tensor]:
        """Each segment's."""
        return (tensor,) if len(self.sizes) == 1 else tensor.split_with_sizes(self.sizes)


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
        self.register_buffer("_order", torch.tensor(order), persistent=False)

    def __len__(self) -> int:
        return sum(map(len, self.places))

    def forward(self, x: Tensor) -> Tensor:
        outputs = [group(self._own(places, x)) for places, group in zip(self.places, self.groups, strict=True)]
        return self.in_order([output if output.ndim == 3 else output[None] for output in outputs])

    def learn(self, x: Tensor, judge: Judge) -> tuple[Tensor, Tensor]:
        """One pass forward and back: each model's loss (N,) and outputs (N, B, outputs) without a graph; the gradients
        of the losses' sum take the place of those that the parameters have."""
        begun = [_begin(group, self._own(places, x)) for places, group in zip(self.places, self.groups, strict=True)]
        outputs = self.in_order([output for output, _ in begun])
        losses, g = judge(outputs)
        if not self._sorted:
            g = g.index_select(0, self.get_buffer("_order"))
        own = g.split_with_sizes([len(places) for places in self.places])
        for group, (_, tape), part in zip(self.groups, begun, own, strict=True):
            _finish(group, tape, part)
        return losses, outputs

    def _own(self, places: list[int], x: Tensor) -> Tensor:
        """The inputs of the models at `places`."""
        return x if x.ndim == 2 or places == list(range(len(self))) else x[places]

    def in_order(self, parts: Sequence[Tensor]) -> Tensor:
        """What each group gave, a row a model, as one tensor in the caller's order."""
        joined = parts[0] if len(parts) == 1 else torch.cat(list(parts))
        return joined if self._sorted else joined.index_select(0, self.get_buffer("_position"))

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


def _begin(group: nn.Module, x: Tensor) -> tuple[Tensor, Tape]:
    """The outputs of a group, (G, B, outputs) without a graph, and what `_finish` needs: what a network has not
    written out, by autograd."""
    if isinstance(group, StackedMLP | KAN):
        output, tape = group.begin(x)
    else:
        with torch.enable_grad():
            output = group(x)
        tape = [output]
    return output.detach().view(-1, *output.shape[-2:]), tape


def _finish(group: nn.Module, tape: Tape, g: Tensor) -> None:
    if isinstance(group, StackedMLP | KAN):
        group.finish(tape, g)
        return
    for parameter in group.parameters():
        parameter.grad = None
    torch.autograd.backward(tape[0], g.view_as(tape[0]))


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
