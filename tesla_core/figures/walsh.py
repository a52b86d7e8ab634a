"""Where a Boolean function's energy lies: Walsh mass by degree."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.figures.palette import Look, Theme, look_of
from tesla_core.figures.style import HEIGHT, finish, hover, lay_out, titled
from tesla_core.messages.say import say


def walsh_figure(
    mass: npt.ArrayLike, look: Look | None = None, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Share of the energy at each degree 0 … n, from mass (n + 1,), in a model's colour, or TESLA's."""
    values = np.asarray(mass, dtype=np.float64)
    total = float(values.sum())
    share = 100 * values / total if total > 0 else np.zeros_like(values)
    figure = go.Figure(
        go.Bar(
            x=np.arange(values.size),
            y=share,
            marker={"color": (look or look_of("tesla")).colour(theme)},
            hovertemplate=hover(say("degree {degree}: {share}%", degree="%{x}", share="%{y:.1f}")),
        )
    )
    titled(figure, say("Degree |T|"), say("Share of energy (%)"))
    lay_out(figure, x={"dtick": max(1, values.size // 16)}, y={"range": [0, 100]})
    largest = int(np.argmax(share))
    alt = say(
        "Walsh energy by degree from 0 to {last}: {share}% lies at degree {degree}.",
        last=values.size - 1,
        share=f"{share[largest]:.0f}",
        degree=largest,
    )
    return finish(figure, alt=alt, theme=theme, height=height)
