"""What solvers of equations share: Fourier modes stepped in time, and how far a solution is from the exact one."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np
from numpy.typing import NDArray

from tesla_core.experiments.specialist import Solved
from tesla_core.messages.say import marked
from tesla_core.problems.pde.task import GRID_ACROSS, PdeTask

Floats = NDArray[np.float64]
Modes = NDArray[np.complex128]

WORTH = marked(
    "A network is given the equation only as a penalty at scattered points, on no grid and by no scheme that somebody "
    "chose for it. It is far slower and far less exact here. What it shows is how an activation copes with steep and "
    "fast solutions, by a method that stays the same for equations, shapes and data for which nobody has written a "
    "solver."
)


def judged(task: PdeTask, u: Floats, unknowns: int) -> Solved:
    """u (A, B) on the grid of the exact solution; unknowns: numbers that the solver computes with at a time."""
    exact = task.solution().u
    error = float(np.linalg.norm(u - exact) / np.linalg.norm(exact))
    return Solved({"relative_error": error, "unknowns": unknowns})


def places(count: int) -> Floats:
    """Even places of one period, from -1 on."""
    return -1 + 2 * np.arange(count, dtype=np.float64) / count


def waves(count: int) -> Floats:
    """πm, by which the m-th mode of period 2 is multiplied, and turned, when it is differentiated."""
    return np.pi * np.arange(count // 2 + 1, dtype=np.float64)


def stepped(
    modes: Modes, linear: Floats, change: Callable[[Modes], Modes], steps: int
) -> Generator[float, None, list[Modes]]:
    """û' = linear · û + change(û) at the GRID_ACROSS times from 0 to 1, the first term exact by an integrating factor,
    the other by Runge–Kutta's fourth order (Trefethen, Spectral Methods, program 27). steps: from one time to the next.
    """
    rows = GRID_ACROSS - 1
    step = 1 / (rows * steps)
    half = np.exp(linear * step / 2)
    found = [modes]
    for row in range(rows):
        for _ in range(steps):
            first = step * change(modes)
            second = step * change(half * (modes + first / 2))
            third = step * change(half * modes + second / 2)
            fourth = step * change(half * (half * modes + third))
            modes = half * (half * (modes + first / 6) + (second + third) / 3) + fourth / 6
        found.append(modes)
        yield (row + 1) / (rows + 1)
    return found


def from_modes(modes: Modes, count: int, x: Floats) -> Floats:
    """A real function of period 2 at any x, from `numpy.fft.rfft` of its values at `places`: (..., m) to (..., x)."""
    turned = np.exp(1j * np.outer(waves(count), x + 1)) / count
    twice = np.full(modes.shape[-1], 2.0)
    twice[[0, -1]] = 1.0
    return np.real((modes * twice) @ turned)
