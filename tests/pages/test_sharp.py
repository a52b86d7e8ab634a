"""The sharp chart of one panel. If these fail, it shows less than the panel that was pressed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pages._ui.live import sharp


def test_the_scale_takes_no_width_from_the_picture() -> None:
    """A phone's dialog is 340 pixels wide: a scale beside the picture left 170 for it."""
    figure = go.Figure()
    sharp._add_probability(figure, np.arange(2), np.arange(2), np.zeros((2, 2)), "odd", smooth=False)
    scale = figure.to_dict()["data"][0]["colorbar"]
    assert scale["orientation"] == "h"
    assert scale["title"]["text"] == "P(odd)"
