"""Line one of the jobs' promises: a real run, killed twenty times over, ends with the bits of one never interrupted."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import torch

from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.parity import ParitySpec
from tesla_core.jobs.backends.command import runner_command
from tesla_core.jobs.backends.local import LocalBackend
from tesla_core.jobs.home import Home
from tesla_core.jobs.job import Job, Request
from tesla_core.jobs.place import reached
from tesla_core.jobs.slots import Slots
from tesla_core.jobs.states import FINISHED, State
from tesla_core.jobs.supervisor import Supervisor
from tesla_core.training.checkpoint import load_checkpoint
from tests.jobs.light import QUICK, assert_never_two_at_once, lock_intervals, wait_until

KILLS = 20
SPEC = ParitySpec(bits=8, noise=0.1, train_size=64, width=16, batch=16, epochs=600, schedule="cosine")
TORN_LINE = b'{"train_loss": [0.1], "train_acc\xff\n'


def eager_command(job: Job, gpus: Sequence[str] = ()) -> list[str]:
    """The runner's own command, with checkpoints as often as there is time for them."""
    return [*runner_command(job, gpus), "--checkpoint-seconds", "0"]


def uninterrupted(folder: Path, root: Path) -> RunFolder:
    options = [f"--{name.replace('_', '-')}={value}" for name, value in SPEC.to_dict().items() if value is not None]
    words = [option for option in options if not option.startswith("--experiment")]
    command = [sys.executable, "-m", "tesla_core", "run", "parity", *words, "--device", "cpu", "--out", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    return RunFolder(folder)


def test_killed_twenty_times_at_random_steps_it_ends_with_the_same_weights(root: Path, tmp_path: Path) -> None:
    """Most kills fall at a random step of the training, some while the process still starts. One also tears a line of
    the metrics. Each try goes on from the checkpoint, each is counted, and none is one too many: the job gets on."""
    home = Home(tmp_path / "home")
    supervisor = Supervisor(home, QUICK, {"local": LocalBackend(home, eager_command)}, Slots(1))
    try:
        (job,) = supervisor.store.submit([Request(SPEC, device="cpu")])
        places = [kill_once(supervisor, job.id, during_start=number % 3 == 2) for number in range(KILLS)]
        done = wait_until(
            lambda: (now := supervisor.store.get(job.id)).state in FINISHED and now, "it ends", supervisor.tick
        )
    finally:
        supervisor.close()
    about = f"killed at {places}"
    assert (done.state, done.attempts) == (State.SUCCEEDED, KILLS + 1), f"{about}: {done.error}"
    assert places == sorted(places), f"no try fell behind the one before: {about}"
    assert_never_two_at_once(done.folder)
    assert 1 < len(lock_intervals(done.folder)) <= KILLS + 1
    assert_same_end(RunFolder(done.folder), uninterrupted(tmp_path / "uninterrupted", root), about)


def kill_once(supervisor: Supervisor, job_id: str, during_start: bool) -> float:
    """Kill the job's next attempt and return how far its checkpoint was."""
    before = supervisor.store.get(job_id)

    def running() -> Job | None:
        now = supervisor.store.get(job_id)
        assert now.state not in FINISHED, f"{now.state} too soon: {now.error}"
        return now if now.state is State.RUNNING and now.attempts > before.attempts else None

    job = wait_until(running, "the next attempt starts", supervisor.tick)
    if during_start:
        time.sleep(random.uniform(0.0, 1.0))
    else:
        target = reached(job.folder) + random.uniform(0.5, 8.0)
        wait_until(lambda: reached(job.folder) > target, f"it gets to {target}", lambda: time.sleep(0.001))
        time.sleep(random.uniform(0.0, 0.02))
    with RunFolder(job.folder).metrics_file.open("ab") as file:
        if job.attempts == KILLS // 2:
            file.write(TORN_LINE)
    job.process.send(9)
    wait_until(lambda: supervisor.store.get(job_id).token != job.token, "its death is noticed", supervisor.tick)
    return reached(job.folder)


def assert_same_end(folder: RunFolder, other: RunFolder, about: str) -> None:
    (tensors, data), (expected, expected_data) = (
        load_checkpoint(each.checkpoint_file, SPEC.to_dict()) for each in (folder, other)
    )
    assert tensors.keys() == expected.keys()
    assert [name for name in expected if not torch.equal(tensors[name], expected[name])] == [], about
    assert data["history"] == expected_data["history"], about
    assert folder.metrics_file.read_bytes() == other.metrics_file.read_bytes(), about
