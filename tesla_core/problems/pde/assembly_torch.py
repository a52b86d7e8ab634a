"""PINNs: from specs to a training, and from its history to losses and the true error."""

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
from tesla_core.problems.pde.experiment import FIELD, PdeSpec
from tesla_core.problems.pde.training_torch import PinnTraining, part_names
from tesla_core.training.trainable import history_lines

INPUTS, OUTPUTS = 2, 1
EVALUATION_BATCH = 4096


@dataclass(frozen=True)
class PinnAssembly:
    """The networks of some specs and the one training that trains them together."""

    specs: Sequence[ExperimentSpec]
    models: list[nn.Module]
    training: PinnTraining

    def metrics(self, place: int) -> dict[str, Any]:
        """The last epoch's losses and true error; `best_` is the lowest true error seen and its epoch."""
        own = history_lines(self.training.history, place)
        last = own[-1] if own else {}
        seen = [record for record in own if "relative_error" in record]
        best = min(seen, key=lambda record: record["relative_error"], default={})
        names = ("total_loss", *part_names(self.training.task), "relative_error")
        return {
            **{name: last.get(name) for name in names},
            "best_relative_error": best.get("relative_error"),
            "best_epoch": best.get("epoch"),
            "history": own,
        }

    @torch.no_grad()
    def files(self) -> dict[str, bytes]:
        """The first network's solution and residual on the exact solution's grid."""
        training, grid = self.training, self.training.task.solution()
        chunks = training.grid[0].split(EVALUATION_BATCH)
        u = torch.cat([training.stack(chunk)[0, :, 0] for chunk in chunks])
        residual = torch.cat([training.residuals(chunk)[0] for chunk in chunks])
        values = {"u": u.cpu().numpy(), "exact": grid.u, "residual": residual.cpu().numpy()}
        maps = {name: value.reshape(grid.u.shape).astype(np.float32) for name, value in values.items()}
        axes = dict(zip(training.task.axes, (grid.across, grid.upwards), strict=True))
        return {FIELD: packed(**axes, **maps)}


def assemble(specs: Sequence[ExperimentSpec], device: str = "cpu") -> PinnAssembly:
    """A training of all specs in lockstep; they must agree in their settings and points."""
    first = cast(PdeSpec, specs[0])
    if len({(spec.settings(), spec.task()) for spec in specs}) != 1:
        raise TeslaError("Only PINNs with the same training settings and points can be trained together.")
    models = [build_model(spec.model(), INPUTS, OUTPUTS, spec.seed) for spec in specs]
    return PinnAssembly(
        specs, models, PinnTraining(models, first.task(), first.settings(), first.evaluate_every, device)
    )
