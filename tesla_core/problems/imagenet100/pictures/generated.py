"""A small set of drawn pictures, so that all runs without a download. Not photographs, and never mixed with them.

A class is a shape, filled with a texture, in a colour: from 8 classes on, none of the three tells it alone. Pictures
are drawn when they are asked for and depend on nothing but the seed, the split and the index.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.fields import Limits, check_fields, ruled
from tesla_core.problems.imagenet100.pictures.image_set import ImageSet
from tesla_core.tasks._seeds import SEED, stream

Array = NDArray[np.float64]
PIXELS = 64
LEAST_CROP = 0.7  # a smaller part of a picture could miss the shape
MOST_CLASSES = 1000
_TRAIN, _VALIDATION = 0, 1
_TURN = 0.25  # radians a shape is turned at most

# Of x and y from -1 to 1, true inside. Each is its own mirror image, so that flipping keeps the class.
SHAPES: dict[str, Callable[[Array, Array], NDArray[np.bool_]]] = {
    "disc": lambda x, y: np.hypot(x, y) < 0.9,
    "cross": lambda x, y: (np.minimum(abs(x), abs(y)) < 0.3) & (np.maximum(abs(x), abs(y)) < 0.95),
    "triangle": lambda x, y: (y < 0.7) & (abs(x) < 0.6 * (y + 0.95)),
    "ring": lambda x, y: abs(np.hypot(x, y) - 0.7) < 0.25,
    "square": lambda x, y: np.maximum(abs(x), abs(y)) < 0.75,
    "bar": lambda x, y: (abs(x) < 0.95) & (abs(y) < 0.35),
    "diamond": lambda x, y: abs(x) + abs(y) < 0.95,
    "moon": lambda x, y: (np.hypot(x, y) < 0.9) & (np.hypot(x, y - 0.45) > 0.7),
    "pair": lambda x, y: np.hypot(abs(x) - 0.5, y) < 0.42,
    "frame": lambda x, y: abs(np.maximum(abs(x), abs(y)) - 0.65) < 0.22,
}
# Of x and y in cells of a quarter of the shape, light from dark.
TEXTURES: dict[str, Callable[[Array, Array], NDArray[np.bool_]]] = {
    "plain": lambda x, _y: np.ones_like(x, dtype=bool),
    "stripes across": lambda _x, y: y % 1 < 0.5,
    "checks": lambda x, y: (np.floor(x) + np.floor(y)) % 2 == 0,
    "dots": lambda x, y: np.hypot(x % 1 - 0.5, y % 1 - 0.5) < 0.32,
    "stripes down": lambda x, _y: x % 1 < 0.5,
    "rings": lambda x, y: np.hypot(x, y) % 1 < 0.5,
    "grid": lambda x, y: np.minimum(x % 1, y % 1) > 0.3,
    "fine checks": lambda x, y: (np.floor(2 * x) + np.floor(2 * y)) % 2 == 0,
    "waves": lambda x, y: (y + 0.3 * np.cos(2 * np.pi * x)) % 1 < 0.5,
    "rays": lambda x, y: np.arctan2(y, abs(x)) * 4 / np.pi % 1 < 0.5,
}
COLOURS = ("red", "orange", "yellow", "lime", "green", "teal", "blue", "indigo", "violet", "pink")


@dataclass(frozen=True)
class GeneratedTask:
    """`per_class` training pictures a class, and a quarter as many, at least 4, to validate on."""

    classes: int = ruled(Limits("Classes", 2, MOST_CLASSES), 8)
    per_class: int = ruled(Limits("Pictures a class", 1, 100_000), 64)
    seed: int = ruled(SEED, 0)

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def train_size(self) -> int:
        return self.classes * self.per_class

    def sample(self) -> ImageSet:
        held_out = max(4, self.per_class // 4)
        train = DrawnPictures(self.classes, self.per_class, self.seed, _TRAIN)
        validation = DrawnPictures(self.classes, held_out, self.seed, _VALIDATION)
        names = tuple(class_name(label, self.classes) for label in range(self.classes))
        return ImageSet(
            names, train, validation, "pictures drawn by this program", generated=True, least_crop=LEAST_CROP
        )


class DrawnPictures:
    """One split: pictures of all classes in turn."""

    def __init__(self, classes: int, per_class: int, seed: int, split: int) -> None:
        self.labels: NDArray[np.int64] = np.tile(np.arange(classes, dtype=np.int64), per_class)
        self._classes, self._seed, self._split = classes, seed, split

    def picture(self, index: int) -> NDArray[np.uint8]:
        return draw(traits_of(int(self.labels[index]), self._classes), stream(self._seed, self._split, int(index)))

    def name(self, index: int) -> str:
        return f"drawn {index}"


@dataclass(frozen=True)
class Traits:
    """What makes a class; hue from 0 to 1 around the circle of colours."""

    shape: str
    texture: str
    colour: str
    hue: float


def traits_of(label: int, classes: int) -> Traits:
    """The shape, texture and colour of a class: the digits of its number, to bases as equal as they can be."""
    shapes, textures, colours = bases(classes)
    shape, texture, colour = label % shapes, label // shapes % textures, label // (shapes * textures)
    spread = colour * len(COLOURS) // colours  # few colours are far apart
    return Traits(list(SHAPES)[shape], list(TEXTURES)[texture], COLOURS[spread], colour / colours)


def bases(classes: int) -> tuple[int, int, int]:
    """How many shapes, textures and colours are used: the smallest numbers, as equal as can be, that are enough."""
    counts = [1, 1, 1]
    while counts[0] * counts[1] * counts[2] < classes:
        counts[counts.index(min(counts))] += 1
    return counts[0], counts[1], counts[2]


def class_name(label: int, classes: int) -> str:
    traits = traits_of(label, classes)
    return f"{traits.colour} {traits.shape}, {traits.texture}"


def draw(traits: Traits, generator: np.random.Generator, pixels: int = PIXELS) -> NDArray[np.uint8]:
    """(pixels, pixels, 3): the shape somewhere, of some size and slightly turned, on a noisy ground of its own."""
    size = generator.uniform(0.55, 0.85)
    middle = generator.uniform(-1, 1, 2) * (1 - size) * 0.9
    angle = generator.uniform(-_TURN, _TURN)
    steps = (np.arange(pixels) + 0.5) * 2 / pixels - 1
    x, y = np.meshgrid(steps - middle[0], steps - middle[1])
    x, y = (x * np.cos(angle) + y * np.sin(angle)) / size, (y * np.cos(angle) - x * np.sin(angle)) / size
    inside = SHAPES[traits.shape](x, y)
    light = TEXTURES[traits.texture](2 * x, 2 * y)
    tone = np.where(light, generator.uniform(0.85, 1.0), generator.uniform(0.3, 0.45))[..., None]
    ground = generator.uniform(0.2, 0.7) + 0.1 * np.outer(steps, generator.uniform(-1, 1) * np.ones(pixels))
    picture = np.where(inside[..., None], tone * rgb_of(traits.hue + generator.uniform(-0.02, 0.02)), ground[..., None])
    noisy = picture + generator.normal(0, 0.05, picture.shape)
    return np.rint(255 * np.clip(noisy, 0, 1)).astype(np.uint8)


def rgb_of(hue: float) -> Array:
    """(3,) red, green and blue of a saturated hue; 0 and 1 are both red."""
    sixths = (6 * hue + np.array([0.0, 4.0, 2.0])) % 6
    return np.clip(abs(sixths - 3) - 1, 0.08, 1.0)
