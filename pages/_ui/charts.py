"""Charts that stand still, shown the same way on every page."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from tesla_core.activations.look import Look
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.figures import Theme, alt_text
from tesla_core.figures.palette import SPECIALIST, model_look

CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def theme() -> Theme:
    """The theme this person's browser shows, so that a figure's colours stand out from its background."""
    return "dark" if st.context.theme.type == "dark" else "light"


def chart(key: str, figure: go.Figure) -> None:
    """Show a figure of `tesla_core.figures` over the full width, with what a screen reader says in its place."""
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=alt_text(figure))


def look_of_run(spec: ExperimentSpec) -> Look:
    """How a run is drawn: as its model, or as what is no network."""
    return SPECIALIST if spec.by_specialist else model_look(spec.model())
