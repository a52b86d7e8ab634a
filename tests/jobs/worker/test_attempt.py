"""One attempt of a job as a real process: what it leaves behind, however it ends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tesla_core.doctor.record import line_for
from tesla_core.experiments.run import run
from tesla_core.jobs.processes import Process, boot_identity
from tesla_core.jobs.store.home import Home
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.training.checkpoint import load_checkpoint
from tesla_core.training.trainable import Step, Trainable
from tests.jobs.attempts import LONG, PATIENCE, QUICK, ROOT, JobFolder, wait_until


def quiet(_training: Trainable, _step: Step) -> None:
    """Reports nothing."""


MakeJob = Callable[[ParitySpec], JobFolder]


@pytest.fixture
def make_job(tmp_path: Path) -> Iterator[MakeJob]:
    made: list[JobFolder] = []

    def make(spec: ParitySpec) -> JobFolder:
        made.append(JobFolder(tmp_path / f"run-{len(made)}", spec))
        return made[-1]

    yield make
    for job in made:
        job.close()


def test_a_finished_attempt_leaves_result_reason_lock_interval_and_word_of_its_kernel(
    make_job: MakeJob, tmp_path: Path
) -> None:
    """What the board, the supervisor and a person with `cat` read of it."""
    job = make_job(QUICK)
    process = job.start("first", TESLA_LAB_HOME=str(tmp_path))
    assert process.wait(PATIENCE) == 0, job.log
    assert job.exit == {"token": "first", "code": 0, "kind": "succeeded", "reason": "The run has finished."}
    result = json.loads(job.folder.result_file.read_text())
    lines = [json.loads(line) for line in job.folder.metrics_file.read_text().splitlines()]
    assert lines == result["metrics"]["history"]
    assert len(lines) == 3
    locked, unlocked = job.attempts
    assert (locked["token"], locked["pid"], locked["boot"]) == ("first", process.pid, boot_identity())
    assert (unlocked["token"], unlocked["exit_code"]) == ("first", 0)
    assert locked["locked"] < unlocked["unlocked"]
    beat = json.loads(job.folder.heartbeat_file.read_text())
    assert beat["token"] == "first"
    assert line_for(Home(tmp_path)).startswith("Tried at its first use: native kernel.")
    assert (beat["epoch"], beat["epochs"], beat["done"], beat["seconds_left"]) == (3, 3, 1.0, 0.0)
    assert beat["accuracy"] == lines[-1]["validation_accuracy"]
    assert "100% epoch 3/3" in job.log
    assert not list(job.folder.path.glob(".*.tmp"))


def test_killed_without_warning_and_terminated_it_ends_with_the_same_bits(make_job: MakeJob) -> None:
    spec = replace(LONG, epochs=40, schedule="cosine")
    whole, job = make_job(spec), make_job(spec)
    run(spec, whole.folder, quiet)

    process = job.start("killed", "--checkpoint-epochs", "3", "--checkpoint-seconds", "86400")
    wait_until(lambda: job.epochs() > 4, process)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    with job.folder.metrics_file.open("ab") as metrics:
        metrics.write(b'{"epoch": 99, "tra')  # torn by a failing disk
    saved = load_checkpoint(job.folder.checkpoint_file, spec.to_dict())[1]
    assert (saved["epoch"] % 3, saved["batch"]) == (0, 0)
    assert not job.folder.exit_file.exists()

    process = job.start("terminated", "--checkpoint-seconds", "86400")
    wait_until(lambda: job.epochs() > 12, process)
    process.terminate()
    process.terminate()  # a supervisor that signals the group and its members may do so twice
    assert process.wait(PATIENCE) == 130
    assert (job.exit["token"], job.exit["kind"], job.exit["code"]) == ("terminated", "interrupted", 130)
    assert "was not readable and is left out" in job.log
    assert "Traceback" not in job.log

    run(spec, job.folder, quiet)  # by hand: no token, no supervisor
    assert job.folder.metrics_file.read_bytes() == whole.folder.metrics_file.read_bytes()
    ends = [load_checkpoint(j.folder.checkpoint_file, spec.to_dict())[0] for j in (whole, job)]
    assert all(ends[0][name].equal(tensor) for name, tensor in ends[1].items())
    assert ends[0].keys() == ends[1].keys()


def test_stopped_before_the_training_begins_it_is_interrupted_not_broken(make_job: MakeJob) -> None:
    """A drain in the seconds in which libraries load must not count as the job's failure."""
    job = make_job(LONG)
    process = job.start("only")
    wait_until(job.folder.attempts_file.exists, process)
    process.terminate()
    assert process.wait(PATIENCE) == 130
    assert (job.exit["kind"], job.exit["token"]) == ("interrupted", "only")
    assert "Traceback" not in job.log


