"""`--gpus 2` as real processes under torchrun: stopped, killed and resumed, with no process left behind."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.processes import Process, end_group, members
from tesla_core.jobs.runner_files import read_checkpoint_place
from tesla_core.training.checkpoint import load_checkpoint
from tests.jobs.attempts import LONG, PATIENCE, JobFolder, wait_until

SPEC = replace(LONG, epochs=30, train_size=150)
TEAM = ("--gpus", "2", "--checkpoint-seconds", "0.5")


@pytest.fixture
def jobs(tmp_path: Path):
    made = [JobFolder(tmp_path / name, SPEC) for name in ("whole", "broken")]
    yield made
    for job in made:
        job.close()


def rank_0(job: JobFolder) -> Process:
    seen = [line for line in job.attempts if "locked" in line][-1]
    return Process(seen["boot"], seen["pid"], seen["ticks"])


def final_state(folder: RunFolder) -> tuple[dict, dict]:
    return load_checkpoint(folder.checkpoint_file, SPEC.to_dict())


def test_two_processes_killed_in_the_middle_of_an_epoch_resume_to_the_same_bits(jobs: list[JobFolder]) -> None:
    whole, job = jobs
    together = whole.start("whole", *TEAM)  # at the same time: the teams must not meet at one port

    first = job.start("stopped", *TEAM)
    wait_until(lambda: job.epochs() >= 2, first)
    assert len(members("stopped")) == 3  # the launcher and its two
    leader = Process.of(first.pid)
    end_group(leader, "stopped", grace=30.0)
    assert first.wait(PATIENCE) == 130
    assert (job.exit["token"], job.exit["kind"]) == ("stopped", "interrupted")
    assert "Traceback" not in job.log
    stopped_at = read_checkpoint_place(job.folder.path)
    assert stopped_at is not None
    assert (2, 0) <= stopped_at < (SPEC.epochs, 0)

    second = job.start("killed", *TEAM)
    wait_until(lambda: job.epochs() >= stopped_at[0] + 2, second)
    os.kill(rank_0(job).pid, signal.SIGKILL)
    second.kill()
    assert second.wait(PATIENCE) == -signal.SIGKILL
    wait_until(lambda: not members("killed"))  # the other one ends by itself
    assert job.exit["token"] == "stopped"

    assert job.finish("last", *TEAM) == 0, job.log
    assert together.wait(PATIENCE) == 0, whole.log
    results = [json.loads(each.folder.result_file.read_text()) for each in jobs]
    assert [result["world_size"] for result in results] == [2, 2]
    assert results[0]["metrics"] == results[1]["metrics"]
    (expected, _), (tensors, _) = (final_state(each.folder) for each in jobs)
    assert expected.keys() == tensors.keys()
    assert [name for name in expected if not expected[name].equal(tensors[name])] == []
    assert job.folder.metrics_file.read_bytes() == whole.folder.metrics_file.read_bytes()
