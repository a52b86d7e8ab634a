"""Mixed-frequency regression: a sum of sinusoids from 3.29 to 79.90 Hz (Sec. "Continuous-domain Evaluation", table 3).

The paper gives the range and the five strongest components. The others follow a rule of our own, written down in
`components`; the sum is divided by its largest magnitude, as the paper's errors (0.075 for those that learn nothing)
suggest its target was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from tesla_core.errors import check_range
from tesla_core.fields import Limits, check_fields, ruled
from tesla_core.problems.signal.paper import DOMINANT, HIGHEST_FREQUENCY, LOWEST_FREQUENCY
from tesla_core.tasks._seeds import SEED, stream
from tesla_core.tasks.targets import FunctionPoints, Target

MOST_COMPONENTS = 200
MOST_POINTS = 1_000_000
# Two points a period of the highest frequency, or the samples don't determine the signal (Nyquist).
FEWEST_POINTS = int(2 * HIGHEST_FREQUENCY.value) + 1
SCALE_POINTS = 20_001  # over a second: 250 in the shortest period
_SIGNAL, _TRAIN = 0, 1  # purposes of a seed

Floats64 = NDArray[np.float64]


@dataclass(frozen=True)
class Component:
    """amplitude · sin(2π·frequency·t + phase), t in seconds; a cosine is a sine with π/2 more phase."""

    frequency: float
    amplitude: float
    phase: float


def components(count: int, signal_seed: int) -> tuple[Component, ...]:
    """The paper's five, then `count` - 5 more, by this rule.

    The sixth is at the highest frequency, 79.90 Hz. The others' frequencies are uniform between the lowest and the
    highest. Amplitudes are uniform from 0 to the fifth's 0.89, phases uniform over the circle, and every other one is a
    cosine. Numbers come from NumPy's PCG64, seeded with (signal_seed, purpose 0): frequencies, amplitudes, phases.
    """
    fixed = [Component(c.frequency.value, c.amplitude.value, c.phase.value) for c in DOMINANT]
    more = count - len(fixed)
    generator = stream(signal_seed, _SIGNAL)
    frequencies = generator.uniform(LOWEST_FREQUENCY.value, HIGHEST_FREQUENCY.value, more)
    amplitudes = generator.uniform(0.0, fixed[-1].amplitude, more)
    phases = generator.uniform(0.0, 2 * np.pi, more) + np.pi / 2 * (np.arange(more) % 2)
    frequencies[:1] = HIGHEST_FREQUENCY.value
    drawn = zip(frequencies.tolist(), amplitudes.tolist(), phases.tolist(), strict=True)
    return (*fixed, *(Component(*numbers) for numbers in drawn))


@dataclass(frozen=True)
class RegressionTask:
    """A second of the signal: evenly spaced points to learn from, random ones between them to be tested on.

    components: sinusoids in the sum, the paper's five included. signal_seed: decides the others; seed: the test points.
    """

    components: int = ruled(Limits("Components", len(DOMINANT), MOST_COMPONENTS), 20)
    train_size: int = ruled(Limits("Training points", FEWEST_POINTS, MOST_POINTS), 2_000)
    test_size: int = ruled(Limits("Test points", 1, MOST_POINTS), 2_000)
    signal_seed: int = ruled(SEED, 0)
    seed: int = ruled(SEED, 0)

    def __post_init__(self) -> None:
        check_fields(self)

    def signal(self, t: npt.ArrayLike) -> Floats64:
        """The target at times t in seconds, within ±1 over the second."""
        return self._sum(np.asarray(t, dtype=np.float64)) / self._largest()

    def _sum(self, t: Floats64) -> Floats64:
        total = np.zeros_like(t)
        for one in components(self.components, self.signal_seed):
            total += one.amplitude * np.sin(2 * np.pi * one.frequency * t + one.phase)
        return total

    def _largest(self) -> float:
        return float(np.abs(self._sum(np.linspace(0.0, 1.0, SCALE_POINTS))).max())

    def variance(self) -> float:
        """The mean squared error of the best constant: what a model that learns nothing has."""
        return float(self.signal(np.linspace(0.0, 1.0, SCALE_POINTS)).var())

    def sample(self) -> Target:
        """x (n, 1) is the second, stretched to [-1, 1]; y (n, 1)."""
        train = (np.arange(self.train_size) + 0.5) / self.train_size
        test = np.sort(stream(self.seed, _TRAIN).random(self.test_size))
        return Target(self._points(train), self._points(test))

    def _points(self, t: Floats64) -> FunctionPoints:
        return FunctionPoints(coordinates(t), self.signal(t).astype(np.float32)[:, None])


def coordinates(t: npt.ArrayLike) -> NDArray[np.float32]:
    """Times in [0, 1] s as a network's inputs in [-1, 1], (n, 1)."""
    times = np.asarray(t, dtype=np.float64).reshape(-1)
    if times.size:
        check_range("The earliest time", float(times.min()), 0.0, 1.0)
        check_range("The latest time", float(times.max()), 0.0, 1.0)
    return (2 * times - 1).astype(np.float32)[:, None]
