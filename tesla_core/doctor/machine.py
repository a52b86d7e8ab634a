"""What this machine has and can do: versions, devices, memory and disk, jobs, a Ray cluster, several GPUs."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

from tesla_core.data_folder import PACKAGE_ROOT, VARIABLE
from tesla_core.doctor.finding import Finding
from tesla_core.errors import TeslaError
from tesla_core.experiments.provenance import versions
from tesla_core.extras import absent
from tesla_core.jobs.backends.ray_client import RayClient
from tesla_core.jobs.backends.ray_settings import ADDRESS, RaySettings
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.store.home import Home
from tesla_core.wording import counted, listed

GIGA = 1e9
LITTLE_DISK, NO_DISK = 5.0, 0.5  # GB; a job keeps its newest checkpoints, tens of megabytes each
LITTLE_MEMORY, NO_MEMORY = 2.0, 0.5
JOB_SECONDS = 60.0
JOB = ("parity", "--bits", "8", "--train-size", "40", "--width", "6", "--epochs", "1", "--batch", "16")
"""A run that is over in a blink once torch is loaded."""


def check_versions() -> Finding:
    found = versions()
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    return Finding("versions", ", ".join([*(f"{name} {number}" for name, number in found.items()), system]))


def check_devices(found: list[torch.device]) -> Finding:
    words = [f"{counted(os.cpu_count() or 1, 'core')}, {torch.get_num_threads()} used by torch"]
    for device in found[1:]:
        if device.type == "cuda":
            about = torch.cuda.get_device_properties(device)
            words.append(f"{device}: {about.name}, sm_{about.major}{about.minor}, {about.total_memory / GIGA:.0f} GB")
        else:
            words.append(str(device))
    if len(found) > 1:
        return Finding("devices", "; ".join(words))
    if shutil.which("nvidia-smi") is not None:
        advice = "There is a driver, but torch sees no GPU: install a build of torch for CUDA, or look at nvidia-smi."
        return Finding("devices", f"{words[0]}; no GPU", "failed", advice)
    return Finding("devices", f"{words[0]}; no GPU")


def check_memory() -> Finding:
    free = _free_memory()
    if free is None:
        return Finding("memory", "unknown: psutil is not installed", "note", "pip install 'tesla-lab[lab]'")
    return _enough("memory", free, f"{free:.1f} GB free", LITTLE_MEMORY, NO_MEMORY, "Close other programs.")


def check_disk(home: Home) -> Finding:
    free = shutil.disk_usage(_existing(home.path)).free / GIGA
    advice = f"Delete old jobs, or set {VARIABLE} to a folder on another disk."
    return _enough("disk", free, f"{free:.1f} GB free for {home.path}", LITTLE_DISK, NO_DISK, advice)


def check_jobs(home: Home) -> Finding:
    """Whether the store of the jobs can be kept."""
    if missing := absent("lab"):
        return Finding("jobs", f"need {listed(missing)}", "note", "pip install 'tesla-lab[lab]'")
    folder = _existing(home.path)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".doctor-") as scratch:
            database = sqlite3.connect(Path(scratch) / "trial.sqlite3")
            (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
            database.close()
    except (OSError, sqlite3.Error) as error:
        return Finding("jobs", f"{folder} can't be written: {error}", "failed", f"Set {VARIABLE} to another folder.")
    if mode != "wal":
        advice = f"Set {VARIABLE} to a folder on a disk of this machine."
        return Finding("jobs", f"the filesystem of {folder} has no shared memory for SQLite", "failed", advice)
    slots = Slots.of_this_host()
    room = counted(len(slots.gpus), "GPU") if slots.gpus else counted(slots.cpus, "CPU slot")
    return Finding("jobs", f"kept in {home.path}, on {room} at a time")


def check_run() -> list[Finding]:
    """Whether the command that a job is ends well, in a process and a folder of its own; nothing without the lab."""
    return [] if absent("lab") else [_run_job()]


def _run_job() -> Finding:
    with tempfile.TemporaryDirectory(prefix="tesla-doctor-") as scratch:
        command = [sys.executable, "-m", "tesla_core", "run", *JOB, "--device", "cpu", "--out", f"{scratch}/run"]
        try:
            done = subprocess.run(
                command, cwd=PACKAGE_ROOT, capture_output=True, text=True, timeout=JOB_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            advice = f"Is the machine very busy? Try by hand: python -m tesla_core run {' '.join(JOB)}"
            return Finding("a job's run", f"not done after {JOB_SECONDS:.0f} s", "failed", advice)
        whole = done.returncode == 0 and any(Path(scratch).rglob("*.safetensors"))
    if whole:
        return Finding("a job's run", "trained, and left its checkpoint")
    last = next(reversed(done.stderr.strip().splitlines()), "it left no checkpoint")
    return Finding("a job's run", last, "failed", f"Try by hand: python -m tesla_core run {' '.join(JOB)}")


def check_ray() -> Finding:
    """A cluster is asked for by its address; without one, nobody wants it."""
    if not os.environ.get(ADDRESS, "").strip():
        installed = "is not installed here" if absent("ray") else "is installed"
        return Finding("Ray", f"no cluster is named by {ADDRESS}; ray {installed}")
    try:
        settings = RaySettings.from_environment()
        RayClient(settings.address, settings.secret).details("doctor")  # any answer of a head will do
    except TeslaError as error:
        return Finding("Ray", str(error), "failed", f"Start the cluster's head, or change {ADDRESS}.")
    return Finding("Ray", f"the head at {settings.address} answers")


def check_several_gpus() -> Finding:
    about, gpus = "several GPUs", torch.cuda.device_count()
    if gpus < 2:
        return Finding(about, f"no: {counted(gpus, 'GPU')} here")
    if missing := absent("gpus"):
        return Finding(about, f"need {listed(missing)}", "note", "pip install 'tesla-lab[gpus]'")
    if not torch.distributed.is_available() or not torch.distributed.is_nccl_available():
        return Finding(about, "this build of torch has no NCCL", "failed", "Install a build of torch with NCCL.")
    return Finding(about, f"{gpus}, by accelerate and NCCL: --gpus {gpus}")


def _enough(about: str, free: float, result: str, little: float, none: float, advice: str) -> Finding:
    if free < none:
        return Finding(about, result, "failed", advice)
    return Finding(about, result, "note", advice) if free < little else Finding(about, result)


def _free_memory() -> float | None:
    """GB that a program can still have: what the machine has free, and what a container's limit leaves."""
    free = [found for found in (_free_of_machine(), _free_of_container()) if found is not None]
    return min(free) / GIGA if free else None


def _free_of_machine() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        pass
    try:
        import psutil
    except ImportError:
        return None
    return psutil.virtual_memory().available


def _free_of_container(group: Path = Path("/sys/fs/cgroup")) -> int | None:
    """By version 2 of control groups; None where no limit is set ("max") or nobody says."""
    try:
        return int((group / "memory.max").read_text()) - int((group / "memory.current").read_text())
    except (OSError, ValueError):
        return None


def _existing(path: Path) -> Path:
    """The folder itself, or the nearest above it that is there."""
    return next(folder for folder in (path, *path.parents) if folder.is_dir())
