"""Points that a person drew or uploaded, as a task: 2 to 10 classes in the plane."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tesla_core.errors import TeslaError, check_range
from tesla_core.tasks._seeds import check_seed, stream
from tesla_core.tasks.data import Dataset, Split

FEWEST_POINTS, MOST_POINTS = 4, 5_000
MOST_CLASSES = 10
LARGEST_COORDINATE = 2.0
DECIMALS = 4

Point = tuple[float, float, int]


@dataclass(frozen=True)
class PointsTask:
    """Points (x, y, class) in the order they were given, classes 0, 1, …; the seed decides which are trained on.

    Coordinates are kept to four decimals, within ±2; `from_arrays` brings other ranges there.
    """

    points: tuple[Point, ...]
    train_share: float = 0.7
    seed: int = 0

    def __post_init__(self) -> None:
        check_range("The number of points", len(self.points), FEWEST_POINTS, MOST_POINTS)
        object.__setattr__(self, "points", tuple(_checked(index, point) for index, point in enumerate(self.points)))
        counts = np.bincount([label for _, _, label in self.points])
        check_range("The number of classes", len(counts), 2, MOST_CLASSES)
        if counts.min() == 0:
            raise TeslaError(f"Classes must be numbered 0, 1, … without a gap; class {int(counts.argmin())} is empty.")
        check_range("Train share", self.train_share, 0.1, 0.9)
        object.__setattr__(self, "seed", check_seed(self.seed))

    @classmethod
    def from_arrays(
        cls, x: ArrayLike, labels: Sequence[object], *, train_share: float = 0.7, seed: int = 0
    ) -> PointsTask:
        """Points x (n, 2) of any range and labels of any kind: centred, scaled into [-1, 1]², classes in sorted order.

        Both axes get the same scale, so that the picture keeps its proportions.
        """
        places = np.asarray(x, dtype=np.float64)
        if places.ndim != 2 or places.shape[1] != 2 or len(places) != len(labels):
            raise TeslaError(f"Points need shape (n, 2) and one label each; {places.shape} and {len(labels)} given.")
        check_range("The number of points", len(places), FEWEST_POINTS, MOST_POINTS)
        if not np.isfinite(places).all() or np.abs(places).max() > 1e100:
            raise TeslaError("Coordinates must be finite numbers below 1e100.")
        low, high = places.min(0), places.max(0)
        half = float((high - low).max()) / 2 or 1.0
        places = np.clip((places - (low + high) / 2) / half, -1.0, 1.0)
        _, classes = np.unique([str(label) for label in labels], return_inverse=True)
        points = tuple((float(a), float(b), int(c)) for (a, b), c in zip(places, classes, strict=True))
        return cls(points, train_share, seed)

    @property
    def classes(self) -> int:
        return 1 + max(label for _, _, label in self.points)

    @property
    def samples(self) -> int:
        return len(self.points)

    def sample(self) -> Dataset:
        """A random split of the points, at least one on either side."""
        order = stream(self.seed).permutation(len(self.points))
        x = np.array([point[:2] for point in self.points], dtype=np.float32)
        y = np.array([point[2] for point in self.points], dtype=np.int64)
        train_size = min(max(round(len(order) * self.train_share), 1), len(order) - 1)
        train, test = (Split(x[part], y[part]) for part in np.split(order, [train_size]))
        return Dataset(train, None, test, self.classes)


def _checked(index: int, point: Sequence[object]) -> Point:
    if len(point) != 3:
        raise TeslaError(f"Point {index + 1} must be x, y, class; {point!r} was given.")
    x, y, label = point
    if isinstance(label, bool) or not isinstance(label, int) or not 0 <= label < MOST_CLASSES:
        raise TeslaError(f"The class of point {index + 1} must be from 0 to {MOST_CLASSES - 1}; {label!r} was given.")
    return _coordinate(index, x), _coordinate(index, y), label


def _coordinate(index: int, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TeslaError(f"Coordinates of point {index + 1} must be finite numbers; {value!r} was given.")
    check_range(f"A coordinate of point {index + 1}", value, -LARGEST_COORDINATE, LARGEST_COORDINATE)
    return round(float(value), DECIMALS) + 0.0  # no -0.0: equal points have equal text
