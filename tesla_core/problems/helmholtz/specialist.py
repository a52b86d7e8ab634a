"""The Helmholtz equation by sines that vanish at the edge: in them the equation is one division a product of sines."""

from __future__ import annotations

from typing import Any

import numpy as np

from tesla_core.experiments.specialist import Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.helmholtz.task import FORCING, WAVES, HelmholtzTask
from tesla_core.problems.pde.specialist import WORTH, Floats, judged

COUNT = 31  # places inside each side, and so many sines


def solve(task: HelmholtzTask, _data: Any) -> Solving:
    """Δu + u = q: the sine of m half waves across and n upwards is multiplied by 1 - (π/2)²(m² + n²)."""
    inside = -1 + 2 * np.arange(1, COUNT + 1) / (COUNT + 1)
    forcing = FORCING * np.outer(*(np.sin(np.pi * waves * inside) for waves in WAVES))
    yield 0.5
    sines = _sines(inside)
    squares = (np.pi / 2 * np.arange(1, COUNT + 1)) ** 2
    parts = (2 / (COUNT + 1)) ** 2 * (sines @ forcing @ sines.T) / (1 - squares[:, None] - squares)
    grid = task.solution()
    return judged(task, _sines(grid.across).T @ parts @ _sines(grid.upwards), COUNT**2)


def _sines(at: Floats) -> Floats:
    """Of 1 to COUNT half waves over the side: (COUNT, places)."""
    return np.sin(np.pi / 2 * np.outer(np.arange(1, COUNT + 1), at + 1))


SPECIALIST = Specialist(
    "tesla_core.problems.helmholtz.specialist:solve",
    lambda _task: marked("a sine series"),
    marked(
        "The specialist knows that on a square with zero edges products of sines turn the equation into one division "
        "each. The forcing at 31 × 31 places is all it needs; the solution is exact but for rounding."
    ),
    WORTH,
)
