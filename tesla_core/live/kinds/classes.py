"""Runs that sort points into classes: in the plane, or the strings of bits of a parity surface."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.live.points import PointsTask
from tesla_core.live.protocol import CLASSES, METRICS, Points
from tesla_core.problems.live import Curve, Kind, Measure, Stage
from tesla_core.tasks.data import Dataset
from tesla_core.tasks.surface import SurfaceTask, parity_surface

MARGIN = 1.05
SMALLEST_EXTENT = 1.1
SPLITS = {"train": 0, "validation": 1, "test": 2}


class Plane(Kind):
    """Points in the plane: a picture of P(class 1), or of the likeliest class and its confidence."""

    name = "plane"
    pixels = CLASSES
    lens = "tesla_core.live.lenses.classes"
    measures = (
        Measure(METRICS[0], "training loss"),
        Measure(METRICS[1], "train", "share", rises=True),
        Measure(METRICS[2], "test loss"),
        Measure(METRICS[3], "test", "share", rises=True),
    )
    titled = (1, 3)
    curves = (Curve("Accuracy: {1} (faint: {0})", 3, "share", faint=1), Curve("Training loss", 0, "log"))
    meaning = "points (x, y)"
    exploded = 50.0  # guessing costs 0.7

    def classes(self, task: Any) -> int:
        return 2

    def samples(self, task: Any) -> int:
        return task.samples

    def inputs(self, task: Any) -> int:
        return 2

    def outputs(self, task: Any) -> int:
        classes = self.classes(task)
        return 1 if classes == 2 else classes

    def sizes(self, data: Dataset) -> tuple[int, int]:
        return len(data.train), len(data.test)

    def train_inputs(self, data: Dataset) -> NDArray[np.float32]:
        return data.train.x.astype(np.float32)

    def stage(self, task: Any, data: Dataset, resolution: int) -> Stage:
        splits = list(data.splits().items())
        x = np.concatenate([split.x for _, split in splits]).astype(np.float32)
        half = _half(x)
        points = Points(
            data.classes,
            x,
            np.concatenate([split.y for _, split in splits]).astype(np.uint8),
            np.concatenate([np.full(len(split), SPLITS[name], np.uint8) for name, split in splits]),
        )
        return Stage(resolution, resolution, plane_grid(half, resolution), points, (-half, half, -half, half))

    def sharper(self, stage: Stage, resolution: int) -> tuple[NDArray[np.float32], int, int]:
        assert stage.extent is not None
        return plane_grid(stage.extent[1], resolution), resolution, resolution


class Brought(Plane):
    """Points that a person drew or uploaded, of two classes or more."""

    def classes(self, task: PointsTask) -> int:
        return task.classes


class Cells(Plane):
    """A parity surface: each string of bits is a pixel, and the pixels are the samples."""

    name = "cells"
    smooth = False
    meaning = "strings of bits: 0 is +1, 1 is -1"
    lens = "tesla_core.live.lenses.cells"

    def samples(self, task: SurfaceTask) -> int:
        return 2**task.bits

    def inputs(self, task: SurfaceTask) -> int:
        return task.bits

    def stage(self, task: SurfaceTask, data: Dataset, resolution: int) -> Stage:
        surface = parity_surface(task.bits)
        places = np.stack((surface.columns, surface.rows), axis=1).astype(np.float32)
        splits = np.where(task.seen(), SPLITS["train"], SPLITS["test"]).astype(np.uint8)
        points = Points(2, places, surface.y.astype(np.uint8), splits)
        return Stage(*surface.shape, surface.x.astype(np.float32), points)

    def sharper(self, stage: Stage, resolution: int) -> tuple[NDArray[np.float32], int, int]:
        return Kind.sharper(self, stage, resolution)


def plane_grid(half: float, side: int) -> NDArray[np.float32]:
    """The centres of side × side cells over [-half, half]², row by row from the top left: (side², 2)."""
    centres = (np.arange(side) + 0.5) * (2 * half / side) - half
    x, y = np.meshgrid(centres, centres[::-1])
    return np.stack((x, y), axis=-1).reshape(-1, 2).astype(np.float32)


def _half(x: NDArray[Any]) -> float:
    """Half the side of the picture: all samples with a margin, in steps of a twentieth."""
    reach = max(float(np.abs(x).max()) * MARGIN, SMALLEST_EXTENT)
    return math.ceil(reach * 20 - 1e-9) / 20
