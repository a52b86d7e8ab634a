"""Continuous functions: an equation's solution, an image, a signal, each learned by several activations at once."""

from __future__ import annotations

import streamlit as st

from pages._ui.fits.allen_cahn import ALLEN_CAHN
from pages._ui.fits.burgers import BURGERS
from pages._ui.fits.helmholtz import HELMHOLTZ
from pages._ui.fits.image import IMAGE
from pages._ui.fits.page import show_experiment
from pages._ui.fits.signal import SIGNAL
from pages._ui.inspect.pick import pick
from pages._ui.page_style import use_full_width

EXPERIMENTS = {experiment.label: experiment for experiment in (BURGERS, ALLEN_CAHN, HELMHOLTZ, IMAGE, SIGNAL)}


def page() -> None:
    use_full_width()
    head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    with head:
        st.title("Continuous functions", anchor=False, width="content")
        chosen = pick("c_what", "Experiment", list(EXPERIMENTS), is_entry=True)
    st.caption(EXPERIMENTS[chosen].intro)
    show_experiment(EXPERIMENTS[chosen], head)


page()
