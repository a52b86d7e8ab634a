"""What the theory's pages share: title, equation, what to look at, and controls that live in the link.

Each page is a few fragments: a slider runs its own again and nothing else. What a fragment draws is computed in the
page's process, without torch.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.board import Board
from tesla_core.lab.controls import Values
from tesla_core.messages.say import say


def head(title: str, equation: str, look: str) -> None:
    """The first lines of a page. look: what to look at, in plain words."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(say(title), width="content", anchor=False)
        st.latex(equation, width="content")
    st.markdown(say(look))


def read_controls(board: Board) -> Values:
    """At the top of a fragment: every control's value, from the link for who has just arrived."""
    board.admit()
    return {control.name: board.value(control.name) for control in board.controls}


def draw_controls(board: Board, values: Values, *rows: Sequence[str], part: str = "page") -> None:
    """The widgets in rows, what a link asked for in vain, and the address of what is set. part: of the address, for the
    second fragment of a page and those after it."""
    with st.container(key=f"{board.prefix}controls"):
        for names in rows:
            for column, name in zip(st.columns(len(names), gap="medium"), names, strict=True):
                with column:
                    board.draw(name)
    board.show_messages(values)
    address.tell(part, [*board.pairs(values, {}), *address.noted()])
