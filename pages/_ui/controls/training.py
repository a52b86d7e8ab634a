"""The group of controls every live page has: the models, how they train, and what was changed on the way."""

from __future__ import annotations

import streamlit as st

from pages._ui.controls.board import Board
from pages._ui.controls.branching import Branching
from pages._ui.controls.widgets import add_panel_form
from tesla_core.canvas.changes import EDITABLE
from tesla_core.lab.controls import Values
from tesla_core.lab.training import MOST_SEED, RATES
from tesla_core.live.edits import CHANGES
from tesla_core.messages.say import say

COOLER = 3
"""How many steps of RATES a smaller learning rate lies below one that made a panel diverge: a factor of ten."""


def new_seed(board: Board) -> None:
    """Another start and another draw of the data; the next number, so that a class finds the same ones."""
    board.set("seed", (int(st.session_state.get(board.key("seed"), 0)) + 1) % (MOST_SEED + 1))


OFTEN = ("width", "depth", "lr", "batch", "epochs")


def model_values(board: Board) -> Values:
    """The values of the group's controls."""
    values = {name: board.value(name) for name in ("panels", *OFTEN)}
    for control in board.controls:
        if control.rare and (control.name not in ("holds_at", "holds_for") or values.get("holds")):
            values[control.name] = board.value(control.name)
    return values


def draw_models(board: Board, branching: Branching, values: Values) -> None:
    """The group's widgets, rare ones folded away. values: what `model_values` gave."""

    def draw(name: str) -> None:
        (branching if name in EDITABLE else board).draw(name)

    draw("panels")
    with st.popover(say("Add a panel with options"), width="stretch"):
        add_panel_form(board.key("panels"))
    for name in OFTEN:
        draw(name)
    with st.expander(say("More")):
        for control in board.controls:
            if control.rare and control.name in values:
                draw(control.name)
    show_changes(branching)


def show_changes(branching: Branching) -> None:
    """The edits of the run in words, and the way back."""
    later = [change for change in branching.changes if change.epoch > 0]
    if not later:
        return
    for change in later:
        st.caption(
            say(
                "From epoch {epoch}: {setting} {value}",
                epoch=change.epoch,
                setting=say(CHANGES[change.name]),
                value=f"{change.value:g}",
            )
        )
    st.button(say("Back to the run without changes"), on_click=branching.forget, key=branching.board.key("forget"))


def cool(board: Board, branching: Branching) -> None:
    """A panel diverged: the same run from its start with a smaller learning rate, played at once."""
    branching.forget()
    key = board.key("lr")
    now = st.session_state.get(key, board.default("lr"))
    board.set("lr", RATES[max(0, RATES.index(now) - COOLER)])
    st.session_state[board.key("play next")] = True
