"""The Burgers PINN: u over space and time, its slices at some times beside the exact ones, and the residual."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.lines import Curve, add_curves
from tesla_core.figures.palette import DIVERGING, Theme
from tesla_core.figures.style import HEIGHT, finish, titled

SMALLEST_RESIDUAL = 1e-6
TIMES = (0.25, 0.5, 0.75)
"""Where slices are taken."""


def solution_figure(
    t: npt.ArrayLike, x: npt.ArrayLike, u: npt.ArrayLike, what: str, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """u (T, X) as colours, time across and space upwards. what: whose solution it is, for the text alternative."""
    times, places, values = _checked(t, x, u)
    figure = _map(times, places, values, "u", [list(stop) for stop in DIVERGING], (-1.0, 1.0))
    steepest = float(np.abs(np.gradient(values, places, axis=1)).max())
    alt = f"{what}: u from {values.min():.2f} to {values.max():.2f}; its steepest slope in space is {steepest:.3g}."
    return finish(figure, alt=alt, theme=theme, height=height)


def residual_figure(
    t: npt.ArrayLike, x: npt.ArrayLike, residual: npt.ArrayLike, what: str, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """log₁₀ of |u_t + u·u_x - ν·u_xx| (T, X): where the equation does not hold yet."""
    times, places, values = _checked(t, x, residual)
    size = np.abs(values)
    shown = np.log10(np.maximum(size, SMALLEST_RESIDUAL))
    # Where the residual changes its sign it is as small as chance has it: the scale begins above the lowest hundredth.
    limits = (float(np.percentile(shown, 1)), float(shown.max()))
    figure = _map(times, places, shown, "log₁₀ |residual|", "Cividis", limits)
    row, column = np.unravel_index(int(np.argmax(size)), size.shape)
    alt = (
        f"Residual of {what}: root mean square {np.sqrt(np.mean(size**2)):.3g}, largest {size.max():.3g} "
        f"at t = {times[row]:.2f}, x = {places[column]:.2f}."
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def slice_rows(t: npt.ArrayLike) -> list[int]:
    """The rows of t that are nearest to `TIMES`."""
    times = np.asarray(t, dtype=np.float64)
    return [int(np.abs(times - time).argmin()) for time in TIMES]


def slices_of(
    t: npt.ArrayLike, x: npt.ArrayLike, u: npt.ArrayLike, exact: npt.ArrayLike, label: str, activation: str
) -> list[tuple[float, list[Curve]]]:
    """A slice for each of the times t: a model's u (T, X) beside the exact one."""
    times, places, values = _checked(t, x, u)
    _, _, truth = _checked(t, x, exact)
    return [
        (float(time), [Curve("exact", "", places, true), Curve(label, activation, places, own)])
        for time, true, own in zip(times, truth, values, strict=True)
    ]


def slices_figure(
    slices: Sequence[tuple[float, Sequence[Curve]]], theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """u by x at some times, a panel each: the exact curve in ink, the models over it."""
    if not slices:
        raise TeslaError("Slices need at least one time; none was given.")
    figure = go.Figure()
    count = len(slices)
    for place, (time, curves) in enumerate(slices):
        number = "" if place == 0 else str(place + 1)
        add_curves(figure, curves, theme, {"xaxis": f"x{number}", "yaxis": "y"})
        left, right = place / count + 0.01, (place + 1) / count - 0.01
        figure.update_layout({f"xaxis{number}": {"domain": [left, right], "title": {"text": f"x at t = {time:.2g}"}}})
    names = dict.fromkeys(curve.label for _, curves in slices for curve in curves)
    for name in names:  # one legend for all panels
        figure.update_traces({"legendgroup": name, "showlegend": False}, selector={"name": name})
        figure.update_traces({"showlegend": True}, selector={"name": name, "xaxis": "x"})
    reach = max(1.15, *(1.05 * float(np.abs(curve.y).max()) for _, curves in slices for curve in curves))
    figure.update_yaxes(title_text="u", range=[-reach, reach])
    times = ", ".join(f"{time:.2g}" for time, _ in slices)
    alt = f"u by x at the times {times}: {', '.join(names)}."
    return finish(figure, alt=alt, theme=theme, height=height)


def _map(
    t: np.ndarray, x: np.ndarray, z: np.ndarray, name: str, scale: object, limits: tuple[float, float]
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
            hovertemplate="t %{x:.2f}, x %{y:.2f}: %{z:.3g}<extra></extra>",
        )
    )
    # Beside a bar on top, Plotly leaves the ticks' labels out of account when it places the title.
    return titled(figure, "Time t", "Space x").update_xaxes(title_standoff=30)


def _checked(t: npt.ArrayLike, x: npt.ArrayLike, u: npt.ArrayLike) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    times, places, values = (np.asarray(array, dtype=np.float64) for array in (t, x, u))
    if values.shape != (*times.shape, *places.shape) or values.ndim != 2 or min(values.shape) < 2:
        raise TeslaError(
            f"t (T,), x (X,) and values (T, X) belong together; {times.shape}, {places.shape}, {values.shape} came."
        )
    return times, places, values
