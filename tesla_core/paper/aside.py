"""An aside: what stands beside a claim or a table in words and rows of its own, worked out when somebody opens it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from tesla_core.paper.verdict import Cell


@dataclass(frozen=True)
class Aside:
    """paragraphs: Markdown. rows: a table below them, a column each by its name."""

    title: str
    paragraphs: tuple[str, ...]
    rows: tuple[Mapping[str, Cell], ...] = ()


def aside_at(path: str) -> Aside:
    """What the function at "module:function" tells; a problem's own, so that no claim has to import a problem."""
    module, _, function = path.partition(":")
    return getattr(import_module(module), function)()
