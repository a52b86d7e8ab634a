"""The charts of one panel of a PINN that is training."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from tesla_core.figures.palette import Look, Theme
from tesla_core.problems.pde.figures import residual_figure, slice_rows, slices_figure, slices_of, solution_figure
from tesla_core.problems.pde.task import PdeTask


def panel_charts(
    task: PdeTask, details: Mapping[str, NDArray], label: str, look: Look, colours: Theme, height: int
) -> list[go.Figure]:
    """u as a map, its slices beside the exact ones, and where the equation does not hold yet.

    details: u and residual at the centres of side × side cells, the first axis first.
    """
    side = len(details["u"])
    left, right, bottom, top = task.domain
    at = (np.arange(side) + 0.5) / side
    across, upwards = left + (right - left) * at, bottom + (top - bottom) * at
    rows = slice_rows(across)
    exact = task.solution_at(across[rows], upwards).u
    slices = slices_of(across[rows], upwards, details["u"][rows], exact, label, look)
    return [
        solution_figure(across, upwards, details["u"], label, colours, height, task.axes),
        slices_figure(slices, colours, height, task.axes),
        residual_figure(across, upwards, details["residual"], label, colours, height, task.axes),
    ]
