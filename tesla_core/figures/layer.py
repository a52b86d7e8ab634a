"""φ_K and its slope over the range a layer really sees, and the slope's bounds over training."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget, derivative_maximum
from tesla_core.analysis.taylor import phi, phi_prime
from tesla_core.errors import TeslaError
from tesla_core.figures.palette import Theme, activation_colour, ink_of, translucent
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, epoch_axis, finish, hover, titled
from tesla_core.messages.say import say, say_count

_POINTS = 801
_SMALLEST_RANGE = 0.1  # radians; a layer that sees a single value still gets an axis
_DASHES = ("solid", "dash", "dot")
"""Of the bounds: budget A_K, amplitude bound, measured maximum."""


def layer_phi_figure(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    low: float,
    high: float,
    counts: npt.ArrayLike = (),
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """φ_K over [low, high]; behind it how often a layer's pre-activations fall where (counts in equal bins)."""
    z = _range(low, high)
    values = phi(z, a, b)
    figure = go.Figure(_density(counts, low, high, theme))
    figure.add_scatter(
        x=z,
        y=values,
        mode="lines",
        name="φ(z)",
        line={"color": activation_colour("tesla", theme), "width": LINE_WIDTH},
        hovertemplate="z = %{x:.2f}<br>φ = %{y:.3f}<extra></extra>",
    )
    titled(figure, say("Pre-activation z (radians)"), "φ(z)")
    _second_axis(figure)
    alt = say_count(
        np.size(a),
        "The activation φ of {count} harmonic over the pre-activations of its layer, {low} to {high}: between {least} "
        "and {most}.",
        "The activation φ of {count} harmonics over the pre-activations of its layer, {low} to {high}: between {least} "
        "and {most}.",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
        least=f"{values.min():.3g}",
        most=f"{values.max():.3g}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def layer_slope_figure(
    a: npt.ArrayLike, b: npt.ArrayLike, low: float, high: float, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """φ_K′ over [low, high] between ± its bounds: A_K, Σ√(a²+b²), and the maximum itself (section 4.1)."""
    z = _range(low, high)
    levels = (coefficient_budget(a, b), amplitude_bound(a, b), derivative_maximum(a, b))
    ink = ink_of(theme)
    figure = go.Figure()
    budget, amplitude, maximum = (f"{level:.3g}" for level in levels)
    names = (
        say("± budget A_K {level}", level=budget),
        say("± amplitude bound {level}", level=amplitude),
        say("± measured maximum {level}", level=maximum),
    )
    for name, dash, level in zip(names, _DASHES, levels, strict=True):
        figure.add_scatter(
            x=[z[0], z[-1], None, z[0], z[-1]],
            y=[level, level, None, -level, -level],
            mode="lines",
            line={"color": ink.bound, "dash": dash, "width": 1.5},
            name=name,
            hoverinfo="name",
        )
    figure.add_scatter(
        x=z,
        y=phi_prime(z, a, b),
        mode="lines",
        name="φ′(z)",
        line={"color": activation_colour("tesla", theme), "width": LINE_WIDTH},
        hovertemplate="z = %{x:.2f}<br>φ′ = %{y:.3f}<extra></extra>",
    )
    figure.update_layout(showlegend=True)
    titled(figure, say("Pre-activation z (radians)"), "φ′(z)")
    alt = say(
        "The slope φ′ over the pre-activations of its layer, {low} to {high}. Its largest size anywhere is {maximum}, "
        "under the amplitude bound {amplitude} and the coefficient budget {budget}.",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
        maximum=maximum,
        amplitude=amplitude,
        budget=budget,
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def bounds_history_figure(
    epochs: npt.ArrayLike, coefficients: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """A_K, the amplitude bound and max |φ′| by epoch, from epochs (T,) and coefficients (T, 2, K), a before b."""
    times, values = np.asarray(epochs, dtype=np.float64), np.asarray(coefficients, dtype=np.float64)
    if values.ndim != 3 or values.shape[1] != 2 or times.shape != values.shape[:1] or not values.size:
        raise TeslaError(f"Epochs (T,) need coefficients (T, 2, K); shapes {times.shape}, {values.shape} were given.")
    measures = (coefficient_budget, amplitude_bound, derivative_maximum)
    tesla, ink = activation_colour("tesla", theme), ink_of(theme)
    figure = go.Figure()
    levels = [[measure(a, b) for a, b in values] for measure in measures]
    names = (say("budget A_K"), say("amplitude bound"), say("measured maximum"))
    for name, dash, line, colour in zip(names, _DASHES, levels, (ink.bound, ink.bound, tesla), strict=True):
        figure.add_scatter(
            x=times,
            y=line,
            mode="lines+markers" if times.size == 1 else "lines",
            name=name,
            line={"color": colour, "dash": dash, "width": LINE_WIDTH},
            hovertemplate=hover(say("epoch {epoch}: {value}", epoch="%{x}", value="%{y:.3f}"), name),
        )
    figure.update_layout(showlegend=True)
    epoch_axis(figure, times[-1]).update_yaxes(title_text=say("Slope"), rangemode="tozero")
    alt = say(
        "Bounds on the slope of φ over epochs {first} to {last}; at the end the budget is {budget}, the amplitude "
        "bound {amplitude}, the measured maximum {maximum}.",
        first=f"{times[0]:g}",
        last=f"{times[-1]:g}",
        budget=f"{levels[0][-1]:.3g}",
        amplitude=f"{levels[1][-1]:.3g}",
        maximum=f"{levels[2][-1]:.3g}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def _range(low: float, high: float) -> np.ndarray:
    if not (np.isfinite(low) and np.isfinite(high) and low <= high):
        raise TeslaError(f"A range of pre-activations needs finite ends in order; {low!r} to {high!r} was given.")
    middle, half = (low + high) / 2, max(high - low, _SMALLEST_RANGE) / 2
    return np.linspace(middle - half, middle + half, _POINTS)


def _density(counts: npt.ArrayLike, low: float, high: float, theme: Theme) -> list[go.Bar]:
    """Bars of a histogram on an axis of their own, pale, since only their shape matters."""
    sizes = np.asarray(counts, dtype=np.float64)
    if not sizes.size or not sizes.sum() or high <= low:
        return []
    edges = np.linspace(low, high, sizes.size + 1)
    return [
        go.Bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=sizes / sizes.sum(),
            width=np.diff(edges),
            name=say("what the layer sees"),
            yaxis="y2",
            marker={"color": translucent(ink_of(theme).second, 0.28), "line": {"width": 0}},
            hovertemplate=hover(
                say("near z = {place}: {share} of pre-activations", place="%{x:.2f}", share="%{y:.1%}")
            ),
        )
    ]


def _second_axis(figure: go.Figure) -> None:
    """The histogram's axis fills the lower part of the chart and has no ticks of its own."""
    figure.update_layout(
        yaxis2={
            "overlaying": "y",
            "side": "right",
            "visible": False,
            "rangemode": "tozero",
            "title": {"text": say("share")},
        },
        yaxis={"title": {"text": "φ(z)"}},
        bargap=0,
        showlegend=True,
    )
