"""Room for the canvas: live pages use the width and keep their sidebar's groups close."""

from __future__ import annotations

import streamlit as st

_RULES = """<style>
[data-testid="stMainBlockContainer"] { padding: 4.2rem clamp(0.75rem, 2vw, 2rem) 3rem; }
[data-testid="stHeading"] h1 { padding: 0.5rem 0 0.75rem; font-size: 1.3rem; font-weight: 600; }
@media (max-width: 768px) { [data-testid="stMainBlockContainer"] { padding-top: 3.75rem; } }
[data-testid="stSidebarUserContent"] { padding-top: 0.25rem; }
[data-testid="stSidebarHeader"] { height: 2.25rem; margin-bottom: 0; }
[data-testid="stMainBlockContainer"] > div > [data-testid="stVerticalBlock"] { gap: 0.6rem; }
</style>"""


def use_full_width() -> None:
    """Call once at the top of a live page."""
    st.html(_RULES)
