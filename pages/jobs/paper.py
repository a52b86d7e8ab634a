"""The paper, claim by claim: which of its statements hold, by what, and how to run them again; its tables below."""

from __future__ import annotations

import streamlit as st

from pages._ui.jobs.tables import show_tables
from pages._ui.markdown import plain
from pages._ui.paper.cards import show_card
from pages._ui.paper.filters import CLAIM, WORDS_SOUGHT, chosen, one_of_link, show_counts
from pages._ui.paper.judged import left_alone, shipped_ledger
from tesla_core.messages.say import say

TABLES_OPEN = "paper_tables"

st.title(say("The paper, claim by claim"))
with st.spinner(say("Computing the verdicts from the results that ship here…")):  # for the first reader alone
    lines = shipped_ledger()
show_counts(lines)
st.caption(
    say(
        "The paper is *TESLA: Taylor Expansion of Sinusoidal Learnable Activations* (Ko, Kim, Ham and Jung, AISTATS "
        "2026). What it says is told in words of ours. A verdict is computed by a rule that stands on its card, from "
        "results that ship here."
    )
)
for reason in left_alone():
    st.warning(plain(reason), icon=":material/description:")
asked = one_of_link(CLAIM, [line.statement.id for line in lines])
found = chosen(lines)
if not found and st.session_state.get(WORDS_SOUGHT, "").strip():
    st.info(say("No claim has these words. Tables, figures, equations and the theorem are found by their number."))
elif not found:
    st.info(say("No claim of this section has that verdict."))
for line in found:
    show_card(line, opened=line.statement.id == asked)

st.header(say("The tables, seed by seed"), anchor="tables")
named = any(name.startswith("paper_") and name != TABLES_OPEN for name in st.query_params)
if st.toggle(say("Show the tables"), value=named, key=TABLES_OPEN):
    show_tables()