def test_interrupted_inside_code_that_a_library_runs_from_a_string_it_ends_with_its_own_code(
    make_job: MakeJob, tmp_path: Path
) -> None:
    """Libraries make classes so while they load; the exit code must not become a signal's by it."""
    job = make_job(LONG)
    job.folder.token_file.write_text("only")
    (tmp_path / "interrupted.py").write_text(
        "from pathlib import Path; from tesla_core.experiments.folder import RunFolder\n"
        "from tesla_core.jobs.worker.attempt import job_attempt\n"
        f"with job_attempt(RunFolder(Path({str(job.folder.path)!r})), 'only'):\n"
        "    exec('raise KeyboardInterrupt')"
    )
    path = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    command = [sys.executable, "-m", "interrupted"]
    done = subprocess.run(command, env=path, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 130, done.stderr.decode()
    assert job.exit["kind"] == "interrupted"


def test_a_superseded_attempt_leaves_the_folder_to_the_newer_one(make_job: MakeJob) -> None:
    """Never two at once, and nothing of the old one's is written after the new one's: lock intervals do not overlap."""
    job = make_job(LONG)
    old = job.start("old")
    wait_until(job.folder.heartbeat_file.exists, old)
    new = job.start("new")  # waits for the lock until the old one has noticed
    assert old.wait(PATIENCE) == 76
    wait_until(lambda: json.loads(job.folder.heartbeat_file.read_text())["token"] == "new", new)
    assert not job.folder.exit_file.exists()
    stale = job.start("old", newest=False)
    assert stale.wait(PATIENCE) == 76
    new.terminate()
    assert new.wait(PATIENCE) == 130
    assert job.exit["token"] == "new"
    times = [int(line.get("locked", line.get("unlocked", 0))) for line in job.attempts]
    assert [line["token"] for line in job.attempts] == ["old", "old", "new", "new"]
    assert times == sorted(times)
    assert "A newer attempt of this job has been started" in job.log


def test_a_deleted_folder_is_named_and_not_made_again(make_job: MakeJob, tmp_path: Path) -> None:
    job = make_job(LONG)
    process = job.start("only")
    wait_until(job.folder.heartbeat_file.exists, process)
    job.folder.path.rename(tmp_path / "elsewhere")
    assert process.wait(PATIENCE) == 2
    assert not job.folder.path.exists()
    log = (tmp_path / "elsewhere" / "log.txt").read_text()
    assert f"{job.folder.path} was deleted or emptied while it ran" in log
    assert "Traceback" not in log
    shutil.rmtree(tmp_path / "elsewhere")


@pytest.mark.parametrize("full", ["attempts.jsonl", "metrics.jsonl"])
def test_a_full_disk_is_named(make_job: MakeJob, full: str) -> None:
    """At the start or in the middle; /dev/full answers every write as a full disk does."""
    job = make_job(LONG)
    if full == "attempts.jsonl":
        job.folder.attempts_file.symlink_to("/dev/full")
    process = job.start("only")
    if full == "metrics.jsonl":
        wait_until(job.folder.metrics_file.exists, process)
        (job.folder.path / "full").symlink_to("/dev/full")
        (job.folder.path / "full").rename(job.folder.metrics_file)
    assert process.wait(PATIENCE) == 74
    assert (job.exit["kind"], job.exit["code"]) == ("disk-full", 74)
    assert "No space is left on the disk" in job.exit["reason"]
    assert "Traceback" not in job.log


def test_a_mistake_is_told_apart_from_a_crash(make_job: MakeJob) -> None:
    """Trying a mistake again is in vain; a crash may be worth it."""
    job = make_job(QUICK)
    spec = job.folder.spec_file.read_text()
    job.folder.spec_file.write_text(spec.replace('"bits": 8', '"bits": 2'))
    assert job.finish("only") == 2
    assert (job.exit["kind"], job.exit["code"]) == ("mistake", 2)
    assert "Bits must be" in job.exit["reason"]
    job.folder.lock_file.unlink()
    job.folder.lock_file.mkdir()
    assert job.finish("again") == 1
    assert (job.exit["kind"], job.exit["code"], job.exit["token"]) == ("crash", 1, "again")
    assert "Traceback" in job.log


def test_it_ends_soon_after_its_parent_is_gone_and_says_heartbeats_aloud(make_job: MakeJob) -> None:
    """On a cluster node whose daemon was killed nobody else would end it."""
    job = make_job(LONG)
    job.folder.token_file.write_text("only\n")
    keeper = subprocess.Popen(
        [sys.executable, "-c", f"import subprocess, time\nsubprocess.Popen({job.command()!r})\ntime.sleep(600)"],
        cwd=ROOT,
        env={**os.environ, "TESLA_JOB_TOKEN": "only", "TESLA_JOB_EVENTS": "stdout", "TESLA_JOB_WATCH_PARENT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    job.started.append(keeper)
    wait_until(job.folder.heartbeat_file.exists, keeper)
    seen = job.attempts[0]
    runner = Process(seen["boot"], seen["pid"], seen["ticks"])
    assert runner.alive
    keeper.kill()
    wait_until(lambda: not runner.alive)
    stdout, stderr = keeper.communicate(timeout=PATIENCE)
    beats = [
        json.loads(line.removeprefix("TESLA-JOB ")) for line in stdout.splitlines() if line.startswith("TESLA-JOB ")
    ]
    assert beats[0]["token"] == "only"
    assert [beat["beat"] for beat in beats] == list(range(1, len(beats) + 1))
    assert (job.exit["kind"], job.exit["code"]) == ("parent-gone", 77)
    assert job.attempts[-1]["exit_code"] == 77
    assert "epoch 1/" in stderr  # the cluster's own log has everything,
    assert "epoch 1/" in job.log  # and so has the folder
    assert "TESLA-JOB" not in job.log
