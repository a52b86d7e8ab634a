"""Burgers' equation by somebody who knows that its solution is an odd function of period 2: Fourier modes, in which
diffusion is exact, and Runge–Kutta's fourth order for the rest."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tesla_core.experiments.specialist import Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.pde.specialist import WORTH, Modes, from_modes, judged, places, stepped, waves

PLACES = 6.4  # over ν: so many that the shock, about as wide as ν, is held
FEWEST = 64
STEPS = 10  # from one time of the grid to the next, at least


def solve(task: BurgersTask, _data: Any) -> Solving:
    """û' = -ν(πm)² û - iπm/2 · F(u²)."""
    count = max(FEWEST, 2 ** round(math.log2(PLACES / task.viscosity)))
    wave = waves(count)
    kept = np.arange(len(wave)) < count // 3  # what a product would fold back is left out
    factor = -0.5j * wave * kept

    def change(modes: Modes) -> Modes:
        return factor * np.fft.rfft(np.fft.irfft(modes, count) ** 2)

    start = np.fft.rfft(task.at_start(places(count)))
    found = yield from stepped(start, -task.viscosity * wave**2, change, max(STEPS, count // 128))
    return judged(task, from_modes(np.stack(found), count, task.solution().upwards), count)


SPECIALIST = Specialist(
    "tesla_core.problems.burgers.specialist:solve",
    lambda _task: marked("Fourier modes and Runge–Kutta steps"),
    marked(
        "The specialist knows that the solution repeats itself, so that Fourier modes hold it, that diffusion damps "
        "each of them by a known factor, and how fine they must be for a shock of this viscosity. It steps forward in "
        "time from the start; nothing is searched for."
    ),
    WORTH,
)
