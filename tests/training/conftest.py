"""A small task for the loop: fast to train, not trivial, with an uneven last batch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tesla_core.tasks.data import Dataset, Split

MakeData = Callable[..., Dataset]


@pytest.fixture
def make_data() -> MakeData:
    """make_data(seed, classes): points in the square, classed by the angle around the origin."""

    def make(seed: int = 0, classes: int = 2, train: int = 50, validation: bool = True) -> Dataset:
        generator = np.random.default_rng(seed)

        def split(size: int) -> Split:
            x = generator.uniform(-1, 1, (size, 2)).astype(np.float32)
            angle = np.arctan2(x[:, 1], x[:, 0]) / (2 * np.pi) + 0.5
            return Split(x, np.minimum((angle * classes).astype(np.int64), classes - 1))

        return Dataset(split(train), split(20) if validation else None, split(30), classes)

    return make
