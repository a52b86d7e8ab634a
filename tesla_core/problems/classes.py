"""What live runs have in common that sort samples into classes: their numbers, and what a picture of them is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.messages.say import marked
from tesla_core.problems.live import Kind, Measure, MeasureChart, SampleRows, written
from tesla_core.problems.picture import CLASSES, METRICS
from tesla_core.tasks.data import Dataset

SPLITS = {"train": 0, "validation": 1, "test": 2}


class Classes(Kind):
    """A picture of P(class 1), or of the likeliest class and its confidence."""

    pixels = CLASSES
    lens = "tesla_core.problems.classes_torch:ClassLens"
    measures = (
        Measure(METRICS[0], marked("training loss")),
        Measure(METRICS[1], marked("train"), "share", rises=True),
        Measure(METRICS[2], marked("test loss")),
        Measure(METRICS[3], marked("test"), "share", rises=True),
    )
    titled = (1, 3)
    curves = (
        MeasureChart(marked("Accuracy: {1} (faint: {0})"), 3, "share", faint=1),
        MeasureChart(marked("Training loss"), 0, "log"),
    )
    exploded = 50.0  # guessing costs 0.7

    def classes(self, task: Any) -> int:
        return 2

    def outputs(self, task: Any) -> int:
        classes = self.classes(task)
        return 1 if classes == 2 else classes

    def sizes(self, data: Dataset) -> tuple[int, int]:
        return len(data.train), len(data.test)

    def class_names(self, classes: int) -> tuple[str, ...]:
        """What they are called in a file, whatever the language of who saves it."""
        return tuple(f"class {label}" for label in range(classes))

    def columns(self, data: Dataset) -> tuple[str, ...]:
        """What the inputs are called in a file."""
        return tuple(f"x{i + 1}" for i in range(data.inputs))

    def rows(self, data: Dataset, names: Sequence[str]) -> SampleRows:
        names = names or self.class_names(data.classes)
        rows = (
            (*written(x), names[label], split)
            for split, samples in data.splits().items()
            for x, label in zip(samples.x, samples.y, strict=True)
        )
        return (*self.columns(data), "label", "split"), rows

    def train_inputs(self, data: Dataset) -> NDArray[np.float32]:
        return data.train.x.astype(np.float32)
