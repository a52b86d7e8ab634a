"""Convection by Fourier modes, each of which is turned at a known speed: the start, carried along."""

from __future__ import annotations

from typing import Any

import numpy as np

from tesla_core.experiments.specialist import Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.convection.task import ConvectionTask
from tesla_core.problems.pde.specialist import WORTH, from_modes, judged, places, waves

COUNT = 32  # places of the start


def solve(task: ConvectionTask, _data: Any) -> Solving:
    """û(t) = û(0) e^(-iβmt)."""
    start = np.fft.rfft(task.at_start(places(COUNT)))
    yield 0.5
    grid = task.solution()
    turned = start * np.exp(-1j * task.beta / np.pi * np.outer(grid.across, waves(COUNT)))
    return judged(task, from_modes(turned, COUNT, grid.upwards), COUNT)


SPECIALIST = Specialist(
    "tesla_core.problems.convection.specialist:solve",
    lambda _task: marked("Fourier modes, carried along"),
    marked(
        "The specialist knows that convection carries the start along unchanged. Each Fourier mode of the start is "
        "turned by its speed times t: exact at every time, without a step."
    ),
    WORTH,
)
