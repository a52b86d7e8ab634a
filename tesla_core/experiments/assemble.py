"""Classifiers: from specs to a training, and from its history to accuracies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from torch import nn

from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.messages.say import marked
from tesla_core.models.build import build_model
from tesla_core.tasks.data import Dataset
from tesla_core.training.loop import Training
from tesla_core.training.team import Team, TeamTraining
from tesla_core.training.trainable import Record, history_lines


@dataclass(frozen=True)
class Assembly:
    """The models of some specs and the one training that trains them together."""

    specs: Sequence[ExperimentSpec]
    models: list[nn.Module]
    training: Training

    def metrics(self, place: int) -> dict[str, Any]:
        """What the model at `place` achieved."""
        return metrics_of(self.training.history, place)


def assemble(specs: Sequence[ExperimentSpec], device: str = "cpu", team: Team | None = None) -> Assembly:
    """A training of all specs in lockstep. They must agree in their settings; specs with one task share its data.

    team: the processes that train it together, each on its share of every batch.
    """
    if len({spec.settings() for spec in specs}) != 1:
        raise TeslaError("Only runs with the same training settings can be trained together.")
    tasks = [spec.task() for spec in specs]
    sampled = {task: task.sample() for task in dict.fromkeys(tasks)}
    datasets: list[Dataset] = [sampled[task] for task in tasks]
    models = [
        build_model(spec.model(), d.inputs, outputs_of(d), spec.seed) for spec, d in zip(specs, datasets, strict=True)
    ]
    data = datasets[0] if len(sampled) == 1 else datasets
    settings, seeds = specs[0].settings(), [spec.seed for spec in specs]
    if team is None:
        training = Training(models, data, settings, seeds, device)
    else:
        training = TeamTraining(team, models, data, settings, seeds)
    return Assembly(specs, models, training)


def outputs_of(data: Dataset) -> int:
    """One logit for two classes, else one a class."""
    return 1 if data.classes == 2 else data.classes


def metrics_of(history: list[Record], model: int) -> dict[str, Any]:
    """What one model of the training achieved.

    test_accuracy is that of the epoch chosen on validation; without a validation split nothing is chosen, and it is
    that of the last epoch. validation_accuracy is that epoch's, too, and final_accuracy the last epoch's on test.
    """
    own = history_lines(history, model)
    if not own:
        nothing = dict.fromkeys(("test_accuracy", "validation_accuracy", "final_accuracy", "chosen_epoch", "chosen_by"))
        return {**nothing, "history": []}
    validated = "validation_accuracy" in own[0]
    # The first epoch of the best, so that a longer run does not change the choice without improving.
    best = max(range(len(own)), key=lambda e: (own[e]["validation_accuracy"], -e)) if validated else len(own) - 1
    return {
        "test_accuracy": own[best]["test_accuracy"],
        "validation_accuracy": own[best].get("validation_accuracy"),
        "final_accuracy": own[-1]["test_accuracy"],
        "chosen_epoch": best + 1,
        "chosen_by": marked("validation accuracy") if validated else marked("last epoch"),
        "history": own,
    }
