"""A real run in a real process, killed at a random moment and resumed: the same weights, bit for bit."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from tesla_core.commands import main
from tesla_core.experiments.folder import RunFolder
from tesla_core.training.checkpoint import load_checkpoint

Start = Callable[..., subprocess.Popen[str]]
Command = Callable[..., Any]

EPOCHS = 40
RUN = ("run", "parity", "--bits", "10", "--noise", "0.1", "--train-size", "300", "--width", "24", "--batch", "16")
RUN = (*RUN, "--epochs", str(EPOCHS), "--schedule", "cosine", "--device", "cpu")
PATIENCE = 120.0


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """The same run, never stopped."""
    path = tmp_path_factory.mktemp("uninterrupted") / "run"
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    assert main([*RUN, "--out", str(path)]) == 0
    for number, handler in handlers.items():
        signal.signal(number, handler)
    return RunFolder(path)


def epochs_done(folder: RunFolder) -> int:
    return len(folder.metrics_file.read_text().splitlines()) if folder.metrics_file.exists() else 0


def wait_for_epoch(process: subprocess.Popen[str], folder: RunFolder, epoch: int, longer: float) -> None:
    """Until the run has finished `epoch` epochs, and a moment longer."""
    deadline = time.monotonic() + PATIENCE
    while epochs_done(folder) < epoch:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.002)
    time.sleep(longer)


def assert_same_end(folder: RunFolder, uninterrupted: RunFolder, about: str) -> None:
    (tensors, data), (expected, expected_data) = (
        load_checkpoint(f.checkpoint_file, uninterrupted.spec().to_dict()) for f in (folder, uninterrupted)
    )
    assert tensors.keys() == expected.keys()
    different = [name for name in expected if not torch.equal(tensors[name], expected[name])]
    assert different == [], about
    assert data["history"] == expected_data["history"], about
    assert folder.metrics_file.read_bytes() == uninterrupted.metrics_file.read_bytes(), about


@pytest.mark.kills
def test_killed_then_terminated_at_random_moments_it_ends_with_the_same_bits(
    start: Start, command: Command, uninterrupted: RunFolder, tmp_path: Path, chance: random.Random
) -> None:
    """First the power fails: SIGKILL leaves no chance to tidy up, only what is on the disk counts. The resumed run is
    stopped by SIGTERM, as a supervisor would: it saves where it is, though no checkpoint is due."""
    folder = RunFolder(tmp_path / "run")
    killed, terminated = sorted(chance.sample(range(2, EPOCHS - 12), 2))
    about = f"killed after epoch {killed}, terminated after epoch {terminated}"

    process = start("-m", "tesla_core", *RUN, "--out", folder.path, "--checkpoint-seconds", "0")
    wait_for_epoch(process, folder, killed, chance.uniform(0.0, 0.03))
    process.kill()
    assert process.wait() == -signal.SIGKILL, about
    done = epochs_done(folder)
    assert done < EPOCHS, about
    terminated = max(terminated, done + 1)  # a quick run got further before it was killed
    about += f", in fact {done} and {terminated}"
    left_by_the_kill = folder.checkpoint_file.read_bytes()

    process = start("-m", "tesla_core", "run", "parity", "--resume", folder.path, "--checkpoint-seconds", "86400")
    wait_for_epoch(process, folder, terminated, chance.uniform(0.0, 0.03))
    assert folder.checkpoint_file.read_bytes() == left_by_the_kill, about
    process.terminate()
    _, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, about
    assert "interrupted" in stderr
    assert "Traceback" not in stderr
    assert terminated <= load_checkpoint(folder.checkpoint_file, folder.spec().to_dict())[1]["epoch"] < EPOCHS, about
    assert not folder.result_file.exists()

    outcome = command("run", "parity", "--resume", folder.path, "--json")
    assert outcome.code == 0
    assert_same_end(folder, uninterrupted, about)
    result = json.loads(outcome.stdout.splitlines()[-1])
    assert [record["epoch"] for record in result["metrics"]["history"]] == list(range(1, EPOCHS + 1))
