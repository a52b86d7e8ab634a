"""What is to change in a model, found before anything does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import count

import torch
from torch import nn

from tesla_core.activations.replacing.graph import (
    CONVOLUTIONS,
    WEIGHTED,
    CannotTraceError,
    GraphCall,
    Layout,
    graph_calls,
)
from tesla_core.activations.replacing.kinds import kind_of_function, kind_of_module, label, why_kept
from tesla_core.activations.replacing.report import KeptCall, ReplacedCall, ReplacementReport
from tesla_core.activations.replacing.source import Reading, read_forward
from tesla_core.errors import TeslaError


def in_order(model: nn.Module) -> Iterator[tuple[str, nn.Module, bool]]:
    """Every module with its name, and whether the last weighted one before it, as defined, is a convolution."""
    after_convolution = False
    for name, module in model.named_modules(remove_duplicate=False):
        if isinstance(module, WEIGHTED):
            after_convolution = isinstance(module, CONVOLUTIONS)
        yield name, module, after_convolution


@dataclass
class Plan:
    """What changes in one module: its children by name, each the number of a new layer, and its forward."""

    owner: nn.Module
    children: dict[str, int]
    layout: Layout | None = None


class Survey:
    """What is to change in a model, found before anything does."""

    def __init__(
        self, model: nn.Module, where: str, kinds: tuple[str, ...], keep: tuple[str, ...], shared: bool
    ) -> None:
        self.model, self.where, self.kinds, self.keep, self.shared = model, where, kinds, keep, shared
        self.replaced: list[ReplacedCall] = []
        self.kept: list[KeptCall] = []
        self.count = 0
        self.places = {name: place for place, (name, _, _) in enumerate(in_order(model))}
        self.convolutional = {name: after for name, _, after in in_order(model)}
        self.numbers: list[int] = []  # of the layer of each replaced call
        self.layers: dict[int, int] = {}  # for `shared`: the number of the layer that replaces a module

    def plans(self) -> list[Plan]:
        """What changes, one plan a module; a TeslaError if that is nothing, or can't be."""
        found, seen = [], set()
        for name, module in self.model.named_modules(remove_duplicate=False):
            if isinstance(module, torch.jit.ScriptModule):
                raise TeslaError(f"{name or 'The model'} is scripted and can't be changed: replace first, script then.")
            if id(module) not in seen and (not name or not _is_activation(module)):
                found.append(self._plan(name, module))
            seen.add(id(module))
        if not self.count:
            raise _nothing(self.model, self.kept)
        self._sort(found)
        return [plan for plan in found if plan.children]

    def _sort(self, plans: list[Plan]) -> None:
        """Number layers, and list what was found, in the order of the model: whoever draws coefficients one after the
        other does so from its first layer to its last."""
        order = sorted(range(len(self.replaced)), key=lambda one: self._place(self.replaced[one].name))
        numbers: dict[int, int] = {}
        for one in order:
            numbers.setdefault(self.numbers[one], len(numbers))
        for plan in plans:
            plan.children = {child: numbers[number] for child, number in plan.children.items()}
        self.replaced = [self.replaced[one] for one in order]
        self.kept.sort(key=lambda call: self._place(call.name))

    def _place(self, name: str) -> int:
        """Where a module stands in the model; what is new stands with the module it came from, or its owner."""
        for known in (name, re.sub(r"_\d+$", "", name), name.rpartition(".")[0]):
            if known in self.places:
                return self.places[known]
        return 0

    def _plan(self, name: str, owner: nn.Module) -> Plan:
        """What changes in one module that is not an activation."""
        plan = Plan(owner, {})
        reading = Reading() if _is_torchs(owner) or _is_activation(owner) else read_forward(type(owner))
        if reading.unread:
            reason = "its source can't be read, so functions that it calls were not looked for"
            self.kept.append(KeptCall(name, f"{type(owner).__name__}.forward", reason))
        children = self._children(name, owner)
        repeated = [child for child in children if reading.own[child] > 1]
        wanted = [call for call in reading.calls if call.kind in self.kinds]
        calls, obstacle = [], ""
        if (wanted or repeated) and not self.shared:
            try:
                calls = self._calls(owner, reading)
            except CannotTraceError as error:
                obstacle = str(error)
        for child, was in children.items():
            value = getattr(owner, child)
            if any(call.child == child for call in calls) or (calls and not isinstance(value, nn.Module)):
                continue  # a layer for each of its calls
            several = f"one layer for all its calls: {obstacle}" if obstacle and child in repeated else ""
            plan.children[child] = self._layer(_joined(name, child), was, several, value)
        if calls:
            self._plan_calls(plan, name, calls, children)
        else:
            untouched = obstacle or "`shared` leaves every forward as it is"
            for call in reading.calls:
                reason = self._why_stays(_joined(name, call.kind), call.kind, False) or untouched
                self.kept.append(KeptCall(name, f"{call.was} in {call.place}", reason))
        return plan

    def _calls(self, owner: nn.Module, reading: Reading) -> list[GraphCall]:
        if reading.obstacle is not None:
            raise CannotTraceError(f"torch.fx would follow it wrongly: {reading.obstacle}")
        children = [child for child in owner._modules.values() if child is not None]
        if len({id(child) for child in children}) < len(children):
            raise CannotTraceError("one module stands in it under two names")
        return graph_calls(owner)

    def _plan_calls(self, plan: Plan, name: str, calls: list[GraphCall], children: dict[str, str]) -> None:
        """One layer a call of a forward that torch.fx could follow."""
        nodes: Layout = {False: {}, True: {}}
        for call in calls:
            if call.child is not None and call.child not in children:
                continue  # kept, and noted with its module; or a child's child, which is its own owner's
            if call.child is None and (reason := self._why_call_stays(name, call)):
                self.kept.append(KeptCall(name, call.was, reason))
                continue
            child = _free_name(plan, call.child)
            where = f"in {type(plan.owner).__name__}.forward"
            plan.children[child] = self._layer(_joined(name, child), call.was, where, None)
            for mode, node in zip((False, True), call.nodes, strict=True):
                nodes[mode][node] = child
        plan.layout = nodes if nodes[False] else None

    def _children(self, name: str, owner: nn.Module) -> dict[str, str]:
        """The attributes of a module that are activations to replace, modules and functions; the others are noted."""
        found = {}
        for child, value in [*vars(owner).items(), *owner._modules.items()]:
            kind = kind_of_module(value) if isinstance(value, nn.Module) else kind_of_function(value)
            full = _joined(name, child)
            if kind is not None and (reason := self._why_stays(full, kind, self._after_convolution(full, name))):
                self.kept.append(KeptCall(full, label(value), reason))
            elif kind is not None:
                found[child] = label(value)
            elif isinstance(value, nn.Module) and (reason := why_kept(value)):
                self.kept.append(KeptCall(full, label(value), reason))
        return found

    def _why_call_stays(self, owner: str, call: GraphCall) -> str | None:
        if call.lost:
            return "works in place, and what it changed is used later"
        after = self.convolutional[owner] if call.after_convolution is None else call.after_convolution
        return self._why_stays(_joined(owner, call.kind), call.kind, after)

    def _why_stays(self, name: str, kind: str, after_convolution: bool) -> str | None:
        if any(fnmatchcase(name, pattern) for pattern in self.keep):
            return "asked to stay"
        if kind not in self.kinds:
            why = "mostly a gate or a probability" if kind == "sigmoid" else "not asked for"
            return f"{why}; kinds=[…, {kind!r}] replaces it"
        return "follows a convolution" if self.where == "dense" and after_convolution else None

    def _after_convolution(self, name: str, owner: str) -> bool:
        return self.convolutional.get(name, self.convolutional[owner])

    def _layer(self, name: str, was: str, note: str, module: object) -> int:
        """The number of the new layer for one call; a module that was seen has its layer already, if that is shared."""
        number = self.count
        if self.shared and isinstance(module, nn.Module):
            number = self.layers.setdefault(id(module), number)
        self.count = max(self.count, number + 1)
        self.replaced.append(ReplacedCall(name, was, note))
        self.numbers.append(number)
        return number


