"""A small picture of what a model says everywhere: the colours of the live canvas, standing still."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, DIVERGING, Theme, ink_of
from tesla_core.figures.style import TEXT_SIZE, finish, hover, titled
from tesla_core.messages.say import say

HEIGHT = 260


def decision_figure(
    grid: npt.ArrayLike,
    what: str,
    extent: Sequence[float] | None = None,
    axes: tuple[str, str] = ("x", "y"),
    colours: Sequence[str] = (CLASS_ZERO, CLASS_ONE),
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """A grid (planes, rows, columns) of bytes as a frame holds it, row 0 on top.

    One plane is P(class 1) × 255; two are the class index and the confidence × 255. extent: x and y of the outer
    edges, None for cells numbered from 0. what: the picture's subject, for its text alternative. colours: one a class,
    where there are more than two.
    """
    planes = np.asarray(grid)
    if planes.ndim != 3 or planes.shape[0] not in (1, 2) or not planes.size:
        raise TeslaError(f"A picture needs shape (1 or 2, rows, columns); {planes.shape} was given.")
    rows, columns = planes.shape[1:]
    left, right, bottom, top = extent or (-0.5, columns - 0.5, rows - 0.5, -0.5)
    x, y = _centres(left, right, columns), _centres(top, bottom, rows)
    figure = go.Figure(
        _two_classes(planes[0], x, y, extent) if len(planes) == 1 else _classes(planes, x, y, colours, theme)
    )
    titled(figure, *map(say, axes))
    figure.update_xaxes(range=[left, right], constraintoward="left")
    figure.update_yaxes(range=[bottom, top], scaleanchor="x", constraintoward="top")
    shares = enumerate(_shares(planes))
    told = ", ".join(say("class {label} on {share}", label=label, share=f"{share:.0%}") for label, share in shares)
    alt = say("Decision regions of {what}: {told} of the picture.", what=what, told=told)
    figure = finish(figure, alt=alt, theme=theme, height=height)
    plain = {"constrain": "domain", "showgrid": False, "zeroline": False, "nticks": 4, "title_font_size": TEXT_SIZE}
    return figure.update_xaxes(plain, title_standoff=4).update_yaxes(plain, title_standoff=4)


def _centres(start: float, end: float, count: int) -> np.ndarray:
    half = (end - start) / (2 * count)
    return np.linspace(start + half, end - half, count)


def _two_classes(plane: np.ndarray, x: np.ndarray, y: np.ndarray, extent: Sequence[float] | None) -> list:
    probability = plane / 255.0
    surface = go.Heatmap(
        x=x,
        y=y,
        z=np.round(probability, 3),
        zmin=0,
        zmax=1,
        colorscale=[list(stop) for stop in DIVERGING],
        showscale=False,
        zsmooth="best" if extent else False,
        hovertemplate=hover(
            say("{place}: P(class 1) = {probability}", place="%{x:.2f}, %{y:.2f}", probability="%{z:.2f}")
        ),
    )
    if extent is None or probability.min() > 0.5 or probability.max() < 0.5:
        return [surface]
    border = go.Contour(
        x=x,
        y=y,
        z=probability,
        contours={"start": 0.5, "end": 0.5, "size": 1, "coloring": "none"},
        line={"color": ink_of("light").text, "width": 1.5},
        showscale=False,
        hoverinfo="skip",
    )
    return [surface, border]


def _classes(
    planes: np.ndarray, x: np.ndarray, y: np.ndarray, colours: Sequence[str], theme: Theme
) -> list[go.Heatmap]:
    """One colour a class, from the page's background where the model is unsure to full where it is sure."""
    count = len(colours)
    steps: list[tuple[float, str]] = []
    for label, colour in enumerate(colours):
        steps += [(label / count, ink_of(theme).background), ((label + 0.999) / count, colour)]
    confidence = planes[1] / 255.0
    return [
        go.Heatmap(
            x=x,
            y=y,
            z=planes[0] + 0.99 * confidence,
            zmin=0,
            zmax=count,
            customdata=np.stack([planes[0], confidence], axis=-1),
            colorscale=[*map(list, steps), [1.0, steps[-1][1]]],
            showscale=False,
            hovertemplate=hover(
                say(
                    "{place}: class {label}, confidence {confidence}",
                    place="%{x:.2f}, %{y:.2f}",
                    label="%{customdata[0]:.0f}",
                    confidence="%{customdata[1]:.2f}",
                )
            ),
        )
    ]


def _shares(planes: np.ndarray) -> list[float]:
    labels = planes[0] if len(planes) == 2 else (planes[0] > 127).astype(int)
    counts = np.bincount(labels.astype(int).reshape(-1), minlength=2)
    return [float(count) / labels.size for count in counts]
