"""Tables and facts for people: in colour and to the width of a terminal (rich), plain lines in a file or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

INDENT = 2


@dataclass(frozen=True)
class Column:
    """A column's head. right: for numbers. styles: the colour of a cell by its text."""

    head: str
    right: bool = False
    styles: Mapping[str, str] | None = None

    def style_of(self, cell: str) -> str:
        return (self.styles or {}).get(cell, "")


@dataclass(frozen=True)
class Part:
    """Facts that belong together, a name and a text each. quiet: of little interest to most."""

    title: str
    facts: Sequence[tuple[str, str]]
    quiet: bool = False


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], stream: TextIO | None = None) -> None:
    """A head and a line a row; on a terminal a cell that is too long goes on below."""
    out: TextIO = sys.stdout if stream is None else stream
    cells = [[printable(cell) for cell in row] for row in rows]
    if (console := _console(out)) is None:
        _print_plain_table(columns, cells, out)
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for place, column in enumerate(columns):
        last = place == len(columns) - 1
        table.add_column(column.head, justify="right" if column.right else "left", no_wrap=not last, overflow="fold")
    for row in cells:
        table.add_row(*(Text(cell, column.style_of(cell)) for column, cell in zip(columns, row, strict=True)))
    console.print(table)


def print_facts(title: str, parts: Sequence[Part], style: str = "", stream: TextIO | None = None) -> None:
    """A title in `style`, then each part that has facts, its names in one column."""
    out: TextIO = sys.stdout if stream is None else stream
    width = max((len(name) for part in parts for name, _ in part.facts), default=0)
    if (console := _console(out)) is None:
        print(printable(title), file=out)
        for part in parts:
            _print_plain_part(part, width, out)
        return
    from rich.table import Table
    from rich.text import Text

    console.print(Text(printable(title), f"bold {style}".strip()))
    for part in (part for part in parts if part.facts):
        if part.title:
            console.print(Text(f"\n{part.title}", "bold"))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, min_width=width + INDENT)
        grid.add_column(overflow="fold")
        for name, text in part.facts:
            grid.add_row(Text(" " * INDENT + name, "dim"), Text(printable(text), "dim" if part.quiet else ""))
        console.print(grid)


def printable(text: str) -> str:
    """Without what would move a terminal's cursor or change its colours: a job's error may hold anything."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in text)


def _console(stream: TextIO) -> Console | None:
    """None where lines are to be plain: for a program that reads them, or without rich."""
    if not stream.isatty():
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(file=stream, highlight=False, soft_wrap=False)


def _print_plain_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], stream: TextIO) -> None:
    lines = [[column.head for column in columns], *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    for line in lines:
        cells = [
            cell.rjust(width) if column.right else cell.ljust(width)
            for cell, width, column in zip(line, widths, columns, strict=True)
        ]
        print("  ".join(cells).rstrip(), file=stream)


def _print_plain_part(part: Part, width: int, stream: TextIO) -> None:
    if part.facts and part.title:
        print(f"\n{part.title}", file=stream)
    for name, text in part.facts:
        print(f"{' ' * INDENT}{name:{width}}  {printable(text)}".rstrip(), file=stream)
