"""The canvas on a page: registered once, mounted once, fed by the live route."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.classroom.showing import show_to_class
from pages._ui.controls import address
from pages._ui.language import words_for_canvas
from pages._ui.visit import page_visit
from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.canvas.data import canvas_data
from tesla_core.lab.surroundings import Surroundings
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec

_canvas = component("tesla_live", css=stylesheet(), js=bundled(), isolate_styles=False)


Event = Literal["position", "cool", "chart", "points"]
Handler = Callable[[Mapping[str, Any]], None]
"""What a page does with an event: position {epoch}, cool {panel}, chart {panel, epoch}, points {points}."""


def live_view(
    key: str,
    spec: LiveSpec,
    around: Surroundings,
    *,
    labels: Sequence[str],
    link: str,
    on: Mapping[Event, Handler],
    question: int = 0,
    playing: bool = False,
    pace: float | None = None,
    opening: Mapping[str, Any] | None = None,
) -> None:
    """Mount the canvas on a run; what a person does in it calls a handler before the script's next run.

    labels: the panels' titles. link: the query that leads here. question: a number the canvas answers with its
    position. playing: whether a run that replaces another starts at once. pace: epochs a second at which it is best
    watched; by default all of it in half a minute. opening: whether somebody has arrived, and at
    which epoch; by default as the page's own address says.
    """
    shown = {
        **canvas_data(spec, around, labels, link=link, pace=pace),
        "mount": live_service().mount(spec, page_visit()),
    }
    room = show_to_class(shown, link)
    data = {
        **shown,
        "mount": {**shown["mount"], "room": room},
        "ask": question,
        "playing": playing,
        "open": opening or address.opening(),
        "words": words_for_canvas(),
    }
    callbacks: dict[str, Any] = {
        f"on_{name}_change": partial(_pass_on, key, name, handler) for name, handler in on.items()
    }
    _canvas(key=key, data=data, **callbacks)


def _pass_on(key: str, name: Event, handler: Handler) -> None:
    value = st.session_state[key].get(name)
    if isinstance(value, Mapping):
        handler(value)
