"""A forward written anew by torch.fx, so that each of its calls of an activation is a layer of its own.

The module stays what it is: its class gets a subclass of the same name with the new forward, its children, hooks and
the names of its parameters are untouched, and it can be copied and pickled (the forward is then written once more).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any

from torch import fx, nn

from tesla_core.activations.replacing.kinds import METHODS, kind_of_function, kind_of_module, label
from tesla_core.errors import TeslaError

CONVOLUTIONS = (nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)
WEIGHTED = (*CONVOLUTIONS, nn.Linear, nn.Bilinear, nn.Embedding)
_MODES = (False, True)  # evaluation, training

Layout = dict[bool, dict[str, str]]
"""For each mode, which node of the forward's graph becomes which child."""


class CannotTraceError(TeslaError):
    """A forward that torch.fx can't follow; the message says why."""


@dataclass(frozen=True)
class GraphCall:
    """One call of an activation in a forward: a function or method, or a child (then its name), by the names of its
    nodes in both modes."""

    kind: str
    was: str
    child: str | None
    nodes: tuple[str, str]
    after_convolution: bool | None  # None: no weighted layer before it in this forward
    lost: bool  # works in place, and what it changed is used later


class _OwnForward(fx.Tracer):
    """Follows one module's forward; every child is one call."""

    def is_leaf_module(self, m: nn.Module, module_qualified_name: str) -> bool:
        return True


def graph_calls(module: nn.Module) -> list[GraphCall]:
    """The activation calls of a module's forward in their order."""
    graphs = [_traced(module, mode) for mode in _MODES]
    found = [[node for node in graph.nodes if _kind(node, module)] for graph in graphs]
    if [_target(node) for node in found[0]] != [_target(node) for node in found[1]]:
        raise CannotTraceError("its activations are others in training than in evaluation")
    return [
        GraphCall(
            _kind(evaluation, module) or "",
            label(_module(evaluation, module) or _target(evaluation)),
            str(evaluation.target) if evaluation.op == "call_module" else None,
            (evaluation.name, training.name),
            _after_convolution(evaluation, module),
            _is_lost(evaluation),
        )
        for evaluation, training in zip(*found, strict=True)
    ]


def rewrite(module: nn.Module, layout: Layout) -> None:
    """Give the module a forward in which the named nodes are calls of the named children; both must be there."""
    original = type(module)
    forwards = {mode: _written(module, _traced(module, mode), layout[mode]) for mode in _MODES}
    evaluation, training = (forwards[mode] for mode in _MODES)

    @wraps(evaluation)
    def forward(self: nn.Module, *args: Any, **kwargs: Any) -> Any:
        return (training if self.training else evaluation)(self, *args, **kwargs)

    def reduce(self: nn.Module, protocol: Any) -> Any:
        return _blank, (original, layout), self.__getstate__()

    members: dict[str, Any] = {
        "forward": evaluation if evaluation.source == training.source else forward,
        "__reduce_ex__": reduce,
        "__module__": original.__module__,
        "__doc__": original.__doc__,
    }
    module.__class__ = type(original.__name__, (original,), members)


def _blank(original: type[nn.Module], layout: Layout) -> nn.Module:
    """An empty module that writes its forward as soon as it has its children; for copies and pickles."""

    def restore(self: nn.Module, state: dict[str, Any]) -> None:
        self.__class__ = original
        original.__setstate__(self, state)
        rewrite(self, layout)

    waiting = type(original.__name__, (original,), {"__setstate__": restore})
    return waiting.__new__(waiting)


def _traced(module: nn.Module, training: bool) -> fx.Graph:
    """The graph of a module's own forward in one mode."""
    if "forward" in vars(module):
        raise CannotTraceError("its forward was set on this one object")
    before, mode = set(vars(module)), module.training
    try:
        module.training = training
        graph = _OwnForward().trace(module)
    except Exception as error:  # user code runs on stand-ins: anything can be raised
        first = str(error).strip().splitlines()
        raise CannotTraceError(f"torch.fx can't follow it: {first[0] if first else type(error).__name__}") from error
    finally:
        module.training = mode
        made = set(vars(module)) - before
        for name in made:
            delattr(module, name)
    if made:
        raise CannotTraceError("it makes a tensor of its own, which torch.fx would keep for ever")
    return graph


def _written(module: nn.Module, graph: fx.Graph, names: dict[str, str]) -> Any:
    """The graph's forward as a function of the module, with the named nodes replaced."""
    for node in list(graph.nodes):
        if node.name in names:
            with graph.inserting_before(node):
                call = graph.call_module(names[node.name], (_source(node),))
            node.replace_all_uses_with(call)
            graph.erase_node(node)
    written = type(fx.GraphModule(module, graph)).forward
    written.source = graph.python_code("self").src  # pyright: ignore[reportFunctionMemberAccess]
    return written


def _kind(node: fx.Node, module: nn.Module) -> str | None:
    if node.op == "call_function":
        return kind_of_function(node.target)
    if node.op == "call_method":
        return METHODS.get(str(node.target))
    child = _module(node, module)
    return None if child is None else kind_of_module(child)


def _module(node: fx.Node, module: nn.Module) -> nn.Module | None:
    return module.get_submodule(str(node.target)) if node.op == "call_module" else None


def _target(node: fx.Node) -> Any:
    return node.target


def _is_lost(node: fx.Node) -> bool:
    """Whether a call in place leaves its result where it was asked for nothing but that: φ_K makes a new tensor."""
    name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "")
    in_place = node.op != "call_module" and (name.endswith("_") or bool(node.kwargs.get("inplace")))
    source = _source(node)
    if not in_place or not isinstance(source, fx.Node):
        return False
    order = {one: place for place, one in enumerate(node.graph.nodes)}
    return not node.users or any(order[user] > order[node] for user in source.users)


def _source(node: fx.Node) -> Any:
    """What an activation is called on."""
    return node.args[0] if node.args else node.kwargs["input"]


def _after_convolution(node: fx.Node, module: nn.Module) -> bool | None:
    """Whether the last weighted layer before a call, in the order of the forward, is a convolution."""
    before = node.prev
    while before.op != "root":
        child = _module(before, module)
        weighted = [] if child is None else [one for one in child.modules() if isinstance(one, WEIGHTED)]
        if weighted:
            return isinstance(weighted[-1], CONVOLUTIONS)
        before = before.prev
    return None
