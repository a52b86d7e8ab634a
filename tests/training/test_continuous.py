"""Fits and PINNs: they learn, lockstep is separate training, and a resumed one ends with the same bits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from tesla_core.activations import coefficient_budget
from tesla_core.activations.tesla import TESLA
from tesla_core.errors import TeslaError
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.pde.training_torch import PinnTraining
from tesla_core.tasks.targets import FunctionPoints, Target
from tesla_core.training.checkpoint import load_checkpoint, save_checkpoint
from tesla_core.training.fit import FitTraining, squared_errors
from tesla_core.training.lockstep import Lockstep
from tesla_core.training.settings import Settings

NAMES = ("tesla", "relu", "tesla", "siren")
SETTINGS = Settings(epochs=4, batch=13, lr=1e-2, schedule="cosine", budget_weight=1e-3)
Make = Callable[..., Lockstep]


def models_of(names: tuple[str, ...], inputs: int, width: int = 6) -> list[nn.Module]:
    options = {"coefficient_scale": 0.5, "omega": 3.0, "harmonics": 3}
    return [build_model(ModelSpec(activation=n, width=width, **options), inputs, 1, s) for s, n in enumerate(names)]


def target() -> Target:
    generator = np.random.default_rng(0)

    def points(size: int) -> FunctionPoints:
        x = generator.uniform(-1, 1, (size, 1)).astype(np.float32)
        return FunctionPoints(x, np.sin(5 * x))

    return Target(points(40), points(20))


def fit(names: tuple[str, ...] = NAMES, settings: Settings = SETTINGS, every: int = 2) -> FitTraining:
    return FitTraining(models_of(names, 1), target(), settings, 5, squared_errors, every)


def pinn(names: tuple[str, ...] = NAMES, settings: Settings = SETTINGS, every: int = 2) -> PinnTraining:
    return PinnTraining(models_of(names, 2), BurgersTask(40, 8, initial=10), settings, every)


def fresh_pinn(names: tuple[str, ...] = NAMES, settings: Settings = SETTINGS, every: int = 2) -> PinnTraining:
    return PinnTraining(models_of(names, 2), BurgersTask(40, 8, initial=10, points="fresh"), settings, every)


each_kind = pytest.mark.parametrize("make", [fit, pinn])


def finish(training: Lockstep) -> Lockstep:
    for _ in training.steps():
        pass
    return training


@pytest.mark.parametrize("make", [fit, pinn, fresh_pinn])
def test_stopped_anywhere_and_resumed_from_a_file_it_ends_with_the_same_bits(make: Make, tmp_path: Path) -> None:
    expected, data = finish(make()).state()
    for stop in (1, 4, 9):
        training = make()
        steps = training.steps()
        for _ in range(stop):
            next(steps)
        save_checkpoint(tmp_path / "c", *training.state(), spec={})
        resumed = make()
        resumed.load_state(*load_checkpoint(tmp_path / "c", {}))
        tensors, resumed_data = finish(resumed).state()
        assert resumed_data == data
        assert all(torch.equal(tensors[name], expected[name]) for name in expected)


@each_kind
def test_models_in_lockstep_are_the_models_alone(make: Make) -> None:
    """A table trains its runs in groups; the group must not show in a number."""
    together = finish(make())
    for place, name in enumerate(NAMES):
        names = tuple("tanh" if p != place else name for p in range(len(NAMES)))
        others = finish(make(names))
        for one, other in zip(together.history, others.history, strict=True):
            assert one.keys() == other.keys()
            for metric in one:
                assert one[metric][place] == pytest.approx(other[metric][place], rel=1e-3)


@each_kind
def test_steps_count_batches_and_epochs(make: Make) -> None:
    steps = list(make().steps())
    assert [(step.epoch, step.batch) for step in steps] == [(e, b) for e in range(4) for b in range(1, 5)]
    assert all((step.record is not None) == (step.batch == step.batches) for step in steps)
    assert all(step.losses.shape == (4,) for step in steps)


@each_kind
def test_a_batch_that_holds_all_is_one_step_an_epoch(make: Make) -> None:
    training = make(settings=Settings(epochs=2, batch=10_000))
    assert [step.batches for step in training.steps()] == [1, 1]


@each_kind
def test_costly_looks_come_when_asked_for_and_at_the_end(make: Make) -> None:
    history = finish(make(settings=Settings(epochs=7, batch=13), every=3)).history
    name = "test_loss" if make is fit else "relative_error"
    assert [epoch for epoch, record in enumerate(history, start=1) if name in record] == [3, 6, 7]


@each_kind
def test_the_penalty_holds_the_budget_down(make: Make) -> None:
    def budget(weight: float) -> float:
        training = finish(make(("tesla",), Settings(epochs=30, batch=100, lr=1e-2, budget_weight=weight)))
        layers = [layer for layer in training.stack.modules() if isinstance(layer, TESLA)]
        return sum(coefficient_budget(layer).sum().item() for layer in layers)

    assert budget(100.0) < 0.75 * budget(0.0)


def test_a_fit_falls_and_counts_what_its_batches_saw() -> None:
    training = fit(("tesla", "tanh"), Settings(epochs=60, batch=10, lr=1e-2), every=1)
    first = None
    for step in training.steps():
        first = step.losses if first is None else first
        if step.epoch == 0 and step.record is not None:
            assert min(step.record["train_loss"]) > 0
    assert first is not None
    last = training.history[-1]
    assert last["train_loss"][0] < 0.1 * float(first[0])
    predicted = training.predictions()
    truth = torch.from_numpy(target().test.y)
    np.testing.assert_allclose(last["test_loss"], (predicted - truth).square().mean((1, 2)), rtol=1e-4)


def test_the_pinn_total_is_the_papers_sum_and_falls() -> None:
    training = pinn(("tesla", "tanh"), Settings(epochs=80, batch=100, lr=1e-2))
    finish(training)
    for record in training.history:
        total = np.array(record["pde_loss"]) + 100 * (
            np.array(record["initial_loss"]) + np.array(record["boundary_loss"])
        )
        np.testing.assert_allclose(record["total_loss"], total, rtol=1e-5)
    assert max(training.history[-1]["total_loss"]) < 0.5 * min(training.history[0]["total_loss"])


@pytest.mark.parametrize("name", ["kan", "fourier"])
def test_networks_whose_derivatives_are_unknown_are_refused(name: str) -> None:
    with pytest.raises(TeslaError, match="KAN"):
        pinn(("tesla", name))
