"""Choices whose options depend on the run: which panel, which layer, which harmonics. Each lives in the link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.widgets import widget
from pages._ui.markdown import plain
from tesla_core.lab.controls import NO_CHOICE, Control
from tesla_core.messages.say import say


def pick(
    key: str,
    label: str,
    options: Sequence[str],
    default: int = 0,
    *,
    shown: Callable[[str], str] = say,
    is_entry: bool = False,
) -> str:
    """One of `options`, side by side; what a link asks for and does not exist becomes the nearest, with a message.

    shown: an option, which a link holds as it is, in the reader's language. is_entry: whether another choice is a new
    entry of the browser's history.
    """
    _admit(key, label, options, [options[default]], shown)
    chosen = st.segmented_control(
        label,
        options,
        format_func=shown,
        required=True,
        key=key,
        label_visibility="collapsed",
        on_change=address.new_entry if is_entry else None,
    )
    return _kept(key, [chosen or options[default]], [options[default]])[0]


def pick_number(key: str, label: str, numbers: Sequence[int]) -> int:
    """One of many numbers, in as many rows as they need."""
    options = [str(number) for number in numbers]
    _admit(key, label, options, options[:1])
    chosen = st.pills(label, options, required=True, key=key, wrap=True)
    return int(_kept(key, [chosen or options[0]], options[:1])[0])


def pick_many(key: str, label: str, options: Sequence[str]) -> list[str]:
    """Any of `options`, each a press on or off; none to begin with."""
    _admit(key, label, options, [])
    chosen = st.pills(label, options, selection_mode="multi", key=key)
    return _kept(key, [option for option in options if option in chosen], [])


def draw(prefix: str, control: Control, width: int | Literal["content"]) -> Any:
    """A control of the charts, `width` pixels wide, with what the link asks for brought into its limits."""
    key = f"{prefix}{control.name}"
    if address.arrives(key):
        texts = address.given(key)
        value, message = control.nearest(texts) if texts else (control.default, None)
        st.session_state[key] = value
        if message:
            tell(plain(message))
    elif key not in st.session_state:
        st.session_state[key] = st.session_state.get(f"{key} held", control.default)
    with st.container(width=width):
        value = st.session_state[f"{key} held"] = widget(control, key)
    address.note(key, control.written(value) if value != control.default else [])
    return value


def _kept(key: str, chosen: list[str], default: list[str]) -> list[str]:
    """Remember a choice for when its widget comes back to the page, and have it in the address."""
    st.session_state[f"{key} held"] = chosen
    address.note(key, chosen if chosen != default else [])
    return chosen


def tell(message: str) -> None:
    """A word to the person, in Markdown, that does not move the page."""
    st.toast(message, icon=":material/info:", duration="long")


def _admit(key: str, label: str, options: Sequence[str], default: list[str], shown: Callable[[str], str] = str) -> None:
    """Set what the address, an earlier run of other options or an earlier view asks for, brought into the options there
    are. default: an empty one lets several be chosen."""
    first = address.arrives(key)
    if first:
        asked = address.given(key) or default
    elif key in st.session_state:
        held = st.session_state[key]
        asked = [held] if isinstance(held, str) else list(held or [])
    else:
        asked = st.session_state.get(f"{key} held", default)
    kept = [text for text in asked if text in options]
    found = kept if kept == asked or not default else [_nearest(asked[-1], options)]
    wanted = found[-1] if default else found
    if st.session_state.get(key) != wanted:
        st.session_state[key] = wanted
    if first and kept != asked:
        wrong = ", ".join(text for text in asked if text not in options)[:60]
        using = ", ".join(map(shown, found)) or say("none")
        tell(say(NO_CHOICE, label=label, asked=plain(wrong), value=using))


def _nearest(asked: str, options: Sequence[str]) -> str:
    """The option with the nearest number where both end in one; else the first."""
    numbers = {option: int(number) for option in options if (number := option.rpartition(" ")[2]).isdecimal()}
    wanted = asked.rpartition(" ")[2]
    if not wanted.isdecimal() or len(wanted) > 9 or len(numbers) != len(options):
        return options[0]
    return min(options, key=lambda option: abs(numbers[option] - int(wanted)))
