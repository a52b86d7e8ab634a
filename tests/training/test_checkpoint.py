"""Checkpoints: a crash never costs the one before, and a file that can't be trusted is refused in plain words."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import save_file
from torch import Tensor

from tesla_core.errors import CheckpointError
from tesla_core.files import write_atomically
from tesla_core.training.checkpoint import load_checkpoint, save_checkpoint

SPEC = {"experiment": "parity", "bits": 12, "seed": 3}
DATA = {"epoch": 2, "batch": 7, "history": [{"train_loss": [0.1234567890123, float("inf")]}], "seconds": 1.5}
TENSORS = {
    "model/weight": torch.arange(6, dtype=torch.float32).view(2, 3).T,  # not contiguous
    "optimizer/0/step": torch.tensor(5.0),
    "running": torch.tensor([[1e-300, 0.1]], dtype=torch.float64),
    "half": torch.tensor([1.5, -2.0], dtype=torch.bfloat16),
    "count": torch.tensor([], dtype=torch.int64),
}

# Saves for ever, each time other numbers, so that a kill falls into the writing sooner or later.
SAVE_FOR_EVER = """
import sys, itertools, torch
from pathlib import Path
from tesla_core.training.checkpoint import save_checkpoint
for turn in itertools.count():
    save_checkpoint(Path(sys.argv[1]), {"w": torch.full((2_000_000,), float(turn))}, {"turn": turn}, {"a": 1})
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "checkpoint.safetensors"
    save_checkpoint(path, TENSORS, DATA, SPEC)
    return path


def assert_loads_whole(tensors: dict[str, Tensor], data: dict[str, Any]) -> None:
    assert data == DATA
    assert tensors.keys() == TENSORS.keys()
    for name, tensor in TENSORS.items():
        assert tensors[name].dtype == tensor.dtype
        assert torch.equal(tensors[name], tensor)


def test_what_was_saved_comes_back_bit_for_bit_and_nothing_else_is_left(file: Path) -> None:
    assert_loads_whole(*load_checkpoint(file, SPEC))
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_saving_again_replaces(file: Path) -> None:
    save_checkpoint(file, {"w": torch.ones(2)}, {"epoch": 3}, SPEC)
    tensors, data = load_checkpoint(file, SPEC)
    assert (list(tensors), data) == (["w"], {"epoch": 3})


def test_a_missing_checkpoint_is_named(tmp_path: Path) -> None:
    for nothing in (tmp_path / "absent", tmp_path):
        with pytest.raises(CheckpointError, match=f"no checkpoint at {nothing}"):
            load_checkpoint(nothing, SPEC)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({**SPEC, "bits": 16}, r"another spec: bits 12 \(now 16\)"),
        ({**SPEC, "bits": 16, "seed": 0}, r"bits 12 \(now 16\), seed 3 \(now 0\)"),
        ({"experiment": "parity", "bits": 12}, r"seed 3 \(now None\)"),
    ],
)
def test_a_checkpoint_of_another_spec_says_what_differs(file: Path, spec: dict[str, Any], message: str) -> None:
    with pytest.raises(CheckpointError, match=message):
        load_checkpoint(file, spec)


def test_a_file_cut_anywhere_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    for length in [*range(0, len(whole), 17), len(whole) - 1]:
        file.write_bytes(whole[:length])
        with pytest.raises(CheckpointError, match="torn or not a checkpoint"):
            load_checkpoint(file, SPEC)


def test_a_changed_byte_is_refused_or_changes_nothing(file: Path) -> None:
    """A bad disk must not turn into wrong weights, a wrong epoch or a traceback."""
    whole = file.read_bytes()

    @settings(deadline=None, max_examples=400)
    @given(st.integers(0, len(whole) - 1), st.integers(1, 255))
    def flip(place: int, change: int) -> None:
        damaged = bytearray(whole)
        damaged[place] ^= change
        file.write_bytes(damaged)
        with contextlib.suppress(CheckpointError):
            assert_loads_whole(*load_checkpoint(file, SPEC))

    flip()


def test_other_files_are_refused_and_never_unpickled(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (os.mkdir, (str(tmp_path / "sprung"),))

    (tmp_path / "pickle").write_bytes(pickle.dumps(Trap()))
    torch.save({"trap": Trap()}, tmp_path / "torch")
    save_file({"w": torch.ones(1)}, tmp_path / "foreign", {"format": "pt"})
    save_file({"w": torch.ones(1)}, tmp_path / "bare")
    for name, message in [
        ("pickle", "torn or not a checkpoint"),
        ("torch", "torn or not a checkpoint"),
        ("foreign", "not a checkpoint of this program"),
        ("bare", "not a checkpoint of this program"),
    ]:
        with pytest.raises(CheckpointError, match=message):
            load_checkpoint(tmp_path / name, SPEC)
    assert not (tmp_path / "sprung").exists()


def test_a_failed_write_keeps_the_old_file_and_leaves_no_litter(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, for one."""

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, b"half")
    monkeypatch.undo()
    assert_loads_whole(*load_checkpoint(file, SPEC))
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_process_killed_while_it_saves_leaves_a_whole_checkpoint(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.safetensors"
    process = subprocess.Popen([sys.executable, "-c", SAVE_FOR_EVER, str(file)], cwd=root)
    try:
        deadline = time.monotonic() + 120
        last = -1
        for _ in range(5):
            process.send_signal(signal.SIGCONT)
            while not any(path.suffix == ".tmp" for path in tmp_path.iterdir()) or not file.exists():
                assert process.poll() is None
                assert time.monotonic() < deadline
            process.send_signal(signal.SIGSTOP)  # frozen within a save: just what a kill at this moment leaves
            while psutil.Process(process.pid).status() != psutil.STATUS_STOPPED:  # a moment after the signal
                assert time.monotonic() < deadline
            tensors, data = load_checkpoint(file, {"a": 1})
            assert data["turn"] >= last
            assert bool((tensors["w"] == float(data["turn"])).all())
            last = data["turn"]
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    tensors, data = load_checkpoint(file, {"a": 1})
    assert bool((tensors["w"] == float(data["turn"])).all())
