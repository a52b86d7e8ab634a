"""A training that goes on from a saved state repeats, bit for bit, what it would have done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tesla_core.errors import CheckpointError
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.tasks.data import Dataset
from tesla_core.training.checkpoint import load_checkpoint, save_checkpoint
from tesla_core.training.loop import Training
from tesla_core.training.settings import Settings

MakeData = Callable[..., Dataset]
EPOCHS, BATCHES = 3, 4
MIXED = ("tesla", "siren", "kan", "fourier")


def fresh(make_data: MakeData, own_data: bool = False) -> Training:
    models = [build_model(ModelSpec(activation=name, width=5), 2, 1, seed) for seed, name in enumerate(MIXED)]
    data = [make_data(seed) for seed in range(len(MIXED))] if own_data else make_data()
    chosen = Settings(epochs=EPOCHS, batch=13, lr=1e-2, weight_decay=0.1, schedule="cosine", budget_weight=0.01)
    return Training(models, data, chosen, list(range(len(MIXED))))


def assert_identical(one: Training, other: Training) -> None:
    (tensors, data), (other_tensors, other_data) = one.state(), other.state()
    assert data == other_data
    assert tensors.keys() == other_tensors.keys()
    assert all(torch.equal(tensors[name], other_tensors[name]) for name in tensors)


@pytest.mark.parametrize("own_data", [False, True], ids=["shared data", "data of their own"])
def test_stopped_anywhere_and_resumed_from_a_file_it_ends_with_the_same_bits(
    make_data: MakeData, own_data: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What a killed run relies on. Weights, Adam's moments, running sums and history must all survive the file."""
    uninterrupted = fresh(make_data, own_data)
    for _ in uninterrupted.steps():
        pass
    file = tmp_path_factory.mktemp("resume") / "checkpoint"

    @settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.integers(0, EPOCHS * BATCHES), min_size=1, max_size=2))
    def stopped_at(stops: list[int]) -> None:
        training = fresh(make_data, own_data)
        done = 0
        for stop in sorted(stops):
            steps = training.steps()
            for _ in range(stop - done):
                next(steps)
            done = stop
            save_checkpoint(file, *training.state(), spec={})
            training = fresh(make_data, own_data)
            training.load_state(*load_checkpoint(file, {}))
        for _ in training.steps():
            pass
        assert_identical(training, uninterrupted)

    stopped_at()


def test_going_back_in_the_same_process_repeats_the_same_steps(make_data: MakeData) -> None:
    """Undo and "same start" on a live page."""
    training = fresh(make_data)
    steps = training.steps()
    for _ in range(5):
        next(steps)
    tensors, data = training.state()
    kept = {name: tensor.clone() for name, tensor in tensors.items()}, {**data, "history": list(data["history"])}
    for _ in steps:
        pass
    end = {name: tensor.clone() for name, tensor in training.state()[0].items()}
    training.load_state(*kept)
    for _ in training.steps():
        pass
    again = training.state()[0]
    assert all(torch.equal(end[name], again[name]) for name in end)


def test_loading_does_not_tie_the_training_to_the_loaded_tensors(make_data: MakeData, tmp_path: Path) -> None:
    """Two branches may start from one key state; neither may change it for the other."""
    first = fresh(make_data)
    next(first.steps())
    save_checkpoint(tmp_path / "checkpoint", *first.state(), spec={})
    tensors, data = load_checkpoint(tmp_path / "checkpoint", {})
    before = {name: tensor.clone() for name, tensor in tensors.items()}
    branch = fresh(make_data)
    branch.load_state(tensors, data)
    for _ in branch.steps():
        pass
    assert all(torch.equal(before[name], tensors[name]) for name in tensors)
    assert data["history"] == []


@pytest.mark.parametrize("lost", ["model/", "running/"])
def test_a_state_of_another_version_is_refused_by_name(make_data: MakeData, lost: str) -> None:
    """After an update of the program, a job says what is wrong with its checkpoint instead of a traceback."""
    tensors, data = fresh(make_data).state()
    kept = {name: tensor for name, tensor in tensors.items() if not name.startswith(lost)}
    with pytest.raises(CheckpointError, match="another version of the program"):
        fresh(make_data).load_state(kept, data)
