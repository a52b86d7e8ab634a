"""Maclaurin coefficients by order, and φ_K beside its truncated polynomial."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.analysis.taylor import agreement_interval, phi, truncated_polynomial
from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, Theme, activation_colour, ink_of, translucent
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, log_ticks, titled
from tesla_core.messages.say import say

_DECADES = 16  # below the largest coefficient; smaller ones are lost in float64 anyway


def maclaurin_figure(coefficients: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """|coefficient| of z^0, z^1, … on a log axis, the sign by colour and by the way the triangle points."""
    values = np.asarray(coefficients, dtype=np.float64)
    sizes, orders = np.abs(values), np.arange(values.size)
    figure = go.Figure()
    for name, chosen, colour, symbol in (
        (say("positive"), values > 0, CLASS_ONE, "triangle-up"),
        (say("negative"), values < 0, CLASS_ZERO, "triangle-down"),
    ):
        figure.add_scatter(
            x=orders[chosen],
            y=sizes[chosen],
            customdata=values[chosen],
            mode="markers",
            name=name,
            marker={"color": colour, "symbol": symbol, "size": 13, "line": {"color": ink_of(theme).text, "width": 0.5}},
            hovertemplate="z^%{x}: %{customdata:.3g}<extra></extra>",
        )
    titled(log_ticks(figure), say("Order n of zⁿ"), say("|coefficient|"))
    figure.update_layout(showlegend=True)
    if not sizes.any():
        return finish(figure, alt=say("All Maclaurin coefficients are zero."), theme=theme, height=height)
    top = float(np.log10(sizes.max()))
    bottom = max(float(np.log10(sizes[sizes > 0].min())), top - _DECADES)
    figure.update_yaxes(range=[bottom - 0.5, top + 0.5])
    largest = int(np.argmax(sizes))
    alt = say(
        "Maclaurin coefficients of orders 0 to {last}: {positive} positive, {negative} negative; the largest is "
        "{largest} at order {order}.",
        last=values.size - 1,
        positive=int((values > 0).sum()),
        negative=int((values < 0).sum()),
        largest=f"{values[largest]:.3g}",
        order=largest,
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def polynomial_figure(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    degree: int,
    tolerance: float = 0.05,
    reach: float = np.pi,
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """φ_K and its degree-n polynomial over [−reach, reach], the interval where they agree shaded."""
    z = np.linspace(-reach, reach, 1201)
    values, polynomial = phi(z, a, b), truncated_polynomial(z, a, b, degree)
    radius = agreement_interval(a, b, degree, tolerance)
    room = 0.5 * max(float(np.ptp(values)), 0.1)
    low, high = float(values.min()) - room, float(values.max()) + room
    visible = np.where((polynomial >= low - room) & (polynomial <= high + room), polynomial, np.nan)
    tesla, ink = activation_colour("tesla", theme), ink_of(theme)
    shown = min(radius, reach)

    figure = go.Figure()
    figure.add_vrect(x0=-shown, x1=shown, fillcolor=translucent(tesla, 0.12), line_width=0, layer="below")
    figure.add_scatter(x=z, y=values, mode="lines", name="φ(z)", line={"color": tesla, "width": LINE_WIDTH})
    figure.add_scatter(
        x=z,
        y=visible,
        mode="lines",
        name=say("polynomial of degree {degree}", degree=degree),
        line={"color": ink.second, "width": LINE_WIDTH, "dash": "dash"},
    )
    figure.update_layout(showlegend=True)
    titled(figure, say("z (radians)"), say("value"))
    figure.update_yaxes(range=[low, high])
    alt = say(
        "The activation φ and its Maclaurin polynomial of degree {degree}: they agree within {tolerance} for |z| up to "
        "{radius}.",
        degree=degree,
        tolerance=f"{tolerance:g}",
        radius=f"{radius:.2f}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)
