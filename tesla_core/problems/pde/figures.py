"""A PINN: u as a map, its slices beside the exact ones, and the residual."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.lines import Curve, add_curves
from tesla_core.figures.palette import DIVERGING, Look, Theme
from tesla_core.figures.style import HEIGHT, finish, hover, titled
from tesla_core.messages.say import marked, say

SMALLEST_RESIDUAL = 1e-6
SLICED_AT = (0.25, 0.5, 0.75)
"""Where slices are taken, as shares of the first axis."""
AXES = ("t", "x")
_TITLES = {"t": marked("Time t"), "x": marked("Space x"), "y": marked("Space y")}


def solution_figure(
    t: npt.ArrayLike,
    x: npt.ArrayLike,
    u: npt.ArrayLike,
    what: str,
    theme: Theme = "light",
    height: int = HEIGHT,
    axes: tuple[str, str] = AXES,
) -> go.Figure:
    """u (T, X) as colours, the first axis across and the second upwards. what: whose solution it is, for the text
    alternative."""
    times, places, values = _checked(t, x, u)
    figure = _map(times, places, values, "u", [list(stop) for stop in DIVERGING], (-1.0, 1.0), axes)
    steepest = float(np.abs(np.gradient(values, places, axis=1)).max())
    alt = say(
        "{what}: u from {low} to {high}; its steepest slope by {axis} is {slope}.",
        what=what,
        low=f"{values.min():.2f}",
        high=f"{values.max():.2f}",
        axis=axes[1],
        slope=f"{steepest:.3g}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def residual_figure(
    t: npt.ArrayLike,
    x: npt.ArrayLike,
    residual: npt.ArrayLike,
    what: str,
    theme: Theme = "light",
    height: int = HEIGHT,
    axes: tuple[str, str] = AXES,
) -> go.Figure:
    """log₁₀ of the residual's size (T, X): where the equation does not hold yet."""
    times, places, values = _checked(t, x, residual)
    size = np.abs(values)
    shown = np.log10(np.maximum(size, SMALLEST_RESIDUAL))
    # Where the residual changes its sign it is as small as chance has it: the scale begins above the lowest hundredth.
    limits = (float(np.percentile(shown, 1)), float(shown.max()))
    figure = _map(times, places, shown, say("log₁₀ |residual|"), "Cividis", limits, axes)
    row, column = np.unravel_index(int(np.argmax(size)), size.shape)
    alt = say(
        "Residual of {what}: root mean square {mean}, largest {largest} at {place}.",
        what=what,
        mean=f"{np.sqrt(np.mean(size**2)):.3g}",
        largest=f"{size.max():.3g}",
        place=f"{axes[0]} = {times[row]:.2f}, {axes[1]} = {places[column]:.2f}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def slice_rows(t: npt.ArrayLike) -> list[int]:
    """The rows of the first axis that are nearest to `SLICED_AT`."""
    times = np.asarray(t, dtype=np.float64)
    low, high = times.min(), times.max()
    return [int(np.abs(times - (low + share * (high - low))).argmin()) for share in SLICED_AT]


def slices_of(
    t: npt.ArrayLike, x: npt.ArrayLike, u: npt.ArrayLike, exact: npt.ArrayLike, label: str, look: Look
) -> list[tuple[float, list[Curve]]]:
    """A slice for each place t of the first axis: a model's u (T, X) beside the exact one."""
    times, places, values = _checked(t, x, u)
    _, _, truth = _checked(t, x, exact)
    return [
        (float(time), [Curve(say("exact"), None, places, true), Curve(label, look, places, own)])
        for time, true, own in zip(times, truth, values, strict=True)
    ]


def slices_figure(
    slices: Sequence[tuple[float, Sequence[Curve]]],
    theme: Theme = "light",
    height: int = HEIGHT,
    axes: tuple[str, str] = AXES,
) -> go.Figure:
    """u along the second axis at some places of the first, a panel each: the exact curve in ink, the models over it."""
    if not slices:
        raise TeslaError("Slices need at least one place; none was given.")
    figure = go.Figure()
    count = len(slices)
    for place, (time, curves) in enumerate(slices):
        number = "" if place == 0 else str(place + 1)
        add_curves(figure, curves, theme, {"xaxis": f"x{number}", "yaxis": "y"})
        domain = [place / count + 0.01, (place + 1) / count - 0.01]
        title = {"text": say("{axis} at {place}", axis=axes[1], place=f"{axes[0]} = {time:.2g}")}
        figure.update_layout({f"xaxis{number}": {"domain": domain, "title": title}})
    names = dict.fromkeys(curve.label for _, curves in slices for curve in curves)
    for name in names:  # one legend for all panels
        figure.update_traces({"legendgroup": name, "showlegend": False}, selector={"name": name})
        figure.update_traces({"showlegend": True}, selector={"name": name, "xaxis": "x"})
    reach = max(1.15, *(1.05 * float(np.abs(curve.y).max()) for _, curves in slices for curve in curves))
    figure.update_yaxes(title_text="u", range=[-reach, reach])
    places = ", ".join(f"{time:.2g}" for time, _ in slices)
    at = f"{axes[0]} = {places}"
    alt = say("u by {axis} at {places}: {names}.", axis=axes[1], places=at, names=", ".join(names))
    return finish(figure, alt=alt, theme=theme, height=height)


def _map(
    t: np.ndarray,
    x: np.ndarray,
    z: np.ndarray,
    name: str,
    scale: object,
    limits: tuple[float, float],
    axes: tuple[str, str],
) -> go.Figure:
    low, high = limits
    figure = go.Figure(
        go.Heatmap(
            x=t,
            y=x,
            z=z.T,
            zmin=low,
            zmax=high,
            colorscale=scale,
            colorbar={  # above the map, which on a phone needs the width
                "title": {"text": name, "side": "top"},
                "orientation": "h",
                "x": 0.5,
                "y": 1.02,
                "yanchor": "bottom",
                "thickness": 12,
                "ypad": 0,
            },
            hovertemplate=hover(f"{axes[0]} %{{x:.2f}}, {axes[1]} %{{y:.2f}}: %{{z:.3g}}"),
        )
    )
    # Beside a bar on top, Plotly leaves the ticks' labels out of account when it places the title.
    return titled(figure, say(_TITLES[axes[0]]), say(_TITLES[axes[1]])).update_xaxes(title_standoff=30)


def _checked(t: npt.ArrayLike, x: npt.ArrayLike, u: npt.ArrayLike) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    times, places, values = (np.asarray(array, dtype=np.float64) for array in (t, x, u))
    if values.shape != (*times.shape, *places.shape) or values.ndim != 2 or min(values.shape) < 2:
        raise TeslaError(
            f"t (T,), x (X,) and values (T, X) belong together; {times.shape}, {places.shape}, {values.shape} came."
        )
    return times, places, values
