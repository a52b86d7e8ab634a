"""Figures of the paper on points in the plane: its first, and the supplement's first two."""

from __future__ import annotations

import plotly.graph_objects as go

from tesla_core.experiments.arrays import shipped_arrays
from tesla_core.figures.palette import Theme
from tesla_core.figures.paper.pictures import draw_pictures
from tesla_core.paper.figure import Arrays


def boundaries_figure(theme: Theme = "light", trained: Arrays | None = None) -> go.Figure:
    """TESLA K=8 and others on one data set."""
    return draw_pictures("1", trained or shipped_arrays("1"), theme)


def first_set_figure(theme: Theme = "light", trained: Arrays | None = None) -> go.Figure:
    """Circles and moons."""
    return draw_pictures("supp-1", trained or shipped_arrays("supp-1"), theme)


def second_set_figure(theme: Theme = "light", trained: Arrays | None = None) -> go.Figure:
    """Spiral and checkerboard."""
    return draw_pictures("supp-2", trained or shipped_arrays("supp-2"), theme)
