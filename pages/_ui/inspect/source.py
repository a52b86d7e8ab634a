"""The run that the Spectra and Taylor pages look into: made by the sidebar's controls, or brought along by a link.

Any live run with a TESLA panel can be opened: `{prefix}run=` holds its spec as one word, as other pages write it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui.controls import address
from pages._ui.controls.board import Board
from pages._ui.live.page import Skeleton, admit, draw_controls, read_controls, show_live
from pages._ui.live.view import live_view
from tesla_core.canvas.inspected import beside_charts, data_controls, inspected_run, offer_of, teslas_of, with_tesla
from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Values
from tesla_core.live.reach import check_reach
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say

STYLE = Path(__file__).parents[3] / "assets" / "pages" / "inspect.css"


@dataclass(frozen=True)
class Source:
    """A run with at least one TESLA panel."""

    spec: LiveSpec
    labels: tuple[str, ...]

    @property
    def teslas(self) -> tuple[int, ...]:
        """Which panels have harmonics."""
        return teslas_of(self.spec.panels)

    @property
    def unseen(self) -> str:
        """What the nets are tested on."""
        offer = offer_of(self.spec)
        return say(offer.unseen) if offer else say("test samples")


def show_source(board: Board, title: str) -> Source:
    """Title, sidebar, messages and canvas."""
    skeleton = Skeleton(
        board,
        read_data=lambda: read_controls(board, data_controls),
        draw_data=lambda values: draw_controls(board, data_controls(values)),
        spec_of=inspected_run,
        around=lambda shown: beside_charts(shown.spec),
        hold=lambda values: _with_tesla(board, values),
    )
    branching = admit(skeleton)
    st.html(STYLE)
    head, chooser = st.columns([0.62, 0.38], vertical_alignment="center")
    with head, st.container(horizontal=True, vertical_alignment="center", key="source_head"):
        st.title(title, anchor=False, width="content")
        note = st.container()
    given = _given_run(board)
    if given is not None:
        return _show_given(board, given, chooser)
    live = show_live(skeleton, branching, chooser)
    if live.note:
        note.caption(live.note)
    return Source(live.shown.spec, live.shown.labels)


def _with_tesla(board: Board, values: Values) -> Values:
    held, told = with_tesla(values)
    if told:
        board.tell(told)
    return held


# ---- a run that came with the link


def _given_run(board: Board) -> LiveSpec | None:
    """The run in the link, if it is one with something to look into; else a message."""
    key = board.key("run")
    if board.arrived:
        st.session_state[key] = "".join(address.given(key)[-1:])
    word = st.session_state.get(key, "")
    if not word:
        return None
    try:
        spec = LiveSpec.from_link(word)
        if not spec.classes:
            raise TeslaError("The run in this link fits a function; this page looks into runs that tell classes apart.")
        if not teslas_of(spec.panels):
            raise TeslaError("The run in this link has no TESLA panel, so there are no harmonics to look into.")
        check_reach(spec)
    except TeslaError as error:
        board.tell(say("{error} Showing “{preset}” instead.", error=error, preset=say(board.presets[0].name)))
        st.session_state[key] = ""
        return None
    return spec


def _forget_run(board: Board) -> None:
    st.session_state[board.key("run")] = ""
    address.new_entry()


def _show_given(board: Board, spec: LiveSpec, chooser: DeltaGenerator) -> Source:
    with chooser, st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        st.caption(say("The run that came with the link"), width="content")
        st.button(say("Choose another"), key=board.key("forget run"), on_click=_forget_run, args=(board,))
    labels = tuple(panel.label for panel in spec.panels)
    scene = beside_charts(spec)
    board.show_messages({"run": spec.address})
    pairs = board.pairs({}, {"run": spec.link})
    live_view(board.key("live"), spec, scene, labels=labels, link=address.query(pairs), on={})
    address.tell("page", pairs, spec.address)
    return Source(spec, labels)
