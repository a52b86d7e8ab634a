"""Theory: what each page of this room shows, and the way to it."""

from __future__ import annotations

import streamlit as st

from tesla_core.messages.say import marked, say

ROOM = (
    (
        "theory/kernels.py",
        marked("Kernels and modes"),
        marked(
            "Which frequencies a layer learns first: the paper's figure of kernel spectra with sliders, and a "
            "training whose error is measured mode by mode beside the decay that the theory foretells."
        ),
    ),
    (
        "theory/bounds.py",
        marked("Bounds"),
        marked(
            "How steep a network can be, how large its gradients and its generalisation gap: each bound of the paper "
            "on a network that is training, beside what is measured; some say little, some fail."
        ),
    ),
    (
        "theory/harmonics.py",
        marked("Which K?"),
        marked(
            "Write a Boolean function, see which orders its energy lies at and how many harmonics the paper's rule "
            "gives it, beside the runs that did and did not learn."
        ),
    ),
    (
        "theory/lottery.py",
        marked("The lottery"),
        marked(
            "Why one seed learns a parity and the next does not: waves that lean towards it before training, counted, "
            "beside the law that bounds their number and every run measured."
        ),
    ),
)

st.title(say("Theory"), anchor=False)
st.markdown(
    say(
        "What the paper says with equations, to be moved by hand: each page has one of its laws, sliders for what "
        "stands in it, and beside it what was counted or measured, where it agrees and where it does not."
    )
)
for file, title, words in ROOM:
    with st.container(border=True):
        st.page_link(file, label=f"**{say(title)}**", icon=":material/arrow_forward:")
        st.markdown(say(words))
