"""Images as networks: from specs to a training, and from its history to PSNR, SSIM and epochs to 25 dB."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import packed
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.models.build import build_model
from tesla_core.problems.image.experiment import RECONSTRUCTION, InrSpec
from tesla_core.problems.image.quality import psnr, psnr_among, psnr_of_error, ssim
from tesla_core.problems.image.task import coordinates, to_image
from tesla_core.problems.image.withheld import Mask, PictureTarget
from tesla_core.training.fit import FitTraining, Measure
from tesla_core.training.trainable import Record, history_lines

GOAL = 25.0  # dB
PEAK = 2.0  # from black, -1, to white, 1
FINER = 2  # how many times as fine a kept picture is asked, each way
MOST_FINE = 512**2  # pixels of a picture up to which it is


@dataclass(frozen=True)
class InrAssembly:
    """The networks of some specs and the one training that trains them together. shape: the image's rows, columns."""

    specs: Sequence[ExperimentSpec]
    models: list[nn.Module]
    training: FitTraining
    target: PictureTarget
    shape: tuple[int, int]

    def metrics(self, place: int) -> dict[str, Any]:
        """PSNR and SSIM after the last epoch: none is chosen. Where pixels are withheld, the PSNR of those and of the
        others in place of one. epochs_to_25db: the first whose own training loss is worth so much, or None; of withheld
        pixels, the first that was looked at."""
        own = history_lines(self.training.history, place)
        last = own[-1] if own else {}
        names = ("seen_psnr", "unseen_psnr") if self.target.withholds else ("psnr",)
        reached = (record["epoch"] for record in own if self._worth(record) >= GOAL)
        return {
            **{name: last.get(name) for name in (*names, "ssim")},
            "epochs_to_25db": next(reached, None),
            "train_loss": last.get("train_loss"),
            "history": own,
        }

    def _worth(self, record: Mapping[str, Any]) -> float:
        """The decibels that an epoch has; as the paper counts them, those of its training loss."""
        if self.target.withholds:
            found = record.get("unseen_psnr")
            return -np.inf if found is None else found
        return psnr_of_error(record["train_loss"], PEAK)

    def files(self) -> dict[str, bytes]:
        """The first network's image beside the original, and twice as fine: what lies between the pixels. Which of them
        were seen, where some were not."""
        height, width = self.shape
        original = self._bytes(self.target.whole.y)
        arrays: dict[str, NDArray[Any]] = {
            "original": original,
            "reconstruction": self._bytes(self.training.predictions()[0].numpy()),
        }
        if height * width <= MOST_FINE:
            between = coordinates(FINER * height, FINER * width)
            fine = self.training.predictions(torch.from_numpy(between))[0].numpy()
            arrays["fine"] = self._bytes(fine, FINER)
        if self.target.withholds:
            arrays["seen"] = self.target.seen.reshape(self.shape)
        return {RECONSTRUCTION: packed(**arrays)}

    def _bytes(self, values: NDArray[np.float32], finer: int = 1) -> NDArray[np.uint8]:
        image = to_image(values, *(finer * side for side in self.shape))
        return np.rint(255 * np.nan_to_num(image)).astype(np.uint8)


def assemble(specs: Sequence[ExperimentSpec], device: str = "cpu") -> InrAssembly:
    """A training of all specs in lockstep; they must agree in their settings and image."""
    first = cast(InrSpec, specs[0])
    if len({(spec.settings(), spec.task()) for spec in specs}) != 1:
        raise TeslaError("Only images with the same training settings, image and seed can be trained together.")
    task = first.task()
    height, width = task.picture().pixels.shape[:2]
    target = task.sample()
    models = [build_model(spec.model(), target.inputs, target.outputs, spec.seed) for spec in specs]
    measure = quality(height, width, target.seen)
    training = FitTraining(
        models, target.told_on_all, first.settings(), first.seed, measure, first.evaluate_every, device
    )
    return InrAssembly(specs, models, training, target, (height, width))


def quality(height: int, width: int, seen: Mask) -> Measure:
    """PSNR and SSIM of each model's picture, colours cut off at black and white as a screen does. Where some pixels are
    not seen, PSNR is told of those and of the others; SSIM, which looks at squares, is of the whole picture."""
    numbers: dict[str, Callable[..., float]] = {"psnr": psnr}
    if not seen.all():
        of_pixels = seen.reshape(height, width)
        numbers = {
            name: partial(psnr_among, where=where)
            for name, where in (("seen_psnr", of_pixels), ("unseen_psnr", ~of_pixels))
        }
    numbers["ssim"] = ssim

    def measure(predicted: Tensor, truth: Tensor) -> Record:
        original = to_image(truth.numpy(), height, width)
        pictures = [to_image(one.numpy(), height, width) for one in predicted]
        return {name: [by(one, original) for one in pictures] for name, by in numbers.items()}

    return measure
