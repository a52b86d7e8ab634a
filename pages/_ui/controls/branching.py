"""Settings changed while a run plays: each change is an edit at the viewer's epoch, and so a branch with a link.

Only the canvas knows where its playhead stands. A changed setting therefore waits (`pending`) for one answer of the
canvas; meanwhile the run goes on with the old value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.board import Board
from tesla_core.canvas.changes import (
    EDITABLE,
    Change,
    Changes,
    apply_changes,
    read_changes,
    starts_in,
    with_starts,
    write_changes,
)
from tesla_core.lab.controls import Values
from tesla_core.live.edits import CHANGES
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say


@dataclass(frozen=True)
class Branching:
    """The timed changes of one page's run."""

    board: Board

    @property
    def changes(self) -> Changes:
        """In order of time."""
        return st.session_state.get(self.board.key("edits"), ())

    def admit(self) -> None:
        """At the top of a page, after the board's own: for who arrives, edits are the address', and the controls show
        what they set."""
        if not self.board.arrived:
            return
        read, told = read_changes("".join(address.given(self.board.key("edits"))[-1:]), self.board)
        if told:
            self.board.tell(told)
        st.session_state[self.board.key("edits")] = with_starts(read)
        st.session_state[self.board.key("pending")] = {}
        self._show_in_force(read)

    @property
    def text(self) -> str:
        """The changes as a link holds them."""
        return write_changes(self.changes)

    def draw(self, name: str) -> None:
        """The control of an editable setting."""
        self.board.draw(name, on_change=lambda: self._postpone(name))

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
        if changes != self.changes:
            address.new_entry()
        st.session_state[self.board.key("edits")] = changes
        st.session_state[self.board.key("pending")] = {}
        self._show_in_force(changes)

    def _show_in_force(self, changes: Changes) -> None:
        """A change can take later ones away; the controls show what holds at the end."""
        for change in changes:
            self.board.set(change.name, change.value)

    def forget(self) -> None:
        """Back to the run as it began."""
        for change in reversed(self.changes):
            if change.epoch == 0:
                self.board.set(change.name, change.value)
        address.new_entry()
        st.session_state[self.board.key("edits")] = ()
        st.session_state[self.board.key("pending")] = {}

    def initial(self, values: Values) -> Values:
        """The values the run begins with: the controls' own, but for settings that were changed on the way."""
        return {**values, **self._settled(values), **starts_in(self.changes)}

    def settle(self, values: Values) -> None:
        """Remember what holds now: the next change of a setting is a change from this."""
        st.session_state[self.board.key("settled")] = self._settled(values)

    def _settled(self, values: Values) -> Values:
        waiting = {name: value for name, value in self.pending.items() if name in values}
        return {name: value for name, value in values.items() if name in EDITABLE} | waiting

    @property
    def words(self) -> str:
        """What was changed on the way: "learning rate 0.01 from epoch 36"."""
        later = [change for change in self.changes if change.epoch > 0]
        said = [
            say(
                "{setting} {value} from epoch {epoch}",
                setting=say(CHANGES[change.name]),
                value=f"{change.value:g}",
                epoch=change.epoch,
            )
            for change in later[:2]
        ]
        return ", ".join([*said, "…"] if len(later) > 2 else said)

    def apply(self, spec: LiveSpec) -> LiveSpec:
        """The spec with its edits; one that no longer fits (the run became shorter) is left out with a message."""
        spec, told = apply_changes(spec, self.changes)
        for message in told:
            self.board.tell(message)
        return spec
