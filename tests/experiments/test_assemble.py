"""From specs to a training and from its history to results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.assemble import assemble, metrics_of, outputs_of
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.toys.experiment import ToysSpec

SMALL = [
    ParitySpec(bits=8, noise=0.1, train_size=40, width=8, epochs=2, batch=16),
    ParitySpec(bits=8, secret_weight=3, train_size=40, width=8, epochs=2, batch=16),
    SurfaceSpec(bits=6, train_size=30, width=8, epochs=2),
    ForrelationSpec(n=4, train_size=40, width=8, epochs=1),
    ToysSpec(samples=60, width=8, epochs=2),
]


@pytest.mark.parametrize("spec", SMALL, ids=lambda spec: spec.experiment)
def test_every_experiment_trains_from_its_spec_alone(spec: ExperimentSpec) -> None:
    training = assemble([spec]).training
    for _ in training.steps():
        pass
    metrics = metrics_of(training.history, 0)
    assert len(metrics["history"]) == spec.epochs
    assert 0 <= metrics["test_accuracy"] <= 1
    assert 0 <= metrics["final_accuracy"] <= 1


def test_specs_of_one_task_share_its_data_and_others_have_their_own() -> None:
    spec = ParitySpec(bits=8, train_size=40, width=4)
    shared = assemble([spec, replace(spec, activation="relu")]).training
    own = assemble([spec, replace(spec, activation="relu", seed=1)]).training
    assert shared.samples.train.x.shape == (40, 8)
    assert own.samples.train.x.shape == (2, 40, 8)


def test_runs_trained_together_are_the_runs_one_by_one() -> None:
    """A table trains its runs in groups; the group must not show in a number."""
    spec = ParitySpec(bits=8, train_size=60, width=8, epochs=3, batch=16, init="uniform(0.5)")
    specs = [spec, replace(spec, activation="siren", seed=2), replace(spec, seed=1)]
    together = assemble(specs).training
    for _ in together.steps():
        pass
    for place, spec in enumerate(specs):
        alone = assemble([spec]).training
        for _ in alone.steps():
            pass
        for one, other in zip(together.history, alone.history, strict=True):
            assert one["train_loss"][place] == pytest.approx(other["train_loss"][0], rel=1e-3)


def test_runs_with_different_settings_do_not_train_together() -> None:
    with pytest.raises(TeslaError, match="same training settings"):
        assemble([ParitySpec(bits=8), ParitySpec(bits=8, lr=0.1)])


def test_two_classes_need_one_logit_and_more_need_one_each() -> None:
    two = ToysSpec(samples=60).task().sample()
    assert two.classes == 2
    assert outputs_of(two) == 1
    assert outputs_of(type(two)(two.train, two.validation, two.test, classes=5)) == 5


def history(validation: list[float] | None, test: list[float]) -> list[dict[str, list[float]]]:
    """Two models; the first has these accuracies, the second has none right."""
    records = [{"train_loss": [0.5, 9.0], "test_accuracy": [accuracy, 0.0]} for accuracy in test]
    for record, accuracy in zip(records, validation or [], strict=False):
        record["validation_accuracy"] = [accuracy, 0.0]
    return records


def test_the_epoch_is_chosen_on_validation_and_never_on_test() -> None:
    metrics = metrics_of(history([0.5, 0.9, 0.8], [0.99, 0.7, 0.6]), 0)
    assert (metrics["test_accuracy"], metrics["final_accuracy"], metrics["chosen_epoch"]) == (0.7, 0.6, 2)
    assert metrics["chosen_by"] == "validation accuracy"


def test_of_equally_good_epochs_the_first_is_chosen() -> None:
    """Else a longer run would report another epoch without having improved."""
    metrics = metrics_of(history([0.5, 0.9, 0.9, 0.9], [0.1, 0.2, 0.3, 0.4]), 0)
    assert (metrics["chosen_epoch"], metrics["test_accuracy"]) == (2, 0.2)


def test_without_validation_the_last_epoch_counts() -> None:
    metrics = metrics_of(history(None, [0.99, 0.7]), 0)
    assert (metrics["test_accuracy"], metrics["chosen_epoch"], metrics["chosen_by"]) == (0.7, 2, "last epoch")


def test_the_history_has_an_entry_an_epoch_of_the_asked_model() -> None:
    records = history([0.5, 0.9], [0.1, 0.2])
    assert metrics_of(records, 0)["history"] == [
        {"epoch": 1, "train_loss": 0.5, "test_accuracy": 0.1, "validation_accuracy": 0.5},
        {"epoch": 2, "train_loss": 0.5, "test_accuracy": 0.2, "validation_accuracy": 0.9},
    ]
    assert metrics_of(records, 1)["history"][0]["train_loss"] == 9.0


def test_before_the_first_epoch_nothing_is_claimed() -> None:
    metrics = metrics_of([], 0)
    assert metrics["test_accuracy"] is None
    assert metrics["history"] == []
