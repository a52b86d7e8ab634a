"""What stands beside a claim or a table."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tesla_core.paper.aside import aside_at


def show_aside(path: str, key: str) -> None:
    """Drawn at once, for places that are themselves opened by hand."""
    aside = aside_at(path)
    st.markdown(f"**{aside.title}**")  # no heading: what level it would be is its place's matter
    for paragraph in aside.paragraphs:
        st.markdown(paragraph)
    if aside.rows:
        st.dataframe(pd.DataFrame(aside.rows), hide_index=True, key=key)
