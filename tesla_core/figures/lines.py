"""Several functions of one variable in one chart: a truth, and what each model makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import Look, Theme, ink_of
from tesla_core.figures.style import LINE_WIDTH


@dataclass(frozen=True, eq=False)
class Curve:
    """One line: x (n,) and y (n,). look: how the model is drawn; None for the truth, which is drawn in ink."""

    label: str
    look: Look | None
    x: npt.ArrayLike
    y: npt.ArrayLike


def add_curves(figure: go.Figure, curves: Sequence[Curve], theme: Theme, axes: dict[str, str] | None = None) -> None:
    """Draw the curves, the truth below the others. axes: which of a figure's several axes they belong to."""
    for curve in sorted(curves, key=lambda one: one.look is not None):
        x, y = np.asarray(curve.x, dtype=np.float64), np.asarray(curve.y, dtype=np.float64)
        if x.ndim != 1 or x.shape != y.shape or not x.size:
            raise TeslaError(f"{curve.label}: x and y must be vectors of one length; {x.shape}, {y.shape} were given.")
        ink = {"color": ink_of(theme).text, "dash": "solid", "width": LINE_WIDTH + 2}
        figure.add_scatter(
            x=x,
            y=y,
            name=curve.label,
            mode="lines",
            line=curve.look.line(theme, LINE_WIDTH) if curve.look else ink,
            opacity=1.0 if curve.look else 0.45,
            hovertemplate="%{x:.4g}: %{y:.4g}<extra>" + curve.label + "</extra>",
            **(axes or {}),
        )
    figure.update_layout(showlegend=True)


def truth_of(curves: Sequence[Curve]) -> Curve | None:
    """The curve that is no model's, if there is one."""
    return next((curve for curve in curves if curve.look is None), None)
