"""φ_K and its slope as curves, the slope between its bounds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget, derivative_maximum
from tesla_core.analysis.taylor import phi, phi_prime
from tesla_core.figures.palette import Theme, activation_colour, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, titled
from tesla_core.messages.say import say, say_count

_POINTS = 1201


def phi_figure(
    a: npt.ArrayLike, b: npt.ArrayLike, reach: float = 3 * np.pi, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """φ_K over [−reach, reach]."""
    z = np.linspace(-reach, reach, _POINTS)
    values = phi(z, a, b)
    figure = go.Figure(_curve(z, values, "φ(z)", activation_colour("tesla", theme)))
    titled(figure, say("z (radians)"), "φ(z)")
    alt = say_count(
        np.size(a),
        "The activation φ of {count} harmonic from z = {start} to {end}: between {low} and {high}, {middle} at zero.",
        "The activation φ of {count} harmonics from z = {start} to {end}: between {low} and {high}, {middle} at zero.",
        start=f"{-reach:.1f}",
        end=f"{reach:.1f}",
        low=f"{values.min():.2f}",
        high=f"{values.max():.2f}",
        middle=f"{float(phi(0.0, a, b)):.2f}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def slope_figure(
    a: npt.ArrayLike, b: npt.ArrayLike, reach: float = 3 * np.pi, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """φ_K′ over [−reach, reach] between ± its maximum, the amplitude bound and A_K (section 4.1)."""
    z = np.linspace(-reach, reach, _POINTS)
    figure = go.Figure(_curve(z, phi_prime(z, a, b), "φ′(z)", activation_colour("tesla", theme)))
    maximum, amplitude, budget = derivative_maximum(a, b), amplitude_bound(a, b), coefficient_budget(a, b)
    for name, level, dash in (
        (say("± maximum {level}", level=f"{maximum:.2f}"), maximum, "dot"),
        (say("± amplitude bound {level}", level=f"{amplitude:.2f}"), amplitude, "dash"),
        (say("± budget A_K {level}", level=f"{budget:.2f}"), budget, "solid"),
    ):
        figure.add_scatter(
            x=[-reach, reach, None, -reach, reach],
            y=[level, level, None, -level, -level],
            mode="lines",
            line={"color": ink_of(theme).bound, "dash": dash, "width": 1.5},
            name=name,
            hoverinfo="name",
        )
    figure.update_layout(showlegend=True)
    titled(figure, say("z (radians)"), "φ′(z)")
    alt = say_count(
        np.size(a),
        "The slope φ′ of {count} harmonic. Its largest size is {maximum}, under the amplitude bound {amplitude} and "
        "the coefficient budget {budget}.",
        "The slope φ′ of {count} harmonics. Its largest size is {maximum}, under the amplitude bound {amplitude} and "
        "the coefficient budget {budget}.",
        maximum=f"{maximum:.2f}",
        amplitude=f"{amplitude:.2f}",
        budget=f"{budget:.2f}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def _curve(z: np.ndarray, values: np.ndarray, name: str, colour: str) -> go.Scatter:
    return go.Scatter(
        x=z,
        y=values,
        mode="lines",
        name=name,
        line={"color": colour, "width": LINE_WIDTH},
        hovertemplate="z = %{x:.2f}<br>%{y:.3f}<extra></extra>",
    )
