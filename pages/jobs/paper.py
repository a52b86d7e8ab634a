"""Paper and measured: what the paper reports beside what this program measured, seed by seed."""

from __future__ import annotations

import streamlit as st

from pages._ui.jobs.tables import show_tables
from tesla_core.messages.say import say

st.title(say("Paper and measured"))
show_tables()
