"""Points for the PINN of the 1-D viscous Burgers equation (Sec. "Continuous-domain Evaluation").

u_t + u·u_x = ν·u_xx for -1 ≤ x ≤ 1 and 0 ≤ t ≤ 1, with u(0, x) = -sin πx and u(t, ±1) = 0. The paper names the
equation and the loss's weights; domain, start and ν = 0.01/π are those of the problem PINNs are usually shown on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.analysis.burgers_exact import VISCOSITY, burgers_exact, check_viscosity
from tesla_core.errors import check_choice, check_whole
from tesla_core.tasks._seeds import check_seed, stream
from tesla_core.tasks.targets import Floats, Points

MOST_POINTS = 1_000_000
GRID_TIMES, GRID_PLACES = 101, 256
KINDS = ("fixed", "fresh")
_INSIDE, _CONDITIONS = 0, 1  # purposes of a seed


@dataclass(frozen=True, eq=False)
class BurgersPoints:
    """inside: collocation points (n, 2), columns t and x. initial and boundary: points and the u given there."""

    inside: Floats
    initial: Points
    boundary: Points


@dataclass(frozen=True, eq=False)
class BurgersGrid:
    """The exact solution: t (T,), x (X,), u (T, X)."""

    t: NDArray[np.float64]
    x: NDArray[np.float64]
    u: NDArray[np.float64]

    def points(self) -> Points:
        """The same as a list of T·X points, t by t."""
        t, x = np.meshgrid(self.t, self.x, indexing="ij")
        at = np.stack((t.reshape(-1), x.reshape(-1)), axis=1)
        return Points(at.astype(np.float32), self.u.reshape(-1, 1).astype(np.float32))


@dataclass(frozen=True)
class BurgersTask:
    """samples: collocation points inside. initial, boundary: points where u is given; boundary is of both ends.

    points: "fixed" collocation points, as usual, or "fresh" ones in every epoch: a network that is wild between fixed
    points can hide from them.
    """

    samples: int = 2_000
    initial: int = 100
    boundary: int = 100
    viscosity: float = VISCOSITY
    points: str = "fixed"
    seed: int = 0

    def __post_init__(self) -> None:
        check_choice("kind of collocation points", self.points, KINDS)
        check_whole("Collocation points", self.samples, 1, MOST_POINTS)
        check_whole("Points of the initial condition", self.initial, 1, MOST_POINTS)
        check_whole("Points of the boundary conditions", self.boundary, 2, MOST_POINTS)
        check_viscosity(self.viscosity)
        object.__setattr__(self, "seed", check_seed(self.seed))

    def inside(self, epoch: int = 0) -> Floats:
        """An epoch's collocation points (n, 2), columns t and x: a Latin hypercube, a point in every n-th of either."""
        generator = stream(self.seed, _INSIDE, epoch if self.points == "fresh" else 0)
        t, x = _strata(self.samples, generator), 2 * _strata(self.samples, generator) - 1
        return np.stack((t, x), axis=1).astype(np.float32)

    def sample(self) -> BurgersPoints:
        """The first epoch's points inside, and those of the conditions, which stay."""
        generator = stream(self.seed, _CONDITIONS)
        x = 2 * _strata(self.initial, generator) - 1
        initial = np.stack((np.zeros_like(x), x), axis=1)
        t = _strata(self.boundary, generator)
        boundary = np.stack((t, np.where(np.arange(t.size) % 2, 1.0, -1.0)), axis=1)
        start, ends = -np.sin(np.pi * x)[:, None], np.zeros((t.size, 1))
        return BurgersPoints(self.inside(), _points(initial, start), _points(boundary, ends))

    def grid(self, times: int = GRID_TIMES, places: int = GRID_PLACES) -> BurgersGrid:
        """The exact solution on an even grid over the whole domain."""
        t, x = np.linspace(0.0, 1.0, times), np.linspace(-1.0, 1.0, places)
        return BurgersGrid(t, x, burgers_exact(t[:, None], x, self.viscosity))


def _strata(count: int, generator: np.random.Generator) -> NDArray[np.float64]:
    """One number in each of `count` equal parts of [0, 1), in random order."""
    return (generator.permutation(count) + generator.random(count)) / count


def _points(x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
    return Points(x.astype(np.float32), y.astype(np.float32))
