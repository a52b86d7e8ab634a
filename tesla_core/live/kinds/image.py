"""An image as a live run: every pixel of it is learned, and the reconstruction is the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.live.kinds.base import Curve, Measure, Stage
from tesla_core.live.kinds.fit import Fit
from tesla_core.live.pixels import PixelsTask
from tesla_core.live.protocol import COLOURS, Truth
from tesla_core.tasks.inr import ImageTask, coordinates
from tesla_core.tasks.targets import Target

CHANNELS = 3


class Image(Fit):
    """Judged by PSNR over all pixels, colours cut off at black and white as a screen does."""

    name = "image"
    smooth = False
    pixels = COLOURS
    lens = "tesla_core.live.lenses.image"
    measures = (
        Measure("train_loss", "loss in training"),
        Measure("train_psnr", "PSNR in training", "decibels", rises=True),
        Measure("loss", "MSE"),
        Measure("psnr", "PSNR", "decibels", rises=True),
    )
    titled = (2, 3)
    curves = (Curve("PSNR of the whole picture", 3, "linear"), Curve("Training loss", 0, "log"))
    meaning = "(row, column) of a pixel's centre, each from -1 to 1"
    exploded = 1e6

    def samples(self, task: ImageTask | PixelsTask) -> int:
        return task.samples

    def inputs(self, task: ImageTask | PixelsTask) -> int:
        return 2

    def outputs(self, task: ImageTask | PixelsTask) -> int:
        return CHANNELS

    def stage(self, task: ImageTask | PixelsTask, data: Target, resolution: int) -> Stage:
        pixels = task.picture().pixels
        rows, columns, _ = pixels.shape
        return Stage(rows, columns, data.train.x, Truth(COLOURS, np.moveaxis(pixels, -1, 0)))

    def sharper(self, stage: Stage, resolution: int) -> tuple[NDArray[np.float32], int, int]:
        """The network between the pixels it learned: the same square, more finely sampled."""
        return coordinates(resolution, resolution), resolution, resolution
