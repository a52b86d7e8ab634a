"""The front door: a race that moves already, and where to go from it. Nothing is trained for it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages._ui.controls import address
from pages._ui.door import join, race
from tesla_core.messages.say import marked, say

STYLE = Path(__file__).parents[1] / "assets" / "door" / "door.css"
ACTIVATION, ACTIVATION_PREFIX = (
    "lab/activation.py",
    "home_",
)  # that page was here first, and links to it have this address
DOORS = (
    ("try", marked("Try it"), marked("Pick a task, choose the networks, press Play."), "lab/boundaries.py"),
    ("learn", marked("Learn it"), marked("Six lessons, alone or with a class."), "learn/lessons.py"),
    ("check", marked("Check it"), marked("Every claim of the paper beside what we measured."), "jobs/paper.py"),
)


def show_doors() -> None:
    with st.container(horizontal=True, key="doors"):
        for name, label, about, page in DOORS:
            with st.container(key=f"door_{name}", gap=None):
                st.page_link(page, label=f"**{say(label)}**", icon=":material/arrow_forward:")
                st.caption(say(about))


def show_page() -> None:
    st.html(STYLE)
    st.title(say("Watch neural networks learn"), anchor=False)
    st.markdown(
        say(
            "Each learns to tell the two arms of this spiral apart. All that differs is the **activation**, the curve "
            "inside every neuron: TESLA learns the shape of its own."
        )
    )
    race()
    show_doors()
    join()


given = address.given_all()
if any(name.startswith(ACTIVATION_PREFIX) for name in given):
    st.switch_page(ACTIVATION, query_params={name: list(values) for name, values in given.items()})
show_page()
