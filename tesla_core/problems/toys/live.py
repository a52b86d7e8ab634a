"""Points in the plane as a live run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.messages.say import say
from tesla_core.problems.classes import SPLITS, Classes
from tesla_core.problems.live import AsJob, Stage
from tesla_core.problems.picture import Points
from tesla_core.problems.toys.experiment import ToysSpec
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.task import ToyTask
from tesla_core.tasks.data import Dataset

JOB_TRAIN_SHARE = 0.7
MARGIN = 1.05
SMALLEST_EXTENT = 1.1


class Plane(Classes):
    """The plane around the points, coloured by what a network says there."""

    name = "plane"
    meaning = "points (x, y)"

    def as_job(self, task: ToyTask, image: str = "") -> AsJob:
        notes = [say("A job sets a tenth of the points aside; the epoch it reports is the one that did best on them.")]
        if task.train_share != JOB_TRAIN_SHARE:
            trained, here = f"{JOB_TRAIN_SHARE:.0%}", f"{task.train_share:.0%}"
            notes.append(say("It trains on {share} of the points, not {here}.", share=trained, here=here))
        data = {name: getattr(task, name) for name in ("samples", "noise", "turns", "cells")}
        return AsJob(ToysSpec, {"toy": task.name, **data}, tuple(notes))

    def samples(self, task: Any) -> int:
        return task.samples

    def inputs(self, task: Any) -> int:
        return 2

    def columns(self, data: Dataset) -> tuple[str, ...]:
        return "x", "y"

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


class OwnPoints(Plane):
    """Points that a person drew or uploaded, of two classes or more."""

    def classes(self, task: PointsTask) -> int:
        return task.classes

    def as_job(self, task: PointsTask, image: str = "") -> AsJob:
        raise TeslaError("Drawn and uploaded points can't be run as a job: no experiment takes them.")


def plane_grid(half: float, side: int) -> NDArray[np.float32]:
    """The centres of side × side cells over [-half, half]², row by row from the top left: (side², 2)."""
    centres = (np.arange(side) + 0.5) * (2 * half / side) - half
    x, y = np.meshgrid(centres, centres[::-1])
    return np.stack((x, y), axis=-1).reshape(-1, 2).astype(np.float32)


def _half(x: NDArray[Any]) -> float:
    """Half the side of the picture: all samples with a margin, in steps of a twentieth."""
    reach = max(float(np.abs(x).max()) * MARGIN, SMALLEST_EXTENT)
    return math.ceil(reach * 20 - 1e-9) / 20
