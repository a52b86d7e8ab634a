"""One panel of a PINN that is training as charts that stand still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from tesla_core.figures.palette import Theme, model_look
from tesla_core.lab.page import CHART_HEIGHT
from tesla_core.problems.pde.figures import residual_figure, slice_rows, slices_figure, slices_of, solution_figure
from tesla_core.problems.pde.task import PdeTask

if TYPE_CHECKING:
    from tesla_core.live.client import LiveClient
    from tesla_core.live.spec import LiveSpec

SIDE = 128


def field_charts(
    client: LiveClient, spec: LiveSpec, panel: int, epoch: float, label: str, theme: Theme
) -> list[go.Figure]:
    """u as a map, its slices beside the exact ones, and where the equation does not hold yet."""
    task = spec.task
    assert isinstance(task, PdeTask)
    details = client.details(spec, panel, epoch, SIDE)  # at the centres of cells, the first axis first
    side = len(details["u"])
    left, right, bottom, top = task.domain
    at = (np.arange(side) + 0.5) / side
    across, upwards = left + (right - left) * at, bottom + (top - bottom) * at
    rows = slice_rows(across)
    exact = task.solution_at(across[rows], upwards).u
    slices = slices_of(across[rows], upwards, details["u"][rows], exact, label, model_look(spec.panels[panel]))
    return [
        solution_figure(across, upwards, details["u"], label, theme, CHART_HEIGHT, task.axes),
        slices_figure(slices, theme, CHART_HEIGHT, task.axes),
        residual_figure(across, upwards, details["residual"], label, theme, CHART_HEIGHT, task.axes),
    ]
