"""Mixed-frequency regression: from specs to a training, and from its history to errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from torch import nn

from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import packed
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.models.build import build_model
from tesla_core.problems.signal.experiment import FIT, RegressionSpec
from tesla_core.problems.signal.task import coordinates
from tesla_core.training.fit import FitTraining, squared_errors
from tesla_core.training.trainable import history_lines

KEPT_POINTS = 2048  # over the second: 25 in the shortest period


@dataclass(frozen=True)
class RegressionAssembly:
    """The models of some specs and the one training that trains them together."""

    specs: Sequence[ExperimentSpec]
    models: list[nn.Module]
    training: FitTraining

    def metrics(self, place: int) -> dict[str, Any]:
        """The errors of the last epoch: none is chosen."""
        own = history_lines(self.training.history, place)
        last = own[-1] if own else {}
        return {**{name: last.get(name) for name in ("train_loss", "test_loss")}, "history": own}

    def files(self) -> dict[str, bytes]:
        """The signal and the first model's fit of it, over the second."""
        task = cast(RegressionSpec, self.specs[0]).task()
        t = (np.arange(KEPT_POINTS) + 0.5) / KEPT_POINTS
        fit = self.training.predictions(torch.from_numpy(coordinates(t)))[0, :, 0].numpy()
        return {FIT: packed(t=t, signal=task.signal(t), fit=fit)}


def assemble(specs: Sequence[ExperimentSpec], device: str = "cpu") -> RegressionAssembly:
    """A training of all specs in lockstep; they must agree in their settings and signal."""
    first = cast(RegressionSpec, specs[0])
    if len({(spec.settings(), spec.task()) for spec in specs}) != 1:
        raise TeslaError("Only regressions with the same training settings and signal can be trained together.")
    target = first.task().sample()
    models = [build_model(spec.model(), target.inputs, target.outputs, spec.seed) for spec in specs]
    training = FitTraining(models, target, first.settings(), first.seed, squared_errors, device=device)
    return RegressionAssembly(specs, models, training)
