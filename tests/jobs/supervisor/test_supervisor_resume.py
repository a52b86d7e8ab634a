"""Line one of the jobs' promises: a real run, killed over and over, ends with the bits of one never interrupted."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.run import run
from tesla_core.jobs.backends.command import runner_command
from tesla_core.jobs.backends.local import LocalBackend
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.processes import members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.supervisor.folders import reached
from tesla_core.jobs.supervisor.supervisor import Supervisor
from tesla_core.jobs.worker.files import read_result
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.training.checkpoint import load_checkpoint
from tests.jobs.attempts import TEAM_SPEC, JobFolder
from tests.jobs.light import QUICK, assert_never_two_at_once, kill_leftovers, lock_intervals, wait_until

SPEC = ParitySpec(bits=10, noise=0.1, train_size=300, width=16, batch=16, schedule="cosine")
EPOCHS_A_KILL = 100  # so many that the tries on a fast machine don't get to the end of the run
PATIENT = replace(QUICK, first_beat=600.0, silence=600.0)
TORN_LINE = b'{"train_loss": [0.1], "train_acc\xff\n'


def eager_command(job: Job, gpus: Sequence[str] = ()) -> list[str]:
    """The runner's own command, with checkpoints as often as there is time for them."""
    return [*runner_command(job, gpus), "--checkpoint-seconds", "0"]


def uninterrupted(folder: Path, request: Request) -> RunFolder:
    whole = RunFolder.create(folder, request.spec)
    run(request.spec, whole, lambda _training, _step: None)
    return whole


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    home = Home(tmp_path / "home")
    supervisor = Supervisor(home, PATIENT, {"local": LocalBackend(home, eager_command)}, Slots(1))
    yield supervisor
    kill_leftovers(supervisor.store)
    supervisor.close()


def look(supervisor: Supervisor) -> None:
    """One look, and a pause that leaves the machine to the job."""
    supervisor.tick()
    time.sleep(0.05)


def end_of(supervisor: Supervisor, job: str) -> Job:
    return wait_until(
        lambda: (now := supervisor.store.get(job)).state in FINISHED and now, "it ends", lambda: look(supervisor)
    )


@pytest.mark.kills
def test_killed_many_times_at_random_steps_it_ends_with_the_same_weights(
    supervisor: Supervisor, tmp_path: Path, kills: int, chance: random.Random
) -> None:
    """Most kills fall at a random step of the training, some while the process still starts. One also tears a line of
    the metrics. Each try goes on from the checkpoint, each is counted, and none is one too many: the job gets on."""
    request = Request(replace(SPEC, epochs=EPOCHS_A_KILL * kills), device="cpu")
    (job,) = supervisor.store.submit([request])
    places = [
        kill_once(supervisor, job.id, chance, during_start=number % 3 == 2, torn=number == 1) for number in range(kills)
    ]
    done, about = end_of(supervisor, job.id), f"killed at {places}"
    assert (done.state, done.attempts) == (State.SUCCEEDED, kills + 1), f"{about}: {done.error}"
    assert places == sorted(places), f"no try fell behind the one before: {about}"
    assert_never_two_at_once(done.folder)
    assert 1 < len(lock_intervals(done.folder)) <= kills + 1
    assert_same_end(done, uninterrupted(tmp_path / "uninterrupted", request), about)


@pytest.mark.slow
@pytest.mark.kills
def test_two_processes_of_one_job_are_killed_and_end_with_the_same_weights(
    supervisor: Supervisor, whole_team: JobFolder, chance: random.Random
) -> None:
    """`--gpus 2`: one of the three processes, launcher or member, is killed in the middle of the training."""
    request = Request(TEAM_SPEC, device="cpu", gpus=2)
    (job,) = supervisor.store.submit([request])
    place = kill_once(supervisor, job.id, chance)
    done, about = end_of(supervisor, job.id), f"killed at {place}"
    assert (done.state, done.attempts) == (State.SUCCEEDED, 2), f"{about}: {done.error}"
    assert (read_result(done.folder) or {})["world_size"] == 2
    assert_never_two_at_once(done.folder)
    assert_same_end(done, whole_team.ended(), about)


def kill_once(
    supervisor: Supervisor, job_id: str, chance: random.Random, during_start: bool = False, torn: bool = False
) -> float:
    """Kill the job's next attempt and return how far its checkpoint was; torn: it was just writing its metrics."""
    before = supervisor.store.get(job_id)

    def running() -> Job | None:
        now = supervisor.store.get(job_id)
        assert now.state not in FINISHED, f"{now.state} too soon: {now.error}"
        return now if now.state is State.RUNNING and now.attempts > before.attempts else None

    job = wait_until(running, "the next attempt starts", lambda: look(supervisor))
    if during_start:
        time.sleep(chance.uniform(0.0, 1.0))
    else:
        target = reached(job.folder) + chance.uniform(0.5, 8.0)
        wait_until(lambda: reached(job.folder) > target, f"it gets to {target}", lambda: time.sleep(0.01))
        time.sleep(chance.uniform(0.0, 0.03))
    if torn:
        with RunFolder(job.folder).metrics_file.open("ab") as file:
            file.write(TORN_LINE)
    chance.choice(members(job.token)).send(signal.SIGKILL)
    wait_until(
        lambda: supervisor.store.get(job_id).token != job.token, "its death is noticed", lambda: look(supervisor)
    )
    return reached(job.folder)


def assert_same_end(job: Job, other: RunFolder, about: str) -> None:
    folder, spec = RunFolder(job.folder), job.spec.to_dict()
    (tensors, data), (expected, expected_data) = (
        load_checkpoint(each.checkpoint_file, spec) for each in (folder, other)
    )
    assert tensors.keys() == expected.keys()
    assert [name for name in expected if not torch.equal(tensors[name], expected[name])] == [], about
    assert data["history"] == expected_data["history"], about
    assert folder.metrics_file.read_bytes() == other.metrics_file.read_bytes(), about
