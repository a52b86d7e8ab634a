"""A page's controls together: what a link sets, what a preset sets, what a link to here must hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from pages._ui.control import Control

Values = dict[str, Any]
OWN_SETTINGS = "Your own settings"


@dataclass(frozen=True)
class Preset:
    """A named set of values and a sentence on what to look for. What it leaves out takes the control's default.

    pace: epochs a second at which it is best watched, where the length of the run doesn't say it well.
    """

    name: str
    note: str
    values: Mapping[str, Any]
    pace: float | None = None


@dataclass(frozen=True)
class Board:
    """The controls of one page; `prefix` keeps their names in the link apart from other pages'."""

    prefix: str
    controls: tuple[Control, ...]
    presets: tuple[Preset, ...]

    def key(self, name: str) -> str:
        """A control's key, which is also its name in the link."""
        return f"{self.prefix}{name}"

    def control(self, name: str) -> Control:
        return next(control for control in self.controls if control.name == name)

    def default(self, name: str) -> Any:
        """A control's value when the page opens: the first preset's."""
        return self.presets[0].values.get(name, self.control(name).default)

    def admit(self) -> None:
        """At the top of a page; in its first run, what the link holds is brought into the controls' limits."""
        st.session_state[self.key("telling")] = []
        for control in self.controls:
            key = self.key(control.name)
            given = st.query_params.get_all(key)
            if key in st.session_state or not given:
                continue
            value, message = control.nearest(given)
            if message:
                st.session_state[key] = value
                self.tell(message)

    def draw(self, name: str, on_change: Callable[[], None] | None = None) -> Any:
        """The control's widget and its value, valid whatever the widget holds."""
        control = self.control(name)
        given = control.widget(self.key(name), self.default(name), on_change)
        value, message = control.nearest(control.written(given))
        if message:
            self.tell(message)
        return value

    def tell(self, message: str) -> None:
        """Say something above the canvas, until the controls change."""
        telling = st.session_state.setdefault(self.key("telling"), [])
        if message not in telling:
            telling.append(message)

    def show_messages(self, values: Values) -> None:
        """What is to be said in this run, and what was said since these values were set."""
        key = self.key("told")
        told_for, told = st.session_state.get(key, (None, []))
        kept: list[str] = told if told_for == values else []
        telling: list[str] = st.session_state.get(self.key("telling"), [])
        messages = [*kept, *(message for message in telling if message not in kept)]
        st.session_state[key] = (values, messages)
        if messages:
            st.warning("\n\n".join(messages), icon=":material/info:")

    def take(self, preset: Preset) -> None:
        """Set every control to a preset."""
        for control in self.controls:
            st.session_state[self.key(control.name)] = preset.values.get(control.name, control.default)
        for name in ("edits", "points", "pending"):
            st.session_state.pop(self.key(name), None)
            if self.key(name) in st.query_params:
                del st.query_params[self.key(name)]

    def matching(self, values: Values) -> Preset | None:
        """The preset these values belong to, if they are one's."""
        for preset in self.presets:
            wanted = {control.name: preset.values.get(control.name, control.default) for control in self.controls}
            if all(values.get(name, value) == value for name, value in wanted.items()):
                return preset
        return None

    def preset_list(self, values: Values) -> Preset | None:
        """A list to start from; shows the preset in force, or that the settings are a person's own."""
        current = self.matching(values)
        names = [preset.name for preset in self.presets]
        key = self.key("preset")
        st.session_state[key] = current.name if current else OWN_SETTINGS

        def choose() -> None:
            chosen = st.session_state[key]
            for preset in self.presets:
                if preset.name == chosen:
                    self.take(preset)

        options = names if current else [OWN_SETTINGS, *names]
        st.selectbox("Start from", options, key=key, on_change=choose, label_visibility="collapsed", width=420)
        return current

    def link(self, values: Values, extras: Mapping[str, str]) -> str:
        """The query of a link to exactly this: every control that differs from how the page opens, and extras."""
        pairs = [
            (self.key(control.name), text)
            for control in self.controls
            if control.name in values and values[control.name] != self.default(control.name)
            for text in control.written(values[control.name])
        ]
        pairs += [(self.key(name), text) for name, text in extras.items() if text]
        return urlencode(pairs)


@contextmanager
def group(title: str) -> Iterator[None]:
    """A titled group of controls in the sidebar."""
    with st.sidebar:
        st.header(title, anchor=False)
        with st.container(gap="small"):
            yield


def mirror(key: str, text: str) -> None:
    """Keep a link's parameter that no widget holds in step with `text`; an empty one is taken out."""
    if st.query_params.get(key, "") != text:
        if text:
            st.query_params[key] = text
        else:
            del st.query_params[key]


def joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
