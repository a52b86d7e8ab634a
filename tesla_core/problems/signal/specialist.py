"""A sum of sinusoids by somebody who knows that it is one: peaks of the periodogram, one after the other, and all
frequencies, amplitudes and phases together by least squares (Gauss–Newton) after each.

How many there are is not known. They are fitted to some of the training points; another is taken until three in a row
have not lowered the error on the other points, or until it is what single precision leaves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.experiments.specialist import Solved, Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.tasks.targets import FunctionPoints, Target

MOST = 64
FITTED = 500  # points, about, or four fifths of fewer
STEPS = 12  # of Gauss–Newton after each new sinusoid
FALLS, PATIENCE = 0.99, 3
LEAST_ERROR = 1e-12  # of times and values that have seven digits
FINER = 8  # times as fine as the points alone would have the periodogram

Floats = NDArray[np.float64]


def solve(task: RegressionTask, data: Target) -> Solving:
    t, y = _signal(data.train)
    every = len(t) // FITTED
    fitted = np.arange(len(t)) % max(5, every) != 2 if every < 2 else np.arange(len(t)) % every == 0
    own_t, own_y = t[fitted], y[fitted]
    frequencies, history, waited = np.empty(0), [], 0
    chosen, error = frequencies, float(np.mean(y[~fitted] ** 2))
    while len(frequencies) < min(MOST, len(own_t) // 6) and waited < PATIENCE and error > LEAST_ERROR:
        left = own_y - _design(own_t, frequencies) @ _weights(own_t, own_y, frequencies)
        frequencies = refined(own_t, own_y, np.append(frequencies, _peak(own_t, left)))
        found = y[~fitted] - _design(t[~fitted], frequencies) @ _weights(own_t, own_y, frequencies)
        now = float(np.mean(found**2))
        history.append({"components": len(frequencies), "validation_loss": now})
        waited = 0 if now < FALLS * error else waited + 1
        if not waited:
            chosen, error = frequencies, now
        yield len(frequencies) / (MOST + 1)
    frequencies = refined(t, y, chosen)
    weights = _weights(t, y, frequencies)
    test_t, test_y = _signal(data.test)
    losses = {
        "train_loss": float(np.mean((y - _design(t, frequencies) @ weights) ** 2)),
        "test_loss": float(np.mean((test_y - _design(test_t, frequencies) @ weights) ** 2)),
    }
    return Solved({**losses, "components": len(frequencies)}, len(t), tuple(history))


def refined(t: Floats, y: Floats, frequencies: Floats) -> Floats:
    """Frequencies at which sines and cosines fit best: Gauss–Newton on all of them and their weights at once. A step
    that makes the fit worse is halved."""
    count, weights = len(frequencies), _weights(t, y, frequencies)
    residual = y - _design(t, frequencies) @ weights
    for _ in range(STEPS if count else 0):
        angles = 2 * np.pi * np.outer(t, frequencies)
        sines, cosines = np.sin(angles), np.cos(angles)
        # By a frequency, a·sin + b·cos changes by 2πt (a·cos - b·sin).
        slopes = 2 * np.pi * t[:, None] * (weights[:count] * cosines - weights[count:] * sines)
        step = _least_squares(np.hstack((slopes, sines, cosines)), residual)[:count]
        for _ in range(4):
            tried = frequencies + step
            other = _weights(t, y, tried)
            left = y - _design(t, tried) @ other
            if left @ left < residual @ residual:
                break
            step = step / 2
        else:
            return frequencies
        gained = 1 - (left @ left) / (residual @ residual)
        frequencies, weights, residual = tried, other, left
        if gained < 1e-6:
            break
    return frequencies


def _peak(t: Floats, residual: Floats) -> float:
    """Where the periodogram is highest, in Hz: up to half a turn between the two nearest points."""
    grid = np.arange(0.5, 0.5 * np.ptp(t) / np.diff(t).min(), 1 / FINER) / np.ptp(t)
    best, highest = grid[0], -1.0
    for part in np.array_split(grid, max(1, len(grid) // 512)):
        power = np.abs(np.exp(-2j * np.pi * np.outer(part, t)) @ residual)
        if power.max() > highest:
            best, highest = part[power.argmax()], float(power.max())
    return float(best)


def _design(t: Floats, frequencies: Floats) -> Floats:
    """Sines, then cosines: (n, 2 · frequencies)."""
    angles = 2 * np.pi * np.outer(t, frequencies)
    return np.hstack((np.sin(angles), np.cos(angles)))


def _weights(t: Floats, y: Floats, frequencies: Floats) -> Floats:
    return _least_squares(_design(t, frequencies), y)


def _least_squares(design: Floats, y: Floats) -> Floats:
    """By a factorisation that takes a fifth of the time of a singular value decomposition."""
    from scipy.linalg import lstsq

    solved: Any = lstsq(design, y, cond=1e-11, lapack_driver="gelsy", check_finite=False)
    return solved[0]


def _signal(points: FunctionPoints) -> tuple[Floats, Floats]:
    """Times in seconds and values; coordinates from -1 to 1 are the second."""
    return (points.x[:, 0].astype(np.float64) + 1) / 2, points.y[:, 0].astype(np.float64)


SPECIALIST = Specialist(
    "tesla_core.problems.signal.specialist:solve",
    lambda _task: marked("periodogram and least squares"),
    marked(
        "The specialist knows that the signal is a sum of sinusoids. It takes the highest peak of the periodogram of "
        "what is left, fits all frequencies, amplitudes and phases together, and goes on as long as points that were "
        "set aside say that it helps. In the end it holds three numbers a sinusoid."
    ),
    marked(
        "A network knows only that there is a curve. That sines as activations fit it far better than ReLU is the "
        "paper's point, and how close they come to one who knows the form shows how much of it they have found."
    ),
    ladder=lambda: {
        marked("20 sinusoids"): tuple(
            RegressionTask(train_size=size, seed=11) for size in (160, 250, 500, 1_000, 2_000)
        ),
    },
)
