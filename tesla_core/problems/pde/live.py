"""An equation's solution as a live run: u as a map, the first input to the right and the second upwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from tesla_core.messages.say import marked
from tesla_core.problems.live import AsJob, Kind, Measure, MeasureChart, SampleRows, Stage, to_bytes, written
from tesla_core.problems.pde.experiment import PdeSpec
from tesla_core.problems.pde.task import PdePoints, PdeTask, centres
from tesla_core.problems.picture import FIELD, Truth

SPAN = 1.0  # of u, which is scaled so in all equations here


class Field(Kind):
    """Judged by the true relative error on the picture's own points, which training never sees."""

    name = "field"
    pixels = FIELD
    lens = "tesla_core.problems.pde.live_torch:FieldLens"
    measures = (
        Measure("total_loss", marked("loss")),
        Measure("pde_loss", marked("PDE loss")),
        Measure("condition_loss", marked("loss of what is given")),
        Measure("relative_error", marked("error"), "share"),
    )
    titled = (0, 3)
    curves = (
        MeasureChart(marked("Relative L2 error against the exact solution"), 3, "log"),
        MeasureChart(marked("Training loss"), 0, "log"),
    )
    exploded = 1e9  # a steep start has second derivatives whose squares are millions
    work = 4.5  # derivatives of first and second order beside the value, and the way back through all of them
    plain_networks = True

    def __init__(self, task: type[PdeTask], spec: type[PdeSpec]) -> None:
        self._spec = spec
        (first, other), (left, right, bottom, top) = task.axes, task.domain
        self.meaning = (
            f"points ({first}, {other}) of the domain, "
            f"{left:g} <= {first} <= {right:g} and {bottom:g} <= {other} <= {top:g}"
        )

    def as_job(self, task: PdeTask, image: str = "") -> AsJob:
        """The equation's own options, and the kind of points; how many there are, the experiment decides."""
        counts = {"samples", "boundary", "initial", "seed"}
        own = [field.name for field in fields(task) if field.name not in counts]
        return AsJob(self._spec, {name: getattr(task, name) for name in own})

    def samples(self, task: PdeTask) -> int:
        return task.size

    def inputs(self, task: PdeTask) -> int:
        return 2

    def outputs(self, task: PdeTask) -> int:
        return 1

    def sizes(self, data: PdePoints) -> tuple[int, int]:
        return len(data.inside), 0

    def train_inputs(self, data: PdePoints) -> NDArray[np.float32]:
        return data.inside

    def rows(self, data: PdePoints, names: Sequence[str]) -> SampleRows:
        inside = [(*written(point), "", "inside") for point in data.inside]
        given = [
            (*written(point), *written(u), part)
            for part, points in data.given.items()
            for point, u in zip(points.x, points.y, strict=True)
        ]
        repeated = [
            (*written(point), "", part) for part, sides in data.periodic.items() for side in sides for point in side
        ]
        return (*data.axes, "u", "part"), [*inside, *given, *repeated]

    def stage(self, task: PdeTask, data: PdePoints, resolution: int) -> Stage:
        grid = task.centres(resolution)
        picture = to_bytes(task.exact(grid), SPAN).reshape(1, resolution, resolution)
        return Stage(resolution, resolution, grid, Truth(FIELD, picture), task.domain)

    def sharper(self, stage: Stage, resolution: int) -> tuple[NDArray[np.float32], int, int]:
        assert stage.extent is not None
        return centres(stage.extent, resolution), resolution, resolution
