"""From a picture to what a network sees: cut out, scaled and flipped for training, the middle for validation.

What is cut out depends on nothing but the seed, the epoch and the picture's index: a training that is resumed in the
middle of an epoch, with another number of loading processes, sees the same pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import ModuleType

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tesla_core.problems.imagenet100.torchvision_torch import declare_schemas
from tesla_core.seeds import derive_seed

RATIOS = (3 / 4, 4 / 3)
MIDDLE = 0.875  # of a validation picture's shorter side is seen
_ATTEMPTS = 10


@dataclass(frozen=True)
class TrainView:
    """A random part of the picture, at least `least_crop` of its area, scaled to size × size and flipped or not."""

    size: int
    least_crop: float
    seed: int

    def __call__(self, picture: NDArray[np.uint8], epoch: int, index: int) -> Tensor:
        """(height, width, 3) → (3, size, size), bytes."""
        functional = _functional()
        generator = np.random.default_rng(derive_seed(self.seed, "view", epoch, index))
        box = crop_box(picture.shape[0], picture.shape[1], self.least_crop, generator)
        seen = functional.resized_crop(_to_tensor(picture), *box, size=[self.size, self.size], antialias=True)
        return functional.horizontal_flip(seen) if generator.random() < 0.5 else seen


@dataclass(frozen=True)
class MiddleView:
    """The middle of the picture: always the same."""

    size: int

    def __call__(self, picture: NDArray[np.uint8], _epoch: int, _index: int) -> Tensor:
        """(height, width, 3) → (3, size, size), bytes."""
        functional = _functional()
        scaled = functional.resize(_to_tensor(picture), [round(self.size / MIDDLE)], antialias=True)
        return functional.center_crop(scaled, [self.size, self.size])


View = TrainView | MiddleView


def crop_box(height: int, width: int, least: float, generator: np.random.Generator) -> tuple[int, int, int, int]:
    """top, left, height and width of a part with a share of the area from `least` to 1 and a ratio of sides from 3:4
    to 4:3, both random; of a picture too narrow for that, the middle."""
    for _ in range(_ATTEMPTS):
        area = height * width * generator.uniform(least, 1.0)
        ratio = math.exp(generator.uniform(math.log(RATIOS[0]), math.log(RATIOS[1])))
        w, h = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
        if 0 < w <= width and 0 < h <= height:
            return int(generator.integers(height - h + 1)), int(generator.integers(width - w + 1)), h, w
    w = min(width, max(1, round(height * RATIOS[1])))
    h = min(height, max(1, round(width / RATIOS[0])))
    return (height - h) // 2, (width - w) // 2, h, w


def _to_tensor(picture: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1)))


def _functional() -> ModuleType:
    declare_schemas()
    from torchvision.transforms.v2 import functional

    return functional
