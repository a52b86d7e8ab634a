"""What live runs that fit a sampled function have in common: a target with training and test points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.live import Kind, SampleRows, written
from tesla_core.tasks.targets import Target


class Fit(Kind):
    """A kind whose data is a Target."""

    def sizes(self, data: Target) -> tuple[int, int]:
        return len(data.train), len(data.test)

    def rows(self, data: Target, names: Sequence[str]) -> SampleRows:
        head = [f"x{i + 1}" for i in range(data.inputs)] + [f"y{i + 1}" for i in range(data.outputs)]
        splits = {"train": data.train} if data.test is data.train else {"train": data.train, "test": data.test}
        rows = (
            (*written(x), *written(y), split)
            for split, points in splits.items()
            for x, y in zip(points.x, points.y, strict=True)
        )
        return (*head, "split"), rows

    def train_inputs(self, data: Target) -> NDArray[np.float32]:
        return data.train.x
