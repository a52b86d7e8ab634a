"""Where a module's forward calls activations, read from its source; and what in it torch.fx would follow wrongly.

torch.fx runs a forward once with stand-ins for tensors. What it cannot follow raises, with these exceptions, where it
would silently keep one branch or one value: they are looked for here, and such a forward is left as it is.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from torch import nn

from tesla_core.activations.replacing.kinds import METHODS, kind_of_function, label

_CHANGING = ("random", "numpy", "time")
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp)
_MOST_FUNCTIONS = 50


@dataclass(frozen=True)
class SourceCall:
    """One call of an activation function or method, such as `F.relu` in line 12 of `Net.forward`."""

    kind: str
    was: str
    place: str


@dataclass
class Reading:
    """What the source of a forward, and of the methods and functions it calls, shows."""

    calls: list[SourceCall] = field(default_factory=list)
    own: Counter[str] = field(default_factory=Counter)  # how often `self.NAME(…)` stands there, twice if in a loop
    obstacle: str | None = None
    unread: bool = False  # no source: typed at a prompt, or made at run time


@lru_cache(maxsize=256)
def read_forward(owner: type[nn.Module]) -> Reading:
    """Read the forward of one class of modules, without those of its children."""
    reading = Reading()
    pending: list[Callable[..., Any]] = [owner.forward]
    seen: set[object] = set()
    while pending and len(seen) < _MOST_FUNCTIONS:
        function = inspect.unwrap(pending.pop(0))
        if function in seen or not isinstance(function, FunctionType):
            continue
        seen.add(function)
        tree = _tree(function)
        if tree is None:
            reading.unread |= function is inspect.unwrap(owner.forward)
        else:
            pending += _Reader(owner, function, tree, reading).read()
    return reading


def _tree(function: FunctionType) -> ast.FunctionDef | None:
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):  # made at run time, or typed at a prompt
        return None
    ast.increment_lineno(tree, first - 1)
    found = tree.body[0] if tree.body else None
    return found if isinstance(found, ast.FunctionDef) else None


class _Reader:
    """One function's source, read for one class of modules."""

    def __init__(self, owner: type[nn.Module], function: FunctionType, tree: ast.FunctionDef, reading: Reading) -> None:
        self.owner, self.function, self.tree, self.reading = owner, function, tree, reading
        arguments = [*tree.args.posonlyargs, *tree.args.args]
        self.itself = arguments[0].arg if arguments and "." in function.__qualname__ else ""
        self.looped = {id(inner) for loop in ast.walk(tree) if isinstance(loop, _LOOPS) for inner in ast.walk(loop)}

    def read(self) -> Iterator[Callable[..., Any]]:
        """Note what is called; give the functions to read next."""
        for node in ast.walk(self.tree):
            self._note_obstacle(node)
            if isinstance(node, ast.Call):
                yield from self._note_call(node)

    def _note_call(self, node: ast.Call) -> Iterator[Callable[..., Any]]:
        chain = _chain(node.func)
        if chain and chain[0] == self.itself:
            name = ".".join(chain[1:])
            method = getattr(self.owner, name, None) if len(chain) == 2 else None
            if callable(method) and not isinstance(method, property):
                yield method
            else:
                self.reading.own[name] += 2 if id(node) in self.looped else 1
            return
        target = self._resolved(chain)
        if target is None and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            self._add(METHODS[node.func.attr], label(node.func.attr), node)
        elif (kind := kind_of_function(target)) is not None:
            self._add(kind, label(target), node)
        elif isinstance(target, FunctionType) and not target.__module__.startswith("torch."):
            yield target
        if chain and isinstance(home := self._resolved(chain[:1]), ModuleType) and home.__name__ in _CHANGING:
            self._obstacle(node, f"calls {'.'.join(chain)}, whose value would be kept for ever")

    def _add(self, kind: str, was: str, node: ast.Call) -> None:
        self.reading.calls.append(SourceCall(kind, was, f"{self.function.__qualname__}, line {node.lineno}"))

    def _note_obstacle(self, node: ast.AST) -> None:
        if isinstance(node, ast.Compare) and any(isinstance(one, (ast.Is, ast.IsNot)) for one in node.ops):
            for side in (node.left, *node.comparators):
                if isinstance(side, ast.Name) and self._is_local(side.id):
                    self._obstacle(node, f"asks whether `{side.id}` is None")
        elif isinstance(node, ast.Call) and _chain(node.func) == ["isinstance"] and isinstance(node.args[0], ast.Name):
            if self._is_local(node.args[0].id):
                self._obstacle(node, f"asks for the type of `{node.args[0].id}`")
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self._obstacle(node, "has a `with` block, which torch.fx does not record")
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _chain(node)[:1] == [self.itself]:
            self._obstacle(node, f"sets `{'.'.join(_chain(node))}`")

    def _obstacle(self, node: Any, what: str) -> None:
        if self.reading.obstacle is None:
            self.reading.obstacle = f"{self.function.__qualname__} {what} (line {node.lineno})"

    def _is_local(self, name: str) -> bool:
        return name != self.itself and name in self.function.__code__.co_varnames

    def _resolved(self, chain: list[str]) -> object:
        """What a dotted name means where the function was defined; None for what only a run knows."""
        if not chain or self._is_local(chain[0]) or chain[0] not in self.function.__globals__:
            return None
        found: object = self.function.__globals__[chain[0]]
        for name in chain[1:]:
            found = getattr(found, name, None)
        return found


def _chain(node: ast.AST) -> list[str]:
    """["self", "block", "act"] for `self.block.act`; empty for what is no plain dotted name."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return [node.id, *reversed(names)] if isinstance(node, ast.Name) else []
