"""A parity surface as a live run."""

from __future__ import annotations

import numpy as np

from tesla_core.messages.say import marked
from tesla_core.problems.classes import SPLITS, Classes
from tesla_core.problems.live import AsJob, Stage
from tesla_core.problems.parity.surface import SurfaceTask, parity_surface
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.picture import Points
from tesla_core.tasks.data import Dataset

NAMES = (marked("even"), marked("odd"))
"""Of the classes, by the parity of a string."""


class Cells(Classes):
    """A parity surface: each string of bits is a pixel, and the pixels are the samples."""

    name = "cells"
    smooth = False
    meaning = "strings of bits: 0 is +1, 1 is -1"
    lens = "tesla_core.problems.parity.live_torch:SurfaceLens"

    def as_job(self, task: SurfaceTask, image: str = "") -> AsJob:
        return AsJob(SurfaceSpec, {"bits": task.bits, "train_size": task.train_size})

    def samples(self, task: SurfaceTask) -> int:
        return 2**task.bits

    def inputs(self, task: SurfaceTask) -> int:
        return task.bits

    def class_names(self, classes: int) -> tuple[str, ...]:
        return NAMES

    def columns(self, data: Dataset) -> tuple[str, ...]:
        return tuple(f"bit{i + 1}" for i in range(data.inputs))

    def stage(self, task: SurfaceTask, data: Dataset, resolution: int) -> Stage:
        surface = parity_surface(task.bits)
        places = np.stack((surface.columns, surface.rows), axis=1).astype(np.float32)
        splits = np.where(task.seen(), SPLITS["train"], SPLITS["test"]).astype(np.uint8)
        points = Points(2, places, surface.y.astype(np.uint8), splits)
        return Stage(*surface.shape, surface.x.astype(np.float32), points)
