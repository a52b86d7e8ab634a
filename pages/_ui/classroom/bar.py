"""A slim bar on the lab's pages for somebody in a room: who leads shows the page, who explores finds back."""

from __future__ import annotations

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.classroom.console import CLASS_STYLES, LAB
from pages._ui.classroom.showing import SWITCH, at_page, class_of, keep_switch
from pages._ui.jobs.plot import base_path
from pages._ui.language import language
from pages._ui.visit import page_visit
from tesla_core.canvas.bundle import bundled
from tesla_core.classroom.pages.files import CLASSROOM
from tesla_core.classroom.pages.following import told_of
from tesla_core.messages.say import say

_bar = component("tesla_class_bar", css=CLASS_STYLES, js=bundled("bar", CLASSROOM), isolate_styles=False)
CONSOLE = "console"
"""The console says all of this itself."""
WITH_RUN = frozenset({*(path.strip("/") for _, path in LAB), "bounds", "learn"})
"""Pages that have a run to show; the others leave the class where it is."""


def class_bar(page: str, title: str) -> None:
    """At the top of every page; nothing for who is in no room. page: its path."""
    at_page(page, title)
    part = class_of()
    if part is None or page == CONSOLE:
        return
    folder = base_path()
    with st.container(horizontal=True, vertical_alignment="center", key="class_bar"):
        data = {
            **told_of(language(), folder, part.code, page_visit()),
            "console": f"{folder}/console",
            "follow": f"{folder}/r/{part.code}",
            "owner": part.owns,
        }
        _bar(key=f"class bar {part.code}", data=data)
        if part.leads and page in WITH_RUN:
            st.session_state[SWITCH] = part.shows
            st.toggle(say("Class sees this page"), key=SWITCH, on_change=keep_switch, args=(part.code,))
