"""Continuous functions: an equation's solution, an image, a signal, each learned by several activations at once."""

from __future__ import annotations

import streamlit as st

from pages._ui.fit_burgers import BURGERS
from pages._ui.fit_image import IMAGE
from pages._ui.fit_page import show_experiment
from pages._ui.fit_signal import SIGNAL
from pages._ui.page_style import use_full_width
from pages._ui.spectra_pick import pick

EXPERIMENTS = {experiment.label: experiment for experiment in (BURGERS, IMAGE, SIGNAL)}
INTROS = {
    BURGERS.label: (
        "Each panel is a *physics-informed* network (a PINN): it is to become the solution u(x, t) of Burgers' "
        "equation, in which a wave steepens into a front. It is never shown the solution, only how well it obeys the "
        "equation."
    ),
    IMAGE.label: "Each panel is a network that becomes a picture: a pixel's row and column go in, a colour comes out.",
    SIGNAL.label: (
        "Each panel is a network that learns a signal, a sum of slow and fast waves over one second, from its values "
        "at some moments."
    ),
}


def page() -> None:
    use_full_width()
    head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    with head:
        st.title("Continuous functions", anchor=False, width="content")
        chosen = pick("c_what", "Experiment", list(EXPERIMENTS), is_entry=True)
    st.caption(INTROS[chosen])
    show_experiment(EXPERIMENTS[chosen], head)


page()
