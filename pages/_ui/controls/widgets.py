"""Controls as Streamlit draws them, by their class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages._ui.markdown import plain
from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.lab.controls import Choice, Control, Number, Text, Toggle
from tesla_core.lab.panels import SUGGESTIONS, Panels, duplicate, panel_text, read_panel, with_options
from tesla_core.messages.say import say
from tesla_core.models.spec import ModelSpec
from tesla_core.training.settings import MOST_PANELS


def widget(control: Control, key: str, on_change: Callable[[], None] | None = None) -> Any:
    """Draw a control's widget, whose value the session holds under `key`, and return its value."""
    common: dict[str, Any] = {"key": key, "help": control.said_help, "on_change": on_change or "rerun"}
    label = say(control.label)
    match control:
        case Number():
            kind, make = type(control.default), st.slider if control.slider else st.number_input
            return make(label, kind(control.low), kind(control.high), step=kind(control.step), **common)
        case Choice():
            make = st.select_slider if control.slider else st.selectbox
            return make(label, control.options, format_func=control.shown, **common)
        case Toggle():
            return st.toggle(label, **common)
        case Text():
            return st.text_input(label, max_chars=control.longest, **common)
        case Panels():
            return st.multiselect(
                label,
                list(dict.fromkeys([*SUGGESTIONS, *control.default, *st.session_state.get(key, ())])),
                accept_new_options=True,
                max_selections=MOST_PANELS,
                placeholder="TESLA K=8, ReLU, …",
                **common,
            )
    raise TypeError(f"{control.name}: there is no widget for a {type(control).__name__}")


def add_panel_form(key: str) -> None:
    """A small form that adds one panel with its own options to the list under `key`."""
    labels = {entry.label: entry for entry in ACTIVATIONS.values()}
    entry = labels[st.selectbox(say("Activation"), list(labels), key=f"{key} new activation")]
    values: dict[str, Any] = {}
    for option in entry.options:
        widget_key = f"{key} new {option.name}"
        if option.choices:
            values[option.name] = st.selectbox(say(option.label), option.choices, key=widget_key)
            continue
        assert option.limits is not None
        low, high, usual = map(option.kind, (*option.limits, option.default))
        values[option.name] = st.number_input(say(option.label), low, high, usual, key=widget_key)
    spec = with_options(ModelSpec(), entry, values)

    def add() -> None:
        chosen = list(st.session_state.get(key, []))
        text = panel_text(spec)
        if any(panel_text(read_panel(each)) == text for each in chosen):
            st.toast(plain(duplicate(text)), icon=":material/info:")
        elif len(chosen) < MOST_PANELS:
            st.session_state[key] = [*chosen, text]

    st.button(say("Add"), key=f"{key} add", on_click=add, width="stretch")
