"""The Allen–Cahn equation by Fourier modes and Runge–Kutta steps, where the reference splits the equation in two: they
share no more than the modes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tesla_core.experiments.specialist import Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.allen_cahn.reference import DIFFUSION, REACTION
from tesla_core.problems.allen_cahn.task import AllenCahnTask
from tesla_core.problems.pde.specialist import WORTH, Modes, from_modes, judged, places, stepped, waves

COUNT, STEPS = 512, 4


def solve(task: AllenCahnTask, _data: Any) -> Solving:
    """û' = (5 - 10⁻⁴(πm)²) û - 5 F(u³)."""

    def change(modes: Modes) -> Modes:
        return -REACTION * np.fft.rfft(np.fft.irfft(modes, COUNT) ** 3)

    start = np.fft.rfft(task.at_start(places(COUNT)))
    found = yield from stepped(start, REACTION - DIFFUSION * waves(COUNT) ** 2, change, STEPS)
    return judged(task, from_modes(np.stack(found), COUNT, task.solution().upwards), COUNT)


SPECIALIST = Specialist(
    "tesla_core.problems.allen_cahn.specialist:solve",
    lambda _task: marked("Fourier modes and Runge–Kutta steps"),
    marked(
        "The specialist knows that the solution repeats itself, that diffusion damps each Fourier mode by a known "
        "factor, and that the reaction acts on each place alone. It steps forward in time from the start; the plateaus "
        "at ±1 and the thin layers between them come by themselves."
    ),
    WORTH,
)
