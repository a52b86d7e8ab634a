"""`--gpus 2` as real processes under torchrun: stopped, killed and resumed, with no process left behind."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.processes import Process, members
from tesla_core.jobs.worker.files import read_checkpoint_place
from tesla_core.training.checkpoint import load_checkpoint
from tests.jobs.attempts import PATIENCE, TEAM, TEAM_SPEC, JobFolder, end_group, wait_until


@pytest.fixture
def job(tmp_path: Path) -> Iterator[JobFolder]:
    job = JobFolder(tmp_path / "broken", TEAM_SPEC)
    yield job
    job.close()


def rank_0(job: JobFolder) -> Process:
    seen = [line for line in job.attempts if "locked" in line][-1]
    return Process(seen["boot"], seen["pid"], seen["ticks"])


def final_state(folder: RunFolder) -> tuple[dict, dict]:
    return load_checkpoint(folder.checkpoint_file, TEAM_SPEC.to_dict())


@pytest.mark.slow
def test_two_processes_killed_in_the_middle_of_an_epoch_resume_to_the_same_bits(
    whole_team: JobFolder, job: JobFolder
) -> None:
    """They may run beside another team: the two must not meet at one port."""
    first = job.start("team-stopped", *TEAM)
    wait_until(lambda: job.epochs() >= 2, first)
    assert len(members("team-stopped")) == 3  # the launcher and its two
    leader = Process.of(first.pid)
    end_group(leader, "team-stopped", grace=30.0)
    assert first.wait(PATIENCE) == 130
    assert (job.exit["token"], job.exit["kind"]) == ("team-stopped", "interrupted")
    assert "Traceback" not in job.log
    stopped_at = read_checkpoint_place(job.folder.path)
    assert stopped_at is not None
    assert (2, 0) <= stopped_at < (TEAM_SPEC.epochs, 0)

    second = job.start("team-killed", *TEAM)
    wait_until(lambda: job.epochs() >= stopped_at[0] + 2, second)
    os.kill(rank_0(job).pid, signal.SIGKILL)
    second.kill()
    assert second.wait(PATIENCE) == -signal.SIGKILL
    wait_until(lambda: not members("team-killed"))  # the other one ends by itself
    assert job.exit["token"] == "team-stopped"

    assert job.finish("team-last", *TEAM) == 0, job.log
    whole = whole_team.ended()
    results = [json.loads(each.result_file.read_text()) for each in (whole, job.folder)]
    assert [result["world_size"] for result in results] == [2, 2]
    assert results[0]["metrics"] == results[1]["metrics"]
    (expected, _), (tensors, _) = (final_state(each) for each in (whole, job.folder))
    assert expected.keys() == tensors.keys()
    assert [name for name in expected if not expected[name].equal(tensors[name])] == []
    assert job.folder.metrics_file.read_bytes() == whole.metrics_file.read_bytes()


class Starving(JobFolder):
    """Whose kernel says that it has ended one more process for lack of memory each time it is asked."""

    def command(self, *options: str) -> list[str]:
        interpreter, _, _, *words = super().command(*options)
        return [interpreter, "-c", STARVING, *words]


STARVING = """
import itertools, sys
from tesla_core.commands import main
from tesla_core.jobs.worker import team_launch
team_launch.oom_kills = itertools.count().__next__
main(sys.argv[1:])
"""


def test_a_member_that_the_kernel_ended_for_memory_is_what_the_job_says(tmp_path: Path) -> None:
    """Not that the leader lost a connection, or was asked to stop: it would be tried again, and end alike, for ever."""
    job = Starving(tmp_path / "starving", TEAM_SPEC)
    try:
        launcher = job.start("starving", *TEAM)
        wait_until(lambda: job.epochs() >= 1, launcher)
        (member,) = {process.pid for process in members("starving")} - {launcher.pid, rank_0(job).pid}
        os.kill(member, signal.SIGKILL)
        assert launcher.wait(PATIENCE) == 78, job.log
        assert (job.exit["token"], job.exit["kind"], job.exit["code"]) == ("starving", "out-of-memory", 78)
        assert "lack of memory" in job.exit["reason"]
        assert not members("starving")
    finally:
        job.close()
