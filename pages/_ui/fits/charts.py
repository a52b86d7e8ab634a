"""One panel of a fitted function as charts that stand still, with what the canvas leaves out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from pages._ui.charts import chart, theme
from tesla_core.errors import TeslaError
from tesla_core.figures.lines import Curve
from tesla_core.figures.palette import Theme, model_look
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.problems.image.figures import between_figure, error_figure, image_spectrum_figure
from tesla_core.problems.image.pixels import PixelsTask
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.live import from_bytes
from tesla_core.problems.pde.charts import panel_charts
from tesla_core.problems.pde.task import PdeTask
from tesla_core.problems.signal.figures import signal_figure, signal_spectrum_figure
from tesla_core.problems.signal.live import SPAN as LINE_SPAN
from tesla_core.problems.signal.live import line_times
from tesla_core.problems.signal.task import RegressionTask

FIELD_SIDE, PICTURE_SIDE = 128, 192
HEIGHT = 420
WAIT_SECONDS = 15

Charts = Callable[[LiveSpec, int, float, str, Theme], list[go.Figure]]
"""From a run, a panel, an epoch, the panel's title and a theme to the charts."""


def field_charts(spec: LiveSpec, panel: int, epoch: float, label: str, colours: Theme) -> list[go.Figure]:
    """The solution, its slices beside the exact ones, and where the equation does not hold yet."""
    assert isinstance(spec.task, PdeTask)
    details = live_service().client(WAIT_SECONDS).details(spec, panel, epoch, FIELD_SIDE)
    return panel_charts(spec.task, details, label, model_look(spec.panels[panel]), colours, HEIGHT)


def image_charts(spec: LiveSpec, panel: int, epoch: float, label: str, colours: Theme) -> list[go.Figure]:
    """What it was given, the picture between those pixels too, where it errs, and which frequencies it holds."""
    assert isinstance(spec.task, ImageTask | PixelsTask)
    client = live_service().client(WAIT_SECONDS)
    truth, target = spec.task.picture().pixels / 255, spec.task.sample()
    seen = target.seen.reshape(truth.shape[:2]) if target.withholds else None
    side = len(truth) * (PICTURE_SIDE // len(truth))  # every pixel as many times as fine
    fine, own = (client.frame(spec, epoch, which).grid[panel] for which in (side, None))
    image = np.moveaxis(own, 0, -1) / 255
    spectra = [("original", None, truth), (label, model_look(spec.panels[panel]), image)]
    return [
        between_figure(truth, np.moveaxis(fine, 0, -1) / 255, label, colours, HEIGHT, seen),
        error_figure(image, truth, label, colours, HEIGHT, seen),
        image_spectrum_figure(spectra, colours, HEIGHT),
    ]


def signal_charts(spec: LiveSpec, panel: int, epoch: float, label: str, colours: Theme) -> list[go.Figure]:
    """The whole second, and the spectrum on a logarithmic axis."""
    assert isinstance(spec.task, RegressionTask)
    frame = live_service().client(WAIT_SECONDS).frame(spec, epoch)
    t = line_times()
    fit = from_bytes(frame.grid[panel, 0, 0], LINE_SPAN)
    curves = [Curve("signal", None, t, spec.task.signal(t)), Curve(label, model_look(spec.panels[panel]), t, fit)]
    return [signal_figure(curves, colours, HEIGHT), signal_spectrum_figure(curves, colours, HEIGHT)]


def charts_dialog(make: Charts, spec: LiveSpec, panel: int, epoch: float, label: str) -> None:
    """Open the charts over the page."""

    @st.dialog(f"{label} at epoch {epoch:.0f}", width="large")
    def show() -> None:
        try:
            figures = make(spec, panel, epoch, label, theme())
        except TeslaError as error:
            st.info(str(error))
            return
        for place, figure in enumerate(figures):
            chart(f"fit chart {place}", figure)

    show()
