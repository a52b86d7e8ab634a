"""What a machine lacks is said with what to do about it, and only what is broken counts as failed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import torch

from tesla_core.doctor import machine
from tesla_core.doctor.exactness import ALLOWED, check_exactness
from tesla_core.doctor.finding import failed
from tesla_core.jobs.store.home import Home

CPU = torch.device("cpu")


def test_every_dtype_is_within_what_rounding_leaves() -> None:
    found = check_exactness(CPU)
    names = [*(str(dtype).removeprefix("torch.") for dtype in ALLOWED), "float32, a stack of 3"]
    assert [finding.about for finding in found] == [f"{name} on cpu" for name in names]
    assert {finding.verdict for finding in found} == {"ok"}


@pytest.mark.parametrize(("free", "verdict"), [(100.0, "ok"), (3.0, "note"), (0.1, "failed")])
def test_a_full_disk_is_noticed_before_a_job_is(
    home: Home, monkeypatch: pytest.MonkeyPatch, free: float, verdict: str
) -> None:
    usage = type("Usage", (), {"free": free * machine.GIGA})
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: usage)
    finding = machine.check_disk(Home(home.path / "not" / "yet" / "there"))
    assert finding.verdict == verdict
    assert ("TESLA_LAB_HOME" in finding.advice) == (verdict != "ok")


@pytest.mark.parametrize(("limit", "free"), [("3000", 1000), ("max", None), ("", None)])
def test_a_container_s_limit_counts_as_its_memory(tmp_path: Path, limit: str, free: int | None) -> None:
    (tmp_path / "memory.max").write_text(limit)
    (tmp_path / "memory.current").write_text("2000")
    assert machine._free_of_container(tmp_path) == free


def test_without_the_lab_s_packages_jobs_name_the_extra(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "absent", lambda extra: ["plotly", "psutil"])
    finding = machine.check_jobs(home)
    assert machine.check_run() == []
    assert (finding.verdict, finding.result) == ("note", "need plotly and psutil")
    assert finding.advice == "pip install 'tesla-lab[lab]'"


def test_a_folder_that_can_t_be_written_fails_the_jobs(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(machine.tempfile, "TemporaryDirectory", refuse)
    finding = machine.check_jobs(home)
    assert finding.verdict == "failed"
    assert "Permission denied" in finding.result


def test_a_run_that_ends_badly_is_told_by_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.CompletedProcess([], 1, "", "Traceback\nImportError: libgomp\n")
    monkeypatch.setattr(machine.subprocess, "run", lambda *_, **__: done)
    (finding,) = machine.check_run()
    assert (finding.verdict, finding.result) == ("failed", "ImportError: libgomp")
    assert "python -m tesla_core run" in finding.advice


def test_a_cluster_that_does_not_answer_fails_only_where_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_LAB_RAY_ADDRESS", raising=False)
    assert machine.check_ray().verdict == "ok"
    monkeypatch.setenv("TESLA_LAB_RAY_ADDRESS", "http://127.0.0.1:9")
    finding = machine.check_ray()
    assert finding.verdict == "failed"
    assert "127.0.0.1:9" in finding.result


def test_a_driver_without_a_gpu_for_torch_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong build of torch is the commonest reason for training on the CPU without knowing it."""
    monkeypatch.setattr(machine.shutil, "which", lambda name: "/usr/bin/nvidia-smi")
    assert machine.check_devices([CPU]).verdict == "failed"
    monkeypatch.setattr(machine.shutil, "which", lambda name: None)
    assert machine.check_devices([CPU]).verdict == "ok"


def test_an_extra_that_is_missing_in_the_middle_of_a_check_is_no_illness() -> None:
    missing = ModuleNotFoundError("No module named 'plotly.express'", name="plotly.express")
    assert failed("the lab", missing).verdict == "note"
    assert failed("the lab", missing).advice == "pip install 'tesla-lab[lab]'"
    assert failed("the lab", ModuleNotFoundError("No module named 'ours'", name="ours")).verdict == "failed"
