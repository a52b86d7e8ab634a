"""The kind of every task that can be watched live."""

from __future__ import annotations

from typing import Any

from tesla_core.live.kinds.classes import Brought, Cells, Plane
from tesla_core.live.kinds.image import Image
from tesla_core.live.kinds.signal import Signal
from tesla_core.live.pixels import PixelsTask
from tesla_core.live.points import PointsTask
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.live import Curve, Kind, Measure, Stage
from tesla_core.problems.pde.live import Field
from tesla_core.tasks.inr import ImageTask
from tesla_core.tasks.regression import RegressionTask
from tesla_core.tasks.surface import SurfaceTask
from tesla_core.tasks.toys import ToyTask

Task = ToyTask | SurfaceTask | PointsTask | BurgersTask | ImageTask | PixelsTask | RegressionTask

_IMAGE = Image()
_KINDS: dict[type, Kind] = {
    ToyTask: Plane(),
    PointsTask: Brought(),
    SurfaceTask: Cells(),
    BurgersTask: Field(BurgersTask),
    ImageTask: _IMAGE,
    PixelsTask: _IMAGE,
    RegressionTask: Signal(),
}


def kind_of(task: Any) -> Kind:
    """What differs from run to run, by the task."""
    return _KINDS[type(task)].of(task)


__all__ = ["Curve", "Kind", "Measure", "Stage", "Task", "kind_of"]
