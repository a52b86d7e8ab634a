"""The supplement's figure 3: ten-bit parity as pictures."""

from __future__ import annotations

import plotly.graph_objects as go

from tesla_core.experiments.arrays import shipped_arrays
from tesla_core.figures.palette import Theme
from tesla_core.figures.paper.pictures import draw_pictures
from tesla_core.paper.figure import Arrays


def surface_figure(theme: Theme = "light", trained: Arrays | None = None) -> go.Figure:
    """What each network says of all 1,024 strings of ten bits, as a 32×32 picture; the truth first."""
    return draw_pictures("supp-3", trained or shipped_arrays("supp-3"), theme)
