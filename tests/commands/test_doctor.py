"""`doctor`: a line a check, and an exit code that a script can ask."""

from __future__ import annotations

import json
import logging
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tesla_core.activations.kernels import eager_kernel, kernel_for, native_kernel
from tesla_core.activations.kernels.choice import _tried
from tesla_core.doctor import machine, speed
from tesla_core.doctor.finding import Finding
from tesla_core.doctor.record import line_for
from tesla_core.jobs.store.home import Home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """A lab of its own; what takes seconds is tried less often, and jobs' own tests run theirs."""
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path))
    monkeypatch.setattr(machine, "check_run", lambda: [Finding("a job's run", "not here")])
    for name, few in {"TURNS": 3, "LARGE": 1 << 16, "STEPS": 3}.items():
        monkeypatch.setattr(speed, name, few)
    level = logging.getLogger("tesla_core").level
    yield Home(tmp_path)
    logging.getLogger("tesla_core").setLevel(level)
    for cached in (kernel_for, _tried):
        cached.cache_clear()


def test_a_healthy_machine_has_a_line_a_check_and_leaves_word_for_the_jobs_page(
    command: Callable[..., Any], home: Home
) -> None:
    outcome = command("doctor")
    assert outcome.code == 0, outcome.stdout
    abouts = ["versions", "devices", "kernel on cpu", "float64 on cpu", "float32 on cpu", "bfloat16 on cpu"]
    abouts += ["float16 on cpu", "speed on cpu", "bandwidth on cpu", "the lab on cpu", "memory", "disk", "jobs"]
    lines = outcome.stdout.splitlines()
    assert all(any(line.startswith(f"ok      {about}") for line in lines) for about in [*abouts, "Ray", "several GPUs"])
    assert lines[-1].startswith("Nothing failed.")
    assert line_for(home).startswith("Checked on this machine: native kernel, ")


def test_a_broken_kernel_is_said_and_given_up_and_nothing_else_suffers(
    command: Callable[..., Any], home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a GPU or a processor that nobody has seen, this is the test."""
    for cached in (kernel_for, _tried):
        cached.cache_clear()
    monkeypatch.setattr(native_kernel, "gradients", lambda *given: tuple(2 * g for g in eager_kernel.gradients(*given)))
    outcome = command("doctor", "--json")
    assert outcome.code == 1
    report = json.loads(outcome.stdout)
    assert report["ok"] is False
    found = {finding["about"]: finding for finding in report["findings"]}
    assert [about for about, finding in found.items() if finding["verdict"] == "failed"] == ["kernel on cpu"]
    assert "gave way to the recurrence: it is wrong by" in found["kernel on cpu"]["result"]
    assert "right but slower" in found["kernel on cpu"]["advice"]
    assert "losses finite" in found["the lab on cpu"]["result"]
    assert "1 check failed" in line_for(home)


@pytest.mark.slow
def test_the_whole_visit_is_over_soon(root: Path, tmp_path: Path) -> None:
    """As a person calls it, with a job's run in a process of its own; busy machines are forgiven by processor time."""
    environment = {**os.environ, "TESLA_LAB_HOME": str(tmp_path)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "tesla_core", "doctor", "--json"],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {finding["about"]: finding for finding in json.loads(done.stdout)["findings"]}
    assert found["a job's run"]["result"] == "trained, and left its checkpoint"
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 20
    assert line_for(Home(tmp_path)).startswith("Checked on this machine: native kernel, ")
