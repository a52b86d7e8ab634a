"""Charts that stand still, shown the same way on every page."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from tesla_core.figures import Theme, alt_text

CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def theme() -> Theme:
    """The theme this person's browser shows, so that a figure's colours stand out from its background."""
    return "dark" if st.context.theme.type == "dark" else "light"


def chart(key: str, figure: go.Figure) -> None:
    """Show a figure of `tesla_core.figures` over the full width, with what a screen reader says in its place."""
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=alt_text(figure))
