"""Two classes of points in the plane, roughly within [-1, 1]²: circles, moons, spiral, checkerboard, rings and
stripes.

One table says what there is; a toy's own option (turns, cells) is part of its entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError, check_range
from tesla_core.fields import Checks, Limits, OneOf, ruled
from tesla_core.messages.say import marked
from tesla_core.tasks._seeds import SEED, stream
from tesla_core.tasks.data import Dataset, Split

FEWEST_SAMPLES, MOST_SAMPLES = 20, 100_000
MOST_NOISE = 0.5
RINGS, STRIPES = 6, 16

Points = NDArray[np.float64]
# (points in each class, the toy's option, generator) to the points of class 0 and of class 1, each (n, 2).
Draw = Callable[[int, float, np.random.Generator], tuple[Points, Points]]


@dataclass(frozen=True)
class ToyOption:
    """The one number that makes a toy harder or easier."""

    name: str
    label: str
    default: float
    low: float
    high: float
    step: float

    def check(self, value: float) -> float:
        """Return `value` if it lies in the range, on a step."""
        check_range(self.label, value, self.low, self.high)
        if (value - self.low) % self.step:
            raise TeslaError(f"{self.label} go in steps of {self.step:g} from {self.low:g}; {value!r} was given.")
        return value


@dataclass(frozen=True)
class Toy:
    """An entry of the table. default_noise: the standard deviation of the jitter, in units of the picture."""

    name: str
    label: str
    description: str
    default_noise: float
    draw: Draw
    option: ToyOption | None = None


def _circles(each: int, _: float, generator: np.random.Generator) -> tuple[Points, Points]:
    angle = np.linspace(0, 2 * np.pi, each, endpoint=False)
    circle = np.stack((np.cos(angle), np.sin(angle)), axis=-1)
    return _scikit_order(circle, 0.5 * circle, generator)


def _moons(each: int, _: float, generator: np.random.Generator) -> tuple[Points, Points]:
    angle = np.linspace(0, np.pi, each)
    outer = np.stack((np.cos(angle), np.sin(angle)), axis=-1)
    inner = np.stack((1 - np.cos(angle), 1 - np.sin(angle) - 0.5), axis=-1)
    outer, inner = _scikit_order(outer, inner, generator)
    # The moons fill [-1, 2] × [-0.5, 1]: centre them, and keep their proportions.
    centre = np.array([0.5, 0.25])
    return (outer - centre) / 1.5, (inner - centre) / 1.5


def _scikit_order(first: Points, second: Points, generator: np.random.Generator) -> tuple[Points, Points]:
    """The points in the order of scikit-learn's make_circles and make_moons, which old links and results were drawn
    with; without them, whose import would hold up whoever trains at that moment for a second."""
    order = np.arange(2 * len(first))
    np.random.RandomState(int(generator.integers(2**32))).shuffle(order)
    points = np.concatenate((first, second))
    return points[order[order < len(first)]], points[order[order >= len(first)]]


def _spiral(each: int, turns: float, generator: np.random.Generator) -> tuple[Points, Points]:
    # The square root spreads the points evenly along the arm, which grows longer as it turns outwards.
    radius = np.sqrt(generator.uniform(0.0025, 1.0, size=(2, each)))
    angle = 2 * np.pi * turns * radius + np.array([[0.0], [np.pi]])
    x = radius[..., None] * np.stack((np.cos(angle), np.sin(angle)), axis=-1)
    return x[0], x[1]


def _checkerboard(each: int, cells: float, generator: np.random.Generator) -> tuple[Points, Points]:
    # A row and one of its `cells`/2 columns of the wanted colour: uniform over the colour's half of the square.
    row = generator.integers(0, int(cells), size=(2, each))
    pair = generator.integers(0, int(cells) // 2, size=(2, each))
    column = 2 * pair + (row + np.array([[0], [1]])) % 2
    corner = np.stack((column, row), axis=-1)
    x = 2 * (corner + generator.random(corner.shape)) / cells - 1
    return x[0], x[1]


def _rings(each: int, _: float, generator: np.random.Generator) -> tuple[Points, Points]:
    # Of RINGS rings of one width every second belongs to a class. A ring gets as many points as it has area, so that
    # both classes are evenly dense.
    inner = np.arange(RINGS).reshape(-1, 2).T / RINGS  # (2, RINGS / 2): the inner radii of either class
    area = (inner + 1 / RINGS) ** 2 - inner**2
    rings = [generator.choice(own, each, p=weight / weight.sum()) for own, weight in zip(inner, area, strict=True)]
    low = np.stack(rings)
    radius = np.sqrt(generator.uniform(low**2, (low + 1 / RINGS) ** 2))
    angle = generator.uniform(0.0, 2 * np.pi, size=radius.shape)
    x = radius[..., None] * np.stack((np.cos(angle), np.sin(angle)), axis=-1)
    return x[0], x[1]


def _stripes(each: int, _: float, generator: np.random.Generator) -> tuple[Points, Points]:
    stripe = 2 * generator.integers(0, STRIPES // 2, size=(2, each)) + np.array([[0], [1]])
    across = 2 * (stripe + generator.random(stripe.shape)) / STRIPES - 1
    x = np.stack((across, generator.uniform(-1.0, 1.0, size=across.shape)), axis=-1)
    return x[0], x[1]


_TURNS = ToyOption("turns", marked("Turns"), default=2, low=0.5, high=4, step=0.5)
_CELLS = ToyOption("cells", marked("Cells a side"), default=4, low=2, high=16, step=2)

TOYS: MappingProxyType[str, Toy] = MappingProxyType(
    {
        toy.name: toy
        for toy in (
            Toy("circles", marked("Circles"), "One ring inside another.", 0.1, _circles),
            Toy("moons", marked("Moons"), "Two half moons that reach into each other.", 0.1, _moons),
            Toy("spiral", marked("Spiral"), "Two arms wound around each other.", 0.02, _spiral, _TURNS),
            Toy("checkerboard", marked("Checkerboard"), "Squares of alternating class.", 0.0, _checkerboard, _CELLS),
            Toy("rings", marked("Rings"), "Six rings around each other, of alternating class.", 0.01, _rings),
            Toy(
                "stripes",
                marked("Fast stripes"),
                "Sixteen stripes of alternating class: a high frequency.",
                0.0,
                _stripes,
            ),
        )
    }
)


TOY = OneOf("toy", TOYS)


@dataclass(frozen=True)
class ToyTask:
    """A toy that fully determines its samples, seed included; None stands for the toy's default.

    The shares are of `samples`; what train and validation leave is the test. turns: the spiral's. cells: the
    checkerboard's cells a side, an even number so that both classes cover the same area.
    """

    name: str = ruled(TOY)
    samples: int = ruled(Limits("Samples", FEWEST_SAMPLES, MOST_SAMPLES), 1000)
    noise: float | None = ruled(Limits("Noise (the jitter)", 0, MOST_NOISE), None)
    train_share: float = ruled(Limits("Train share", 0.1, 0.9), 0.7)
    validation_share: float = ruled(Limits("Validation share", 0.0, 0.5), 0.0)
    seed: int = ruled(SEED, 0)
    turns: float | None = None
    cells: int | None = None

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.run(self._check_shares, "train_share", "validation_share")
        for name in ("turns", "cells"):
            checks.run(partial(self._check_option, name), "name", name)
        checks.done()

    def _check_shares(self) -> None:
        if self.train_share + self.validation_share > 0.95:
            raise TeslaError(
                f"Train and validation share must leave at least 0.05 for the test; "
                f"{self.train_share:g} + {self.validation_share:g} was given."
            )

    def _check_option(self, name: str) -> None:
        option, value = self.toy.option, getattr(self, name)
        if value is None:
            return
        if option is None or option.name != name:
            owners = ", ".join(toy.name for toy in TOYS.values() if toy.option and toy.option.name == name)
            raise TeslaError(f"{self.toy.label} has no option {name!r}; it belongs to: {owners}.")
        option.check(value)

    @property
    def toy(self) -> Toy:
        """The toy's entry in the table."""
        return TOYS[self.name]

    @property
    def jitter(self) -> float:
        """The noise in force."""
        return self.toy.default_noise if self.noise is None else self.noise

    @property
    def difficulty(self) -> float:
        """The toy's option in force: turns or cells; 0 for a toy without one."""
        option = self.toy.option
        if option is None:
            return 0.0
        given = getattr(self, option.name)
        return option.default if given is None else given

    def sample(self) -> Dataset:
        """Draw the points, x (n, 2) float32: every split shuffled, its classes equal in number within one."""
        generator = stream(self.seed)
        each = (self.samples + 1) // 2
        points = np.stack(self.toy.draw(each, self.difficulty, generator))  # (2, each, 2)
        points = points[:, generator.permutation(each)]
        points = points + self.jitter * generator.standard_normal(points.shape)
        # With the classes alternating, the splits are balanced wherever they are cut.
        x = points.swapaxes(0, 1).reshape(-1, 2).astype(np.float32)
        y = np.tile(np.arange(2, dtype=np.int64), each)

        train_end = round(self.samples * self.train_share)
        validation_end = train_end + round(self.samples * self.validation_share)
        parts = np.split(np.arange(self.samples), (train_end, validation_end))
        orders = [generator.permutation(part) for part in parts]
        train, validation, test = (Split(x[order], y[order]) for order in orders)
        return Dataset(train, validation if len(validation) else None, test, classes=2)
