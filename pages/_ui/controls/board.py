"""A page's controls together: what a link sets, what a preset sets, what a link to here must hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.widgets import widget
from pages._ui.markdown import plain
from tesla_core.lab.controls import Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.table import ControlTable
from tesla_core.messages.say import marked, say

OWN_SETTINGS = marked("Your own settings")


@dataclass(frozen=True)
class Board(ControlTable):
    """The controls of one page, as widgets whose keys are their names in the link."""

    @property
    def arrived(self) -> bool:
        """Whether this run of the script has set the controls from the address."""
        return st.session_state.get(self.key("arrived"), False)

    def admit(self) -> None:
        """At the top of a page: who arrives by a link, Back or Forward finds every control as the address says, within
        its limits."""
        st.session_state[self.key("telling")] = []
        st.session_state[self.key("arrived")] = address.arrives(self.prefix)
        if not self.arrived:
            return
        values, told = self.asked(address.given_all(), address.version())
        for name, value in values.items():
            self.set(name, value)
        for message in told:
            self.tell(message)

    def set(self, name: str, value: Any) -> None:
        """Give a control a value, whether or not its widget is on the page now."""
        st.session_state[self.key(name)] = self._held[name] = value

    @property
    def _held(self) -> Values:
        """The controls' last values: Streamlit forgets those of a widget that leaves the page."""
        return st.session_state.setdefault(self.key("held"), {})

    def value(self, name: str) -> Any:
        """A control's value, valid whatever its widget holds. It is known before the widget is drawn."""
        control, key = self.control(name), self.key(name)
        if key not in st.session_state:
            self.set(name, self._held.get(name, self.default(name)))
        value, message = control.nearest(control.written(st.session_state[key]))
        if message:
            self.tell(message)
        self._held[name] = value
        return value

    def draw(self, name: str, on_change: Callable[[], None] | None = None) -> None:
        """The widget of a control whose value was asked for."""
        widget(self.control(name), self.key(name), on_change)

    def tell(self, message: str) -> None:
        """Say something above the canvas, until the controls change; as it is, since a link may have a part in it."""
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
            st.warning("\n\n".join(map(plain, messages)), icon=":material/info:")

    def take(self, preset: Preset) -> None:
        """Set every control to a preset."""
        for name, value in self.values_of(preset).items():
            self.set(name, value)
        for name in ("edits", "points", "pending"):
            st.session_state.pop(self.key(name), None)
        address.new_entry()

    def preset_list(self, values: Values, changed: str = "") -> Preset | None:
        """A list to start from; shows the preset in force, or that the settings are a person's own.

        values: those the run begins with. changed: what was changed on the way, in words; a run that was changed is no
        preset's.
        """
        current = self.matching(values)
        names = [preset.name for preset in self.presets]
        key = self.key("preset")
        shown = current.name if current else OWN_SETTINGS
        if changed:
            shown = say("{preset} … changed: {changes}", preset=say(shown), changes=changed)
        st.session_state[key] = shown

        def choose() -> None:
            chosen = st.session_state[key]
            for preset in self.presets:
                if preset.name == chosen:
                    self.take(preset)

        options = names if shown in names else [shown, *names]
        st.selectbox(
            say("Start from"),
            options,
            format_func=say,
            key=key,
            on_change=choose,
            label_visibility="collapsed",
            width=420,
        )
        return None if changed else current


@contextmanager
def group(title: str) -> Iterator[None]:
    """A titled group of controls in the sidebar."""
    with st.sidebar:
        st.header(title, anchor=False)
        with st.container(gap="small"):
            yield
