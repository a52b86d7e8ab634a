"""Choices whose options depend on the run: which panel, which layer, which harmonics. Each lives in the link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages._ui.control import Control


def pick(key: str, label: str, options: Sequence[str], default: int = 0) -> str:
    """One of `options`, side by side; what a link asks for and does not exist becomes the nearest, with a message."""
    _admit(key, label, options, many=False)
    chosen = st.segmented_control(
        label,
        options,
        default=options[default],
        required=True,
        key=key,
        bind="query-params",
        label_visibility="collapsed",
    )
    return chosen if chosen in options else options[default]


def pick_number(key: str, label: str, numbers: Sequence[int]) -> int:
    """One of many numbers, in as many rows as they need."""
    options = [str(number) for number in numbers]
    _admit(key, label, options, many=False)
    chosen = st.pills(label, options, default=options[0], required=True, key=key, bind="query-params", wrap=True)
    return int(chosen) if chosen in options else numbers[0]


def pick_many(key: str, label: str, options: Sequence[str]) -> list[str]:
    """Any of `options`, each a press on or off; none to begin with."""
    _admit(key, label, options, many=True)
    chosen = st.pills(label, options, selection_mode="multi", key=key, bind="query-params")
    return [option for option in options if option in chosen]


def draw(prefix: str, control: Control, width: int) -> Any:
    """A control of the charts, `width` pixels wide, with what the link asks for brought into its limits."""
    key = f"{prefix}{control.name}"
    if key not in st.session_state and (given := st.query_params.get_all(key)):
        value, message = control.nearest(given)
        if message:
            st.session_state[key] = value
            say(message)
    with st.container(width=width):
        return control.widget(key, control.default)


def say(message: str) -> None:
    """A word to the person that does not move the page."""
    st.toast(message, icon=":material/info:", duration="long")


def _admit(key: str, label: str, options: Sequence[str], *, many: bool) -> None:
    """Bring what the link or an earlier run of other options left under `key` into the options there are."""
    first = key not in st.session_state
    given = st.query_params.get_all(key) if first else st.session_state[key]
    asked = [given] if isinstance(given, str) else list(given or [])
    kept = [text for text in asked if text in options]
    if kept == asked:
        return
    wrong = ", ".join(text for text in asked if text not in options)[:60]
    nearest = kept if many else _nearest(asked[-1], options)
    st.session_state[key] = nearest
    if first:
        shown = (", ".join(kept) or "none") if many else nearest
        say(f"{label}: the link asks for “{wrong}”, which is not among the choices. Using {shown}.")


def _nearest(asked: str, options: Sequence[str]) -> str:
    """The option with the nearest number where both end in one; else the first."""
    numbers = {option: int(number) for option in options if (number := option.rpartition(" ")[2]).isdecimal()}
    wanted = asked.rpartition(" ")[2]
    if not wanted.isdecimal() or len(wanted) > 9 or len(numbers) != len(options):
        return options[0]
    return min(options, key=lambda option: abs(numbers[option] - int(wanted)))
