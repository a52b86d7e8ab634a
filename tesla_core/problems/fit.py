"""What live runs that fit a sampled function have in common: a target with training and test points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.live import Kind
from tesla_core.tasks.targets import Target


class Fit(Kind):
    """A kind whose data is a Target."""

    def sizes(self, data: Target) -> tuple[int, int]:
        return len(data.train), len(data.test)

    def train_inputs(self, data: Target) -> NDArray[np.float32]:
        return data.train.x
