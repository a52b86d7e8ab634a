"""Who may write into a job's folder."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.worker.endings import CODES, Ending, LockedError, SupersededError, ending_of
from tesla_core.jobs.worker.guard import AttemptGuard

HOLDING = """
import sys
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.worker.guard import AttemptGuard
AttemptGuard(RunFolder(sys.argv[1]), "mine").take()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    (tmp_path / "token").write_text("mine\n")
    return RunFolder(tmp_path)


def test_a_wedged_process_keeps_the_lock_until_it_dies(folder: RunFolder, root: Path) -> None:
    """Even with the right token nobody writes beside it; its death, be it SIGKILL, opens the folder at once."""
    command = [sys.executable, "-c", HOLDING, folder.path]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LockedError, match="Another process runs this job"):
            AttemptGuard(folder, "mine").take(patience=0.1)
        holder.kill()
        holder.wait()
    guard = AttemptGuard(folder, "mine")
    guard.take(patience=5.0)
    guard.release(Ending("succeeded", "done"))
    lines = [json.loads(line) for line in folder.attempts_file.read_text().splitlines()]
    assert [sorted({"locked", "unlocked"} & line.keys()) for line in lines] == [["locked"], ["locked"], ["unlocked"]]


def test_another_token_is_refused_before_and_during_the_run(folder: RunFolder) -> None:
    with pytest.raises(SupersededError):
        AttemptGuard(folder, "older").take()
    assert not folder.lock_file.exists()
    guard = AttemptGuard(folder, "mine")
    guard.take()
    guard.check()
    folder.token_file.write_text("newer\n")
    with pytest.raises(SupersededError):
        guard.check()
    folder.token_file.unlink()
    with pytest.raises(TeslaError, match="was deleted or emptied"):
        guard.check()
    guard.release(Ending("superseded", "a newer one"))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (None, "succeeded"),
        (KeyboardInterrupt(), "interrupted"),
        (TeslaError("bits"), "mistake"),
        (OSError(28, "No space left on device", "metrics.jsonl"), "disk-full"),
        (OSError(13, "Permission denied"), "crash"),
        (RuntimeError("shapes differ\n(2, 3)"), "crash"),
        (RuntimeError("CUDA error: out of memory\nTried to allocate"), "out-of-memory"),
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"), "out-of-memory"),
        (RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory"), "out-of-memory"),
        (MemoryError(), "out-of-memory"),
        (SupersededError("newer"), "superseded"),
        (LockedError("held"), "locked"),
    ],
)
def test_every_end_has_a_kind_a_code_and_one_plain_line(error: BaseException | None, kind: str) -> None:
    ending = ending_of(error)
    assert (ending.kind, ending.code) == (kind, CODES[kind])
    assert ending.reason
    assert "\n" not in ending.reason


def test_a_run_without_memory_is_told_apart_from_one_that_is_wrong() -> None:
    """A person learns that the run needs room, not that it has a mistake."""
    ending = ending_of(torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"))
    assert ending.reason.startswith("The run is not wrong, but there was not enough memory for it (OutOfMemoryError")
    assert "Make it smaller" in ending.reason
