"""Settings that are changed while a run plays, as a link holds them: `40:lr=0.001;60:batch=16`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Values
from tesla_core.lab.table import ControlTable
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say

EDITABLE = ("lr", "batch", "weight_decay", "budget_weight", "budget_target")
MOST_CHANGES = 32
_WRITTEN = re.compile(r"(\d{1,6}):([a-z_]+)=([-+.\deE]+)")


@dataclass(frozen=True)
class Change:
    """From `epoch` on, a setting has this value; epoch 0 keeps what the run began with once a later change exists."""

    epoch: int
    name: str
    value: float


Changes = tuple[Change, ...]
"""In order of time."""


def read_changes(text: str, table: ControlTable) -> tuple[Changes, str]:
    """What a link holds, and what to tell the person where a part of it is no edit."""
    found = [Change(int(epoch), name, value) for epoch, name, value in _parts(text, table)]
    told = ""
    if text and write_changes(found) != text:
        told = say("Edits: a part of “{part}” in the link is not an edit and was left out.", part=text[:60])
    return tuple(sorted(found, key=lambda change: change.epoch)), told


def _parts(text: str, table: ControlTable) -> list[tuple[str, str, float]]:
    kept = []
    for part in text.split(";")[:MOST_CHANGES]:
        match = _WRITTEN.fullmatch(part)
        if match and match[2] in EDITABLE:
            value, message = table.control(match[2]).nearest([match[3]])
            if not message:
                kept.append((match[1], match[2], value))
    return kept


def write_changes(changes: Sequence[Change]) -> str:
    """The changes as a link holds them."""
    return ";".join(f"{change.epoch}:{change.name}={change.value:g}" for change in changes)


def with_starts(changes: Changes) -> Changes:
    """What a link leaves out of its edits. A setting whose start it does not say starts as it ends; one that is then
    changed to what it is already is not changed."""
    kept: list[Change] = []
    for name in dict.fromkeys(change.name for change in changes):
        own = [change for change in changes if change.name == name]
        if own[0].epoch > 0:
            own = [Change(0, name, own[-1].value), *own]
        if any(change.value != own[0].value for change in own):
            kept += own
    return tuple(sorted(kept, key=lambda change: change.epoch))


def starts_in(changes: Changes) -> Values:
    """What settings that were changed on the way began with."""
    return {change.name: change.value for change in changes if change.epoch == 0}


def apply_changes(spec: LiveSpec, changes: Changes) -> tuple[LiveSpec, list[str]]:
    """The spec with its edits. One that no longer fits (the run became shorter) is left out, which is told."""
    told: list[str] = []
    for change in changes:
        if change.epoch == 0:
            continue
        try:
            value = int(change.value) if change.name == "batch" else change.value
            spec = spec.branch(change.epoch, **{change.name: value})
        except TeslaError as error:
            told.append(say("The edit at epoch {epoch} was left out. {error}", epoch=change.epoch, error=error))
    return spec, told
