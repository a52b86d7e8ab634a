"""N models trained as one. Equal-shaped MLPs become one batched matrix product a layer; what can't be stacked runs
beside it. Every model keeps its own weights, its own gradients and its own Adam state: only the loop is shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.by_hand import outputs_for
from tesla_core.models.flat import FlatParameters
from tesla_core.models.kan import KAN
from tesla_core.models.kan_pass import KANPass
from tesla_core.models.mlp import MLP
from tesla_core.models.passes import GraphPass, MLPPass, Pass, Places
from tesla_core.models.stacked_mlp import SegmentedActivation, StackedMLP, linear_of

KEPT_PASSES = 2
"""An epoch's batches have one size, and its last another."""

Judge = Callable[[Tensor], tuple[Tensor, Tensor]]
"""From outputs (N, B, outputs) to each model's loss (N,) and the gradient of their sum by the outputs."""


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
        self.flat = FlatParameters(self.parameters())
        self._passes: dict[torch.Size, _StackPass] = {}

    def __len__(self) -> int:
        return sum(map(len, self.places))

    def _apply(self, *arguments: Any, **options: Any) -> Stack:
        """Moved to another device or dtype, parameters no longer lie together."""
        super()._apply(*arguments, **options)
        self.flat = FlatParameters(self.parameters())
        self._passes.clear()
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("flat", "_passes")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy lays its own parameters together, and has passes for these."""
        super().__setstate__({**state, "flat": None, "_passes": {}})
        self.flat = FlatParameters(self.parameters())

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for places, group in zip(self.places, self.groups, strict=True):
            rows = self.rows_for(places) if x.ndim == 3 else None
            outputs.append(group(x if rows is None else x[rows]))
        return self.in_order([output if output.ndim == 3 else output[None] for output in outputs])

    @torch.no_grad()
    def learn(self, x: Tensor, judge: Judge) -> tuple[Tensor, Tensor]:
        """One pass forward and back: each model's loss (N,), and the outputs (N, B, outputs), in memory that the next
        pass writes over; both without a graph. The gradients of the losses' sum take the place of those that the
        parameters have."""
        return self._pass_for(x).learn(x, judge)

    @torch.no_grad()
    def look(self, x: Tensor) -> Tensor:
        """The outputs (N, B, outputs) without a graph, as `forward` gives them within rounding, in memory that the next
        pass writes over: new memory for every layer takes longer than what is computed in it."""
        return self._pass_for(x).forward(x)

    def _pass_for(self, x: Tensor) -> _StackPass:
        kept = self._passes.pop(x.shape, None) or _StackPass(self, x)
        for shape in list(self._passes)[: 1 - KEPT_PASSES]:
            del self._passes[shape]
        self._passes[x.shape] = kept
        return kept

    def forget_passes(self) -> None:
        """Let go of the memory that passes work in; the next pass makes its own."""
        self._passes.clear()

    def kept_passes(self) -> tuple[object, ...]:
        """Whoever has them keeps the memory that passes work in where it is."""
        return tuple(self._passes.values())

    def rows_for(self, places: list[int]) -> Tensor | None:
        """Which rows of inputs (N, B, d) are those of the models at `places`; None for all as they are."""
        in_order = places == list(range(len(self)))
        return None if in_order else torch.tensor(places, device=self.get_buffer("_order").device)

    @property
    def moves(self) -> tuple[Tensor, Tensor] | tuple[None, None]:
        """Each model's row among what the groups give one after the other, and which model is in each of those rows;
        None where these are the caller's order."""
        return (None, None) if self._sorted else (self.get_buffer("_position"), self.get_buffer("_order"))

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
                    linear_of(model, i).weight.copy_(weight[row].T)
                    linear_of(model, i).bias.copy_(bias[row, 0])
                for own, stacked in zip(model.activations, group.activations, strict=True):
                    _copy_row(cast(SegmentedActivation, stacked), row, own)


class _StackPass:
    """A pass of every group, for inputs of one shape."""

    def __init__(self, stack: Stack, x: Tensor) -> None:
        self._flat = stack.flat
        self._sizes = [len(places) for places in stack.places]
        self._own_inputs = [stack.rows_for(places) if x.ndim == 3 else None for places in stack.places]
        self._position, self._order = stack.moves
        width = stack(x[..., :1, :]).shape[-1]
        # As the groups write them; and in the caller's order.
        self._written = outputs_for(len(stack), x.shape[-2], width, like=stack.flat.values)
        self._outputs = self._written if self._position is None else torch.empty_like(self._written)
        parts = zip(stack.groups, self._written.split(self._sizes), strict=True)
        self._passes = [_pass_of(group, outputs, stack.flat.places) for group, outputs in parts]

    def forward(self, x: Tensor) -> Tensor:
        for one, rows in zip(self._passes, self._own_inputs, strict=True):
            one.forward(x if rows is None else x.index_select(0, rows))
        if self._position is not None:
            torch.index_select(self._written, 0, self._position, out=self._outputs)
        return self._outputs

    def learn(self, x: Tensor, judge: Judge) -> tuple[Tensor, Tensor]:
        losses, g = judge(self.forward(x))
        if self._order is not None:
            g = g.index_select(0, self._order)
        for one, part in zip(self._passes, g.split_with_sizes(self._sizes), strict=True):
            one.backward(part)
        self._flat.give_gradients()
        return losses, self._outputs


def _pass_of(group: nn.Module, outputs: Tensor, places: Places) -> Pass:
    if isinstance(group, StackedMLP):
        return MLPPass(group, outputs, places)
    if isinstance(group, KAN):
        return KANPass(group, outputs, places)
    return GraphPass(group, outputs, places)


def _copy_row(stacked: SegmentedActivation, row: int, own: nn.Module) -> None:
    """Copy the parameters of the row-th member of a segmented activation into `own`."""
    for size, segment in zip(stacked.sizes, stacked.segments, strict=True):
        if row < size:
            for name, parameter in own.named_parameters():
                parameter.copy_(segment.get_parameter(name)[row])
            return
        row -= size


def _first_activation(model: nn.Module) -> Pointwise:
    return cast(Pointwise, cast(MLP, model).activations[0])


def _shape_key(model: MLP) -> object:
    return type(model.encoding).__name__, tuple(linear_of(model, i).weight.shape for i in range(len(model.linears)))
