"""Theory: what each page of this room shows, and the way to it."""

from __future__ import annotations

import streamlit as st

from tesla_core.messages.say import marked, say

ROOM = (
    (
        "theory/kernels.py",
        marked("Kernels and modes"),
        marked(
            "*What does a network learn first, the outline or the detail?* The paper's kernel spectra, and a small "
            "training that you can play, its error measured frequency by frequency beside what theory foretells."
        ),
    ),
    (
        "theory/bounds.py",
        marked("Bounds"),
        marked(
            "*How steep can a network get, and how near do bounds come?* Each bound of the paper on a network that "
            "is training, beside what is measured. Some bounds say little, some fail."
        ),
    ),
    (
        "theory/harmonics.py",
        marked("Which K?"),
        marked(
            "*How many harmonics does a task need?* Write a function of bits, see how many the paper's rule gives it, "
            "and compare with the runs that did and did not learn."
        ),
    ),
    (
        "theory/lottery.py",
        marked("The lottery"),
        marked(
            "*Why does one seed learn a parity and the next one not?* Waves that lean towards it before training, "
            "counted, beside the law that bounds their number and every run measured."
        ),
    ),
)

st.title(say("Theory"), anchor=False)
st.markdown(
    say(
        "Four laws of the paper, each with sliders, and beside it what was counted or measured: where they agree and "
        "where they do not. Choose a question."
    )
)
for file, title, words in ROOM:
    with st.container(border=True):
        st.page_link(file, label=f"**{say(title)}**", icon=":material/arrow_forward:")
        st.markdown(say(words))
