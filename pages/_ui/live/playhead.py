"""Where the canvas' playhead stands, for the charts beside it: a component without a face that follows the canvas.

It lives in the charts' fragment, so that a new position runs that fragment again and nothing else. A paused canvas
costs nothing; a playing one asks for charts at most every `EVERY` milliseconds, and never faster than they are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.classroom.held import within_hold
from tesla_core.live.spec import LiveSpec

EVERY = 1500
WAITING_HEIGHT = 420  # about that of the charts, so that nothing jumps when they come
_SCRIPT = Path(__file__).parents[3] / "assets" / "pages" / "playhead.js"
_follower = component("tesla_playhead", js=_SCRIPT.read_text(encoding="utf-8"), isolate_styles=False)


@dataclass(frozen=True)
class ShownFrame:
    """The frame on the canvas: complete epochs, and whether it is on its way to another."""

    epoch: int
    moving: bool


def playhead(key: str, spec: LiveSpec) -> ShownFrame | None:
    """The position in that run as last told; None until the canvas has painted its first frame."""
    position = _position(key)
    if position.get("run") != spec.address:
        return None
    return ShownFrame(int(within_hold(spec, position.get("epoch", 0))), bool(position.get("moving")))


def follow(key: str, run: str, *, again: bool) -> None:
    """Mount the follower, when the charts of the last position are drawn. again: they could not be; ask once more."""
    data = {"run": run, "every": EVERY, "known": _position(key).get("name", ""), "again": again}
    _follower(key=key, data=data, on_at_change=_rerun)


def _rerun() -> None:
    """A new position runs the fragment; nothing else is to be done."""


def _position(key: str) -> Mapping:
    """What the component last told, or nothing."""
    state = st.session_state.get(key)
    told = state.get("at") if isinstance(state, Mapping) else None
    return told if isinstance(told, Mapping) else {}


def wait(message: str) -> None:
    """Hold the charts' place."""
    with st.container(height=WAITING_HEIGHT, border=True, horizontal_alignment="center", vertical_alignment="center"):
        st.markdown(f":gray[{message}]", width="content", text_alignment="center")
