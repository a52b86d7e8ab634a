"""The backend of this host keeps the contract, and what only it promises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tesla_core.jobs.backends import local
from tesla_core.jobs.backends.local import LocalBackend
from tesla_core.jobs.class_first import NICENESS
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tests.jobs.backends.contract import BackendContract, Bench
from tests.jobs.light import kill_leftovers, light_command, wait_until


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    home = Home(tmp_path / "home")
    backend = LocalBackend(home, light_command)
    yield Bench(home, backend)
    with Store(home) as store:
        kill_leftovers(store)
    backend.close()


class TestLocal(BackendContract):
    """All that every backend does."""


def test_a_killed_leader_takes_its_children_with_it(bench: Bench) -> None:
    """After kill -9 of a job no data loader of it lives on, and the next attempt has the machine to itself."""
    job, attempt = bench.claim("stubborn")
    handle = bench.start(job, attempt)
    bench.until_it_beats(job, handle)
    os.kill(json.loads(handle)["pid"], 9)
    assert bench.end_of(job, handle).kind == "crash"
    assert bench.backend.find(job, attempt) is None


@pytest.mark.parametrize("same_ticks", [False, True])
def test_a_handle_that_points_at_a_stranger_harms_nobody(bench: Bench, same_ticks: bool) -> None:
    """Pids are used again: somebody else's program must not be killed for a job that ended long ago."""
    job, attempt = bench.claim("run 60")
    stranger = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    try:
        process = Process.of(stranger.pid)
        assert process is not None
        ticks = process.ticks if same_ticks else process.ticks - 1
        identity = {"boot": process.boot, "pid": process.pid, "ticks": ticks}
        handle = json.dumps({"token": attempt.token, **identity, "gpus": []})
        bench.backend.stop(job, handle, 0.0)
        bench.backend.stop(job, handle, 0.0)
        assert bench.end_of(job, handle).kind == "crash"
        assert stranger.poll() is None, "the stranger was killed"
    finally:
        stranger.kill()
        stranger.wait()


def test_another_backend_object_finds_the_gpus_it_holds(bench: Bench) -> None:
    """An adopted job keeps its GPU to itself."""
    job, attempt = bench.claim("run 60")
    bench.backend.start(job, attempt, ("3", "5"))
    later = LocalBackend(bench.home, light_command)
    handle = wait_until(lambda: later.find(job, attempt), "the attempt is found")
    assert json.loads(handle)["gpus"] == ["3", "5"]
    assert later.status(job, handle).alive
    later.stop(job, handle, 0.0)
    wait_until(lambda: later.status(job, handle).exit, "the attempt ends")


def test_a_job_that_the_kernel_ended_for_memory_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGKILL leaves no word; that the kernel's own count has risen is the one sign there is."""
    kills = [3]
    monkeypatch.setattr(local, "oom_kills", lambda: kills[0])
    for rises, kind in ((0, "crash"), (1, "out-of-memory")):
        job, attempt = bench.claim("run 60")
        handle = bench.start(job, attempt)
        bench.until_it_beats(job, handle)
        kills[0] += rises
        os.kill(json.loads(handle)["pid"], 9)
        end = bench.end_of(job, handle)
        assert end.kind == kind
        assert ("lack of memory" in end.reason) == bool(rises)


def test_a_job_is_nicer_than_the_engine(bench: Bench) -> None:
    """Also where the kernel weighs sessions instead of processes."""
    job, attempt = bench.claim("run 60")
    pid = json.loads(bench.start(job, attempt))["pid"]
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    group = Path(f"/proc/{pid}/autogroup")
    if group.exists():
        assert group.read_text().split()[-1] == str(NICENESS)


def test_a_job_makes_way_on_the_engine_s_gpu_and_on_few_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0,1")
    monkeypatch.delenv("TESLA_DEVICE", raising=False)
    assert [local._way(gpus)["TESLA_JOB_MAKES_WAY"] for gpus in ((), ("0",), ("1",), ("1", "0"))] == [
        "crowded",
        "always",
        "",
        "always",
    ]
