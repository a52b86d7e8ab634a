"""An equation as a task: where it lives, what is given there, and what its solution is. Imports no torch.

An equation of one's own is a subclass that names its axes and domain, draws the points where u is given, knows the
solution, and names the module with its residual.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import Limits, OneOf, check_fields, ruled
from tesla_core.tasks._seeds import SEED, stream
from tesla_core.tasks.targets import Floats, FunctionPoints

MOST_POINTS = 1_000_000
INITIAL = Limits("Points of the initial condition", 1, MOST_POINTS)
GRID_ACROSS, GRID_UPWARDS = 101, 256
KINDS = ("fixed", "fresh")
_INSIDE, _CONDITIONS = 0, 1  # purposes of a seed

Domain = tuple[float, float, float, float]
"""Lowest and highest of the first input, then of the second."""


@dataclass(frozen=True, eq=False)
class Given:
    """What is known beside the equation, by condition: points and the u there, or pairs of points, (n, 2) and (n, 2),
    at which u and its slopes agree."""

    values: Mapping[str, FunctionPoints] = field(default_factory=dict)
    periodic: Mapping[str, tuple[Floats, Floats]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class PdePoints:
    """Where a network is trained: `inside`, (n, 2) in the order of the axes, the equation holds; the rest is as in
    `Given`."""

    axes: tuple[str, str]
    inside: Floats
    given: Mapping[str, FunctionPoints]
    periodic: Mapping[str, tuple[Floats, Floats]]


@dataclass(frozen=True, eq=False)
class Solution:
    """The exact u (A, B) at `across` (A,) and `upwards` (B,)."""

    across: NDArray[np.float64]
    upwards: NDArray[np.float64]
    u: NDArray[np.float64]

    def points(self) -> FunctionPoints:
        """The same as a list of A·B points, along the second axis first."""
        return FunctionPoints(_mesh(self.across, self.upwards), self.u.reshape(-1, 1).astype(np.float32))


@dataclass(frozen=True)
class PdeTask(ABC):
    """samples: collocation points inside. boundary: points of the boundary condition, all edges together.

    points: "fixed" collocation points, as usual, or "fresh" ones in every epoch: a network that is wrong between fixed
    points can hide from them.
    """

    axes: ClassVar[tuple[str, str]]
    """The inputs' names: what a map has across, and what upwards."""
    domain: ClassVar[Domain]
    conditions: ClassVar[tuple[str, ...]]
    """Names of what is given, each a part of the loss."""
    condition_weight: ClassVar[float] = 100.0
    second: ClassVar[tuple[int, ...]]
    """The inputs by which the equation has a second derivative."""
    residual: ClassVar[str]
    """The module whose `residual(task, jet, points)` says by how much the equation fails; imported by a training, since
    it needs torch."""

    samples: int = ruled(Limits("Collocation points", 1, MOST_POINTS), 2_000)
    boundary: int = ruled(Limits("Points of the boundary conditions", 2, MOST_POINTS), 100)
    points: str = ruled(OneOf("kind of collocation points", KINDS), "fixed")
    seed: int = ruled(SEED, 0)

    def __post_init__(self) -> None:
        check_fields(self)

    @abstractmethod
    def exact(self, points: NDArray) -> NDArray[np.float64]:
        """u at points (n, 2): (n,)."""

    @abstractmethod
    def given(self, generator: np.random.Generator) -> Given:
        """The points of the conditions."""

    @property
    def size(self) -> int:
        """Points of all kinds."""
        return self.samples + self.boundary

    def inside(self, epoch: int = 0) -> Floats:
        """An epoch's collocation points (n, 2): a Latin hypercube, a point in every n-th of either axis."""
        generator = stream(self.seed, _INSIDE, epoch if self.points == "fresh" else 0)
        columns = [self.drawn(axis, self.samples, generator) for axis in (0, 1)]
        return np.stack(columns, axis=1).astype(np.float32)

    def drawn(self, axis: int, count: int, generator: np.random.Generator) -> NDArray[np.float64]:
        """One number in each of `count` equal parts of an axis, in random order."""
        low, high = self.domain[2 * axis : 2 * axis + 2]
        return (generator.permutation(count) + generator.random(count)) / count * (high - low) + low

    def sample(self) -> PdePoints:
        """The first epoch's points inside, and those of the conditions, which stay."""
        found = self.given(stream(self.seed, _CONDITIONS))
        return PdePoints(self.axes, self.inside(), found.values, found.periodic)

    def centres(self, side: int) -> Floats:
        """The centres of side × side cells over the domain, as a picture has its pixels: (side², 2)."""
        return centres(self.domain, side)

    def solution(self, across: int = GRID_ACROSS, upwards: int = GRID_UPWARDS) -> Solution:
        """The exact solution on an even grid over the whole domain, edges included."""
        left, right, bottom, top = self.domain
        first, other = np.linspace(left, right, across), np.linspace(bottom, top, upwards)
        return self.solution_at(first, other)

    def solution_at(self, across: NDArray[np.float64], upwards: NDArray[np.float64]) -> Solution:
        """The exact solution at those places of either axis."""
        values = self.exact(np.stack(np.meshgrid(across, upwards, indexing="ij"), axis=-1).reshape(-1, 2))
        return Solution(across, upwards, values.reshape(len(across), len(upwards)))


