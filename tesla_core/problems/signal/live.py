"""Mixed-frequency regression as a live run: a frame is the fit as a line over the second."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.messages.say import marked
from tesla_core.problems.fit import Fit
from tesla_core.problems.live import AsJob, Measure, MeasureChart, Stage, to_bytes
from tesla_core.problems.picture import LINE, Truth
from tesla_core.problems.signal.experiment import RegressionSpec
from tesla_core.problems.signal.task import RegressionTask, coordinates
from tesla_core.tasks.targets import Target

SPAN = 1.25  # the signal stays within ±1; a fit may overshoot a little
COLUMNS = 1024  # twelve in the shortest period; a power of two, for the spectrum
EXTENT = (0.0, 1.0, -SPAN, SPAN)


class Signal(Fit):
    """Judged by the mean squared error at points between those it was trained on."""

    name = "signal"
    pixels = LINE
    lens = "tesla_core.problems.signal.live_torch:SignalLens"
    measures = (
        Measure("train_loss", marked("train MSE")),
        Measure("train_explained", marked("explained on train"), "share", rises=True),
        Measure("test_loss", marked("test MSE")),
        Measure("test_explained", marked("explained on test"), "share", rises=True),
    )
    titled = (0, 2)
    curves = (
        MeasureChart(marked("Test error (mean squared)"), 2, "log"),
        MeasureChart(marked("Training error (mean squared)"), 0, "log"),
    )
    meaning = "the second, stretched to -1 to 1"
    exploded = 1e6

    def as_job(self, task: RegressionTask, image: str = "") -> AsJob:
        return AsJob(RegressionSpec, {"components": task.components, "signal_seed": task.signal_seed})

    def samples(self, task: RegressionTask) -> int:
        return task.train_size + task.test_size

    def inputs(self, task: RegressionTask) -> int:
        return 1

    def outputs(self, task: RegressionTask) -> int:
        return 1

    def stage(self, task: RegressionTask, data: Target, resolution: int) -> Stage:
        t = line_times()
        picture = to_bytes(task.signal(t), SPAN).reshape(1, 1, COLUMNS)
        return Stage(1, COLUMNS, coordinates(t), Truth(LINE, picture), EXTENT)


def line_times() -> NDArray[np.float64]:
    """The times of a frame's columns, in seconds: (COLUMNS,)."""
    return (np.arange(COLUMNS) + 0.5) / COLUMNS
