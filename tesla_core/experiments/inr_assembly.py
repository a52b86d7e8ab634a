"""Images as networks: from specs to a training, and from its history to PSNR, SSIM and epochs to 25 dB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.analysis.image_quality import psnr, psnr_of_error, ssim
from tesla_core.errors import TeslaError
from tesla_core.experiments.inr import InrSpec
from tesla_core.experiments.kept import RECONSTRUCTION, packed
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.models.build import build_model
from tesla_core.tasks.inr import to_image
from tesla_core.training.fit import FitTraining, Measure
from tesla_core.training.trainable import Record, history_lines

GOAL = 25.0  # dB
PEAK = 2.0  # from black, -1, to white, 1


@dataclass(frozen=True)
class InrAssembly:
    """The networks of some specs and the one training that trains them together. shape: the image's rows, columns."""

    specs: Sequence[ExperimentSpec]
    models: list[nn.Module]
    training: FitTraining
    shape: tuple[int, int]

    def metrics(self, place: int) -> dict[str, Any]:
        """PSNR and SSIM after the last epoch; epochs_to_25db: the first whose own loss is worth so much, or None."""
        own = history_lines(self.training.history, place)
        last = own[-1] if own else {}
        reached = (record["epoch"] for record in own if psnr_of_error(record["train_loss"], PEAK) >= GOAL)
        return {
            "psnr": last.get("psnr"),
            "ssim": last.get("ssim"),
            "epochs_to_25db": next(reached, None),
            "train_loss": last.get("train_loss"),
            "history": own,
        }

    def files(self) -> dict[str, bytes]:
        """The first network's image beside the original."""
        original, reconstruction = (self._bytes(values) for values in (self.training.y, self.training.predictions()[0]))
        return {RECONSTRUCTION: packed(original=original, reconstruction=reconstruction)}

    def _bytes(self, values: Tensor) -> NDArray[np.uint8]:
        image = to_image(values.cpu().numpy(), *self.shape)
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
    measure = quality(height, width)
    training = FitTraining(models, target, first.settings(), first.seed, measure, first.evaluate_every, device)
    return InrAssembly(specs, models, training, (height, width))


def quality(height: int, width: int) -> Measure:
    """PSNR and SSIM of each model's picture, colours cut off at black and white as a screen does."""

    def measure(predicted: Tensor, truth: Tensor) -> Record:
        original = to_image(truth.numpy(), height, width)
        pictures = [to_image(one.numpy(), height, width) for one in predicted]
        return {name: [by(one, original) for one in pictures] for name, by in (("psnr", psnr), ("ssim", ssim))}

    return measure