@dataclass(frozen=True)
class EvolutionTask(PdeTask):
    """An equation in time t and one place x, with a start at t = 0. initial: points of it."""

    axes: ClassVar[tuple[str, str]] = ("t", "x")
    domain: ClassVar[Domain] = (0.0, 1.0, -1.0, 1.0)
    conditions: ClassVar[tuple[str, ...]] = ("initial", "boundary")

    initial: int = ruled(INITIAL, 100)

    @property
    def size(self) -> int:
        return super().size + self.initial

    def at_start(self, x: NDArray) -> NDArray[np.float64]:
        """u at t = 0; the exact solution says it, where no formula is nearer."""
        return self.exact(np.stack((np.zeros_like(x), x), axis=1))

    def start(self, generator: np.random.Generator) -> FunctionPoints:
        """Points at t = 0, and u there."""
        x = self.drawn(1, self.initial, generator)
        return edge_values(np.stack((np.zeros_like(x), x), axis=1), self.at_start(x))

    def ends(self, generator: np.random.Generator) -> FunctionPoints:
        """Points of both ends in turn, where u is kept at zero."""
        t = self.drawn(0, self.boundary, generator)
        left, right = self.domain[2:]
        return edge_values(np.stack((t, np.where(np.arange(t.size) % 2, right, left)), axis=1), np.zeros_like(t))

    def ring(self, generator: np.random.Generator) -> tuple[Floats, Floats]:
        """Points of both ends in pairs at one time, where u is the same at either."""
        t = self.drawn(0, self.boundary // 2, generator)
        left, right = (np.stack((t, np.full_like(t, end)), axis=1).astype(np.float32) for end in self.domain[2:])
        return left, right


def centres(domain: Domain, side: int) -> Floats:
    """The centres of side × side cells over a domain, row by row from the top left: (side², 2)."""
    left, right, bottom, top = domain
    at = (np.arange(side) + 0.5) / side
    across, upwards = np.meshgrid(left + (right - left) * at, top - (top - bottom) * at)
    return np.stack((across, upwards), axis=-1).reshape(-1, 2).astype(np.float32)


def edge_values(axis_points: NDArray[np.float64], values: NDArray[np.float64]) -> FunctionPoints:
    """Points (n, 2) and the one value at each."""
    return FunctionPoints(axis_points.astype(np.float32), values.reshape(-1, 1).astype(np.float32))


def _mesh(across: NDArray[np.float64], upwards: NDArray[np.float64]) -> Floats:
    return np.stack(np.meshgrid(across, upwards, indexing="ij"), axis=-1).reshape(-1, 2).astype(np.float32)
