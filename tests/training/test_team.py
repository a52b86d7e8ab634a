"""Several processes that train one model: together they take the same steps as one."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
import torch
from torch.multiprocessing.spawn import start_processes

from tesla_core.experiments.assemble import assemble
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.training.checkpoint import load_checkpoint, save_checkpoint
from tesla_core.training.team import Team, TeamTraining, check_devices

SIZE = 2
# 41 samples in batches of 8: the last batch has one, so that a process has no share of it.
SPEC = ParitySpec(bits=8, train_size=41, width=8, epochs=4, batch=8, lr=1e-2, budget_weight=0.1, schedule="cosine")
STOPPED_AT = 3


def member(rank: int, port: int, folder: Path) -> None:
    """What each process does: train SPEC; then train again, and one of the two is asked to stop."""
    places = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": SIZE, "LOCAL_WORLD_SIZE": SIZE, "MASTER_PORT": port}
    os.environ |= {name: str(value) for name, value in places.items()} | {"MASTER_ADDR": "127.0.0.1"}
    batches = [0]
    team = Team("cpu", lambda: rank == 1 and batches[0] == STOPPED_AT)
    training = assemble([SPEC], team=team).training
    assert isinstance(training, TeamTraining)
    for _ in training.steps():
        pass
    save_checkpoint(folder / f"{rank}.safetensors", *training.state(), SPEC.to_dict())
    for _ in assemble([SPEC], team=team).training.steps():
        batches[0] += 1
        if team.stopping:
            break
    (folder / f"{rank}.txt").write_text(str(batches[0]))
    team.close()


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("team")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    start_processes(member, (port, folder), nprocs=SIZE, start_method="spawn")
    return folder


def test_all_members_end_with_the_same_bits_and_near_those_of_one_process(trained: Path) -> None:
    """Sums are added in another order, so the single process differs in the last digits, and in nothing else."""
    (first, data), (second, other) = (
        load_checkpoint(trained / f"{r}.safetensors", SPEC.to_dict()) for r in range(SIZE)
    )
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert data == other
    alone = assemble([SPEC]).training
    for _ in alone.steps():
        pass
    expected, _ = alone.state()
    for name in expected:
        torch.testing.assert_close(first[name], expected[name], rtol=1e-3, atol=1e-5)
    assert [epoch["train_accuracy"] for epoch in data["history"]] == [e["train_accuracy"] for e in alone.history]
    for epoch, whole in zip(data["history"], alone.history, strict=True):
        assert epoch["train_loss"] == pytest.approx(whole["train_loss"], rel=1e-4)


def test_one_that_is_asked_to_stop_stops_all_after_the_same_batch(trained: Path) -> None:
    """Else one would wait for the others' gradients for ever, and no common state could be saved."""
    assert [(trained / f"{rank}.txt").read_text() for rank in range(SIZE)] == [str(STOPPED_AT + 1)] * SIZE


def test_devices_that_can_not_be_shared_out_are_refused() -> None:
    check_devices("cpu", 64)
    with pytest.raises(ValueError, match="cuda or on cpu; device 'mps' was given"):
        check_devices("mps", 2)
    with pytest.raises(ValueError, match=r"64 GPUs were asked for; [0-9]+ can be used here"):
        check_devices("cuda", 64)
