"""Where a Boolean function's energy lies: Walsh mass by degree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.figures.palette import Look, Theme, ink_of, look_of
from tesla_core.figures.style import HEIGHT, built, hover
from tesla_core.messages.say import say


def walsh_figure(
    mass: npt.ArrayLike,
    look: Look | None = None,
    theme: Theme = "light",
    height: int = HEIGHT,
    order: int | None = None,
) -> go.Figure:
    """Share of the energy at each degree 0 … n, from mass (n + 1,), in a model's colour, or TESLA's.

    order: degrees up to this one are shaded.
    """
    values = np.asarray(mass, dtype=np.float64)
    total = float(values.sum())
    share = 100 * values / total if total > 0 else np.zeros_like(values)
    bars = {
        "type": "bar",
        "x": np.arange(values.size),
        "y": share,
        "marker": {"color": (look or look_of("tesla")).colour(theme)},
        "hovertemplate": hover(say("degree {degree}: {share}%", degree="%{x}", share="%{y:.1f}")),
    }
    layout: dict[str, Any] = {
        "xaxis": {"dtick": max(1, values.size // 16), "title": {"text": say("Degree |T|")}},
        "yaxis": {"range": [0, 100], "title": {"text": say("Share of energy (%)")}},
    }
    if order is not None:
        layout["shapes"] = [
            {
                "type": "rect",
                "x0": -0.5,
                "x1": order + 0.5,
                "y0": 0,
                "y1": 1,
                "yref": "y domain",
                "fillcolor": ink_of(theme).second,
                "opacity": 0.12,
                "layer": "below",
                "line": {"width": 0},
            }
        ]
    largest = int(np.argmax(share))
    alt = say(
        "Walsh energy by degree from 0 to {last}: {share}% lies at degree {degree}.",
        last=values.size - 1,
        share=f"{share[largest]:.0f}",
        degree=largest,
    )
    return built([bars], layout, alt=alt, theme=theme, height=height)
