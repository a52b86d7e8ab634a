"""What was replaced in a model, what was not, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class ReplacedCall:
    """One call that is a TESLA layer now. name: that layer's, as `model.get_submodule` takes it; was: what stood there;
    note: where in a forward, where that is not plain from the name."""

    name: str
    was: str
    note: str = ""


@dataclass(frozen=True)
class KeptCall:
    """One activation that stays. name: of its module, or of the module whose forward calls it."""

    name: str
    was: str
    reason: str


@dataclass(frozen=True)
class ReplacementReport:
    """What `replace_activations` did to a model; `print` it.

    layers: the TESLA layers that are new, each with 2K parameters. Without `shared` there is one a replaced call.
    """

    model: str
    harmonics: int
    layers: int
    replaced: tuple[ReplacedCall, ...]
    kept: tuple[KeptCall, ...]

    @property
    def names(self) -> list[str]:
        """Names of the new layers in the order of the model, for `model.get_submodule`."""
        return [call.name for call in self.replaced]

    @property
    def parameters(self) -> int:
        """How many parameters the model has gained."""
        return 2 * self.harmonics * self.layers

    def __str__(self) -> str:
        lines = [
            f"{self.model}: {counted(len(self.replaced), 'call')} replaced by TESLA with K = {self.harmonics}, "
            f"{self.parameters:,} new parameters ({counted(self.layers, 'layer')} of 2K = {2 * self.harmonics})."
        ]
        lines += table((call.name, call.was, call.note) for call in self.replaced)
        if self.kept:
            lines += [f"{counted(len(self.kept), 'call')} kept:", *self.kept_lines()]
        else:
            lines.append("Nothing else was found.")
        return "\n".join(lines)

    def kept_lines(self) -> list[str]:
        return table((call.name, call.was, call.reason) for call in self.kept)


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def table(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    """Rows as aligned lines; rows that differ only in the numbers of their names are one line, with their count."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for name, was, note in rows:
        pattern = ".".join(re.sub(r"(^|_)\d+$", r"\1*", part) for part in name.split("."))
        groups.setdefault((pattern, was, note), []).append(name)
    shown = [
        (names[0] if len(names) == 1 else f"{pattern} ({len(names)})", was, note)
        for (pattern, was, note), names in groups.items()
    ]
    widths = [max((len(row[column]) for row in shown), default=0) for column in (0, 1)]
    return [f"  {name or '(the model)':<{widths[0]}}  {was:<{widths[1]}}  {note}".rstrip() for name, was, note in shown]
