"""What a finished run keeps beside its result, drawn: a file has a few ways to look at it, each from arrays to figures.

Needs Plotly, so that a problem's entry names its own such module by file, and the page of jobs imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import plotly.graph_objects as go
from numpy.typing import NDArray

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.figures.palette import Look, Theme

HEIGHT, BESIDE_HEIGHT = 340, 270

Figures = dict[str, go.Figure]
"""By what stands over each."""


@dataclass(frozen=True, eq=False)
class RunArrays:
    """The arrays of a run's file, whose they are, and the colours to draw them in."""

    spec: ExperimentSpec
    arrays: Mapping[str, NDArray]
    look: Look
    colours: Theme

    @property
    def label(self) -> str:
        return self.spec.run_label


@dataclass(frozen=True)
class KeptView:
    """One way to look at a file. beside: its charts stand side by side where there is room."""

    draw: Callable[[RunArrays], Figures]
    beside: bool = False
