"""An activation before and after its coefficients were changed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.analysis.taylor import phi
from tesla_core.figures.palette import Theme, activation_colour, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, titled
from tesla_core.messages.say import say

Coefficients = tuple[npt.ArrayLike, npt.ArrayLike]
"""a and b, (K,) each."""


def reshaped_figure(
    before: Coefficients, after: Coefficients, reach: float, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """φ_K of both over [−reach, reach]."""
    z = np.linspace(-reach, reach, 801)
    figure = go.Figure()
    for name, (a, b), colour, dash in (
        (say("before"), before, ink_of(theme).bound, "dash"),
        (say("now"), after, activation_colour("tesla", theme), "solid"),
    ):
        figure.add_scatter(
            x=z,
            y=phi(z, a, b),
            mode="lines",
            name=name,
            line={"color": colour, "width": LINE_WIDTH, "dash": dash},
            hovertemplate="z = %{x:.2f}<br>%{y:.3f}<extra>" + name + "</extra>",
        )
    figure.update_layout(showlegend=True)
    titled(figure, say("z (radians)"), "φ(z)")
    moved = float(np.abs(phi(z, *after) - phi(z, *before)).max())
    alt = say(
        "The activation φ before and after a change, over z from {low} to {high}: it moved by up to {moved}.",
        low=f"{-reach:.1f}",
        high=f"{reach:.1f}",
        moved=f"{moved:.2g}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)
