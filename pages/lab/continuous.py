"""Continuous functions: an equation's solution, an image, a signal, each learned by several activations at once.

Every problem that has such a page is listed, in the registry's order; those of installed packages come last.
"""

from __future__ import annotations

import streamlit as st

from pages._ui.inspect.pick import pick
from pages._ui.live.fit_page import show_fit_page
from pages._ui.page_style import use_full_width
from tesla_core.problems.registry import problems


def page() -> None:
    use_full_width()
    listed = {one.page.label: one.page for one in problems().values() if one.page}
    head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    with head:
        st.title("Continuous functions", anchor=False, width="content")
        chosen = pick("c_what", "Experiment", list(listed), is_entry=True)
    st.caption(listed[chosen].intro)
    show_fit_page(listed[chosen], head)


page()