def _free_name(plan: Plan, wanted: str | None) -> str:
    """`relu` for a module's first call and `relu_2` for its second; `phi_1`, `phi_2` for functions."""
    if wanted is not None and wanted not in plan.children:
        return wanted
    taken = {*plan.children, *dir(plan.owner)}
    numbered = (f"{wanted or 'phi'}_{number}" for number in count(1 if wanted is None else 2))
    return next(name for name in numbered if name not in taken)


def _is_activation(module: nn.Module) -> bool:
    return kind_of_module(module) is not None or why_kept(module) is not None


def _is_torchs(module: nn.Module) -> bool:
    return type(module).__module__.startswith("torch.nn.")


def _joined(owner: str, child: str) -> str:
    return f"{owner}.{child}" if owner else child


def _nothing(model: nn.Module, kept: list[KeptCall]) -> TeslaError:
    """A model in which nothing can be replaced, with what was seen in it."""
    report = ReplacementReport(type(model).__name__, 0, 0, (), tuple(kept))
    seen = "\n".join(["It has these, which stay:", *report.kept_lines()]) if kept else "None was found in it."
    return TeslaError(
        f"{type(model).__name__} has no activation that TESLA could replace. {seen}\n"
        "Name more kinds or places (kinds=, keep=, where=), or put TESLA(harmonics=…) where the model is built."
    )
