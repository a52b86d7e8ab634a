"""Settings changed while a run plays: each change is an edit at the viewer's epoch, and so a branch with a link.

Only the canvas knows where its playhead stands. A changed setting therefore waits (`pending`) for one answer of the
canvas; meanwhile the run goes on with the old value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages._ui.board import Board, Values, mirror
from tesla_core.errors import TeslaError
from tesla_core.live.spec import LiveSpec

EDITABLE = ("lr", "batch", "weight_decay", "budget_weight", "budget_target")
_WRITTEN = re.compile(r"(\d{1,6}):([a-z_]+)=([-+.\deE]+)")


@dataclass(frozen=True)
class Change:
    """From `epoch` on, a setting has this value; epoch 0 keeps what the run began with once a later change exists."""

    epoch: int
    name: str
    value: float


@dataclass(frozen=True)
class Branching:
    """The timed changes of one page's run."""

    board: Board

    @property
    def changes(self) -> tuple[Change, ...]:
        """In order of time; at first those of the link."""
        key = self.board.key("edits")
        if key not in st.session_state:
            st.session_state[key] = self._read(st.query_params.get(key, ""))
        return st.session_state[key]

    def admit(self) -> None:
        """At the top of a page, before the controls are drawn: in its first run they show what the link's edits set."""
        if self.board.key("edits") not in st.session_state:
            self._show_in_force(self.changes)

    def _read(self, text: str) -> tuple[Change, ...]:
        found = [Change(int(epoch), name, value) for epoch, name, value in self._parts(text)]
        if text and self._write(tuple(found)) != text:
            self.board.tell(f"Edits: a part of “{text[:60]}” in the link is not an edit and was left out.")
        return tuple(sorted(found, key=lambda change: change.epoch))

    def _parts(self, text: str) -> list[tuple[str, str, float]]:
        kept = []
        for part in text.split(";")[:32]:
            match = _WRITTEN.fullmatch(part)
            if match and match[2] in EDITABLE:
                value, message = self.board.control(match[2]).nearest([match[3]])
                if not message:
                    kept.append((match[1], match[2], value))
        return kept

    @staticmethod
    def _write(changes: tuple[Change, ...]) -> str:
        return ";".join(f"{change.epoch}:{change.name}={change.value:g}" for change in changes)

    @property
    def text(self) -> str:
        """The changes as a link holds them."""
        return self._write(self.changes)

    def draw(self, name: str) -> Any:
        """The control of an editable setting."""
        return self.board.draw(name, on_change=lambda: self._postpone(name))

    def _postpone(self, name: str) -> None:
        """A setting was changed: remember what it was, and ask the canvas for its epoch."""
        settled: Mapping[str, float] = st.session_state.get(self.board.key("settled"), {})
        pending: dict[str, float] = st.session_state.setdefault(self.board.key("pending"), {})
        if name in settled:
            pending.setdefault(name, settled[name])
            st.session_state[self.board.key("asked")] = self.asked + 1

    @property
    def asked(self) -> int:
        """How often the canvas was asked; a new number is a new question."""
        return st.session_state.get(self.board.key("asked"), 0)

    @property
    def question(self) -> int:
        """What the canvas must answer: 0 when nothing waits."""
        return self.asked if self.pending else 0

    @property
    def pending(self) -> dict[str, float]:
        return st.session_state.get(self.board.key("pending"), {})

    def answer(self, epoch: int, epochs: int) -> None:
        """The canvas stands at `epoch`: turn what is pending into changes there. At the start or the end of a run
        there is nothing to branch from, and the setting holds from the beginning."""
        pending, changes = dict(self.pending), self.changes
        at = epoch if 0 < epoch < epochs else 0
        for name, before in pending.items():
            value = st.session_state[self.board.key(name)]
            own = [change for change in changes if change.name == name]
            if at == 0:
                changes = tuple(change for change in changes if change.name != name)
                continue
            kept = [c for c in changes if c.epoch <= at and (c.name, c.epoch) != (name, at)]
            if not any(change.epoch == 0 for change in own):
                kept.append(Change(0, name, before))
            changes = tuple(sorted([*kept, Change(at, name, value)], key=lambda change: change.epoch))
        st.session_state[self.board.key("edits")] = changes
        st.session_state[self.board.key("pending")] = {}
        self._show_in_force(changes)

    def _show_in_force(self, changes: tuple[Change, ...]) -> None:
        """A change can take later ones away; the controls show what holds at the end."""
        for change in changes:
            st.session_state[self.board.key(change.name)] = change.value

    def forget(self) -> None:
        """Back to the run as it began."""
        for change in reversed(self.changes):
            if change.epoch == 0:
                st.session_state[self.board.key(change.name)] = change.value
        st.session_state[self.board.key("edits")] = ()
        st.session_state[self.board.key("pending")] = {}

    def initial(self, values: Values) -> Values:
        """The values the run begins with: the controls' own, but for settings that were changed on the way."""
        settled = {name: value for name, value in values.items() if name in EDITABLE}
        settled |= {name: value for name, value in self.pending.items() if name in settled}
        st.session_state[self.board.key("settled")] = settled
        start = {change.name: change.value for change in self.changes if change.epoch == 0}
        return {**values, **settled, **start}

    def apply(self, spec: LiveSpec) -> LiveSpec:
        """The spec with its edits; one that no longer fits (the run became shorter) is left out with a message."""
        for change in self.changes:
            if change.epoch == 0:
                continue
            try:
                value = int(change.value) if change.name == "batch" else change.value
                spec = spec.branch(change.epoch, **{change.name: value})
            except TeslaError as error:
                self.board.tell(f"The edit at epoch {change.epoch} was left out. {error}")
        mirror(self.board.key("edits"), self.text)
        return spec
