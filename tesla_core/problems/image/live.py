"""An image as a live run: pixels of it are learned, and the reconstruction is the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.messages.say import marked
from tesla_core.problems.fit import Fit
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.image.pixels import PixelsTask
from tesla_core.problems.image.task import ImageTask, coordinates
from tesla_core.problems.image.withheld import PictureTarget
from tesla_core.problems.live import AsJob, Measure, MeasureChart, Stage
from tesla_core.problems.picture import COLOURS, Truth

CHANNELS = 3
LAB_INIT = "uniform(4)"
"""The lab's own first layer for pictures; the experiment's networks are deeper and start by another. Both were chosen
by unseen pixels (benchmarks/fit_start.py)."""


class Image(Fit):
    """Every pixel is learned. Judged by PSNR over all of them, colours cut off at black and white as a screen does."""

    name = "image"
    smooth = False
    pixels = COLOURS
    lens = "tesla_core.problems.image.live_torch:ImageLens"
    measures = (
        Measure("train_loss", marked("loss in training")),
        Measure("train_psnr", marked("PSNR in training"), "decibels", rises=True),
        Measure("loss", marked("MSE")),
        Measure("psnr", marked("PSNR"), "decibels", rises=True),
    )
    titled = (2, 3)
    curves = (
        MeasureChart(marked("PSNR of the whole picture"), 3, "linear"),
        MeasureChart(marked("Training loss"), 0, "log"),
    )
    meaning = "(row, column) of a pixel's centre, each from -1 to 1"
    exploded = 1e6

    def of(self, task: ImageTask | PixelsTask) -> Image:
        return WITHHELD if task.withheld else self

    def as_job(self, task: ImageTask | PixelsTask, image: str = "") -> AsJob:
        name = task.image if isinstance(task, ImageTask) else image
        if not name:
            raise TeslaError("An uploaded picture can be a job where TESLA_LAB_IMAGES names a folder to keep it in.")
        data = {"image": name, "withheld": task.withheld, "pattern": task.pattern}
        return AsJob(InrSpec, data, lab_init=LAB_INIT)

    def samples(self, task: ImageTask | PixelsTask) -> int:
        return task.samples

    def inputs(self, task: ImageTask | PixelsTask) -> int:
        return 2

    def outputs(self, task: ImageTask | PixelsTask) -> int:
        return CHANNELS

    def stage(self, task: ImageTask | PixelsTask, data: PictureTarget, resolution: int) -> Stage:
        pixels = task.picture().pixels
        rows, columns, _ = pixels.shape
        planes = np.moveaxis(pixels, -1, 0)
        if data.withholds:  # a fourth plane: 255 where a pixel is trained on, 0 where it is withheld
            seen = np.where(data.seen, 255, 0).astype(np.uint8).reshape(1, rows, columns)
            planes = np.concatenate((planes, seen))
        return Stage(rows, columns, data.whole.x, Truth(COLOURS, planes))

    def sharper(self, stage: Stage, resolution: int) -> tuple[NDArray[np.float32], int, int]:
        """The network between the pixels it learned: the same square, more finely sampled."""
        return coordinates(resolution, resolution), resolution, resolution


class WithheldImage(Image):
    """Some pixels are withheld. Judged by PSNR over those: what a network learned by heart does not count."""

    measures = (
        Measure("train_loss", marked("loss in training")),
        Measure("seen_psnr", marked("seen"), "decibels", rises=True),
        Measure("unseen_loss", marked("MSE unseen")),
        Measure("unseen_psnr", marked("unseen"), "decibels", rises=True),
    )
    titled = (1, 3)
    curves = (
        MeasureChart(marked("PSNR: pixels {1} (faint: {0})"), 3, "linear", faint=1),
        MeasureChart(marked("Training loss"), 0, "log"),
    )


WITHHELD = WithheldImage()
