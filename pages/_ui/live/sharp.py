"""One panel as a Plotly chart: computed anew at a higher resolution, with a zoom that stays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.markdown import plain
from pages._ui.share.animation import class_pixels
from tesla_core.errors import TeslaError
from tesla_core.figures.class_colours import class_colours
from tesla_core.figures.palette import DIVERGING, Theme, ink_of
from tesla_core.figures.style import finish, titled
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.problems.scene import Scene as Pictures
from tesla_core.wording import percent

RESOLUTION = 192
HEIGHT = 620
WAIT_SECONDS = 15
# Beside the picture the scale would take a third of a phone's width from it.
LYING = {"orientation": "h", "y": 1, "yanchor": "bottom", "thickness": 14, "lenmode": "pixels", "len": 230, "ypad": 0}


def sharp_figure(spec: LiveSpec, panel: int, epoch: float, names: Sequence[str], colours: Theme) -> go.Figure:
    """The surface of one panel at an epoch with its line at one half, and the points."""
    pictures = Pictures(spec)
    resolution = RESOLUTION if pictures.extent else None
    picture = live_service().client(WAIT_SECONDS).what_if(spec, panel, epoch=epoch, resolution=resolution)
    planes = picture.grid
    rows, columns = planes.shape[1:]
    left, right, bottom, top = pictures.extent or (-0.5, columns - 0.5, rows - 0.5, -0.5)
    x = left + (np.arange(columns) + 0.5) * (right - left) / columns
    y = top + (np.arange(rows) + 0.5) * (bottom - top) / rows
    figure = go.Figure()
    if len(planes) == 1:
        _add_probability(figure, x, y, planes[0] / 255, names[1], smooth=pictures.extent is not None)
    else:
        figure.add_image(z=class_pixels(planes[0], planes[1]), x0=x[0], dx=x[1] - x[0], y0=y[0], dy=y[1] - y[0])
    _add_points(figure, pictures, names, colours)
    titled(figure, *map(say, spec.kind.axes))
    figure.update_yaxes(range=[bottom, top], scaleanchor="x", constrain="domain", constraintoward="top")
    figure.update_xaxes(range=[left, right], constrain="domain")
    alt = say(
        "What the model says everywhere at epoch {epoch}: right on {share} of what it never saw.",
        epoch=f"{epoch:.0f}",
        share=percent(picture.test_accuracy),
    )
    finish(figure, alt=alt, theme=colours, height=HEIGHT)
    return figure.update_layout(legend={"y": -0.12, "yanchor": "top"})


def _add_probability(
    figure: go.Figure, x: np.ndarray, y: np.ndarray, probability: np.ndarray, name: str, *, smooth: bool
) -> None:
    figure.add_heatmap(
        x=x,
        y=y,
        z=probability,
        zmin=0,
        zmax=1,
        colorscale=[list(stop) for stop in DIVERGING],
        colorbar={"title": {"text": f"P({name})", "side": "right"}, **LYING},
        hovertemplate="%{x:.2f}, %{y:.2f}: %{z:.2f}<extra></extra>",
        zsmooth="best" if smooth else False,
    )
    if smooth:
        contours = {"start": 0.5, "end": 0.5, "size": 1, "coloring": "none"}
        line = {"color": "#14141C", "width": 2}
        shared = {"x": x, "y": y, "z": probability, "line": line, "hoverinfo": "skip"}
        figure.add_contour(**shared, contours=contours, showscale=False, showlegend=False)


def _add_points(figure: go.Figure, pictures: Pictures, names: Sequence[str], colours: Theme) -> None:
    """Points in the plane by class and split; on a parity surface the seen strings alone."""
    points, plane = pictures.points, pictures.extent is not None
    for split, word in ((0, say("train")), (2, say("test"))) if plane else ((0, say("seen")),):
        for label, name in enumerate(names):
            here = points.x[(points.labels == label) & (points.splits == split)]
            if not len(here):
                continue
            colour = class_colours(colours)[label] if plane else ink_of("light").text
            # A phone's cells are eight pixels wide: what is said of a seen string shows around its dot.
            size = 6 if plane else 3
            marker = {"size": size, "color": colour, "symbol": "circle" if split == 0 else "circle-open"}
            figure.add_scatter(x=here[:, 0], y=here[:, 1], mode="markers", name=f"{name}, {word}", marker=marker)
    figure.update_layout(showlegend=plane)


def sharp_dialog(spec: LiveSpec, panel: int, epoch: float, *, label: str, names: Sequence[str]) -> None:
    """Open the chart over the page."""

    @st.dialog(say("{panel} at epoch {epoch}", panel=label, epoch=f"{epoch:.0f}"), width="large")
    def show() -> None:
        try:
            figure = sharp_figure(spec, panel, epoch, names, theme())
        except TeslaError as error:
            st.info(plain(error))
            return
        chart("sharp", figure)

    show()
