"""One panel of a signal that is learned as charts that stand still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotly.graph_objects as go

from tesla_core.figures.lines import Curve
from tesla_core.figures.palette import Theme, model_look
from tesla_core.lab.page import CHART_HEIGHT
from tesla_core.messages.say import say
from tesla_core.problems.live import from_bytes
from tesla_core.problems.signal.figures import signal_figure, signal_spectrum_figure
from tesla_core.problems.signal.live import SPAN, line_times
from tesla_core.problems.signal.task import RegressionTask

if TYPE_CHECKING:
    from tesla_core.live.client import LiveClient
    from tesla_core.live.spec import LiveSpec


def signal_charts(
    client: LiveClient, spec: LiveSpec, panel: int, epoch: float, label: str, theme: Theme
) -> list[go.Figure]:
    """The whole second, and the spectrum on a logarithmic axis."""
    assert isinstance(spec.task, RegressionTask)
    t = line_times()
    fit = from_bytes(client.frame(spec, epoch).grid[panel, 0, 0], SPAN)
    curves = [Curve(say("signal"), None, t, spec.task.signal(t)), Curve(label, model_look(spec.panels[panel]), t, fit)]
    return [signal_figure(curves, theme, CHART_HEIGHT), signal_spectrum_figure(curves, theme, CHART_HEIGHT)]
