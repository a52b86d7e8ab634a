"""The messages of Python sources: the literals that `say`, `say_count` and `marked` are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tesla_core.errors import TeslaError

Message = tuple[str, ...]
"""One form, or one and many."""
FORMS = {"say": (0,), "marked": (0,), "say_count": (1, 2)}
"""By function, which of its arguments are the forms."""


def messages_of(path: Path) -> Iterator[tuple[Message, int]]:
    """Every message of a file and its line; a TeslaError names a call whose message is put together at run time."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in FORMS:
            continue
        forms = tuple(_literal(node.args[place]) for place in FORMS[node.func.id] if place < len(node.args))
        if node.func.id == "say" and all(form is None for form in forms) and _is_said_later(node.args[0]):
            continue
        for form in forms:
            if form is None:
                raise TeslaError(f"{path}:{node.lineno}: {node.func.id} needs its message as plain text in quotes.")
        yield tuple(form for form in forms if form is not None), node.lineno


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_said_later(node: ast.expr) -> bool:
    """`say(control.label)`: a text that was marked where it is written."""
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
