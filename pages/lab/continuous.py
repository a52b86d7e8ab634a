"""Continuous functions: an equation's solution, an image, a signal, each learned by several activations at once.

Every problem that has such a page is listed, in the registry's order; those of installed packages come last.
"""

from __future__ import annotations

import streamlit as st

from pages._ui.inspect.pick import pick
from pages._ui.live.fit_page import show_fit_page
from pages._ui.live.page import title_row
from pages._ui.page_style import use_full_width
from tesla_core.messages.say import say
from tesla_core.problems.registry import fit_pages


def show_page() -> None:
    use_full_width()
    listed = {page.label: page for page in fit_pages().values()}
    head = title_row(say("Continuous functions"))
    with head:
        chosen = pick("c_what", say("Experiment"), list(listed), is_entry=True)
    st.caption(say(listed[chosen].intro))
    show_fit_page(listed[chosen], head)


show_page()
