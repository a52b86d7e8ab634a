"""The one script Streamlit runs: page settings, the menu, then the page a person asked for."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

ICON = Path(__file__).parents[1] / "assets" / "icon.png"
STYLE = Path(__file__).parents[1] / "assets" / "page.css"

st.set_page_config(page_title="TESLA Lab", page_icon=str(ICON), layout="wide")

# One row a page, in the order of the menu; a page's file lives in its room: lab/, theory/, jobs/.
PAGES = [
    st.Page("home.py", title="The activation", icon=":material/ssid_chart:", default=True),
]

st.html(STYLE)
st.navigation(PAGES, position="top").run()
