"""`/metrics` for Prometheus: web process, engine, jobs, rooms, disk and GPUs as one text.

What happens is counted where it happens (`tesla_core/counts.py`); what is, such as viewers and jobs by state, is asked
when somebody scrapes. The engine's own counts come as its answer to a question, since it is a process of its own.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import psutil
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tesla_core.classroom.service import Classroom, classroom
from tesla_core.counts import WebCounts, web_counts
from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.starting import supervisor_runs
from tesla_core.live.client import LiveClient

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
GPU_QUERY = "index,memory.used,memory.total,utilization.gpu"
GPU_SECONDS = 5.0
MEBIBYTE = 1 << 20
WHILE_RUNNING = frozenset(
    {f"tesla_engine_{name}" for name in ("viewers", "runs", "training", "queued", "recording_bytes", "resident_bytes")}
    | {"tesla_gpu_memory_used_bytes", "tesla_gpu_memory_total_bytes", "tesla_gpu_busy_ratio"}
)
"""Figures that are there only while the engine answers, or where there is a GPU."""


class Figures:
    """All of it as text, asked anew at each call."""

    def __init__(
        self,
        client: LiveClient,
        counts: Callable[[], WebCounts] = web_counts,
        rooms: Callable[[], Classroom] = classroom,
    ) -> None:
        self._client, self._counts, self._rooms = client, counts, rooms

    def text(self) -> bytes:
        present = CollectorRegistry(auto_describe=False)
        present.register(_Gauges(self._present))
        return generate_latest(self._counts().registry) + generate_latest(present) + self._engine_counts()

    def _engine_counts(self) -> bytes:
        try:
            return self._client.counts().encode()
        except TeslaError:
            return b""

    def _present(self) -> Iterable[Metric]:
        yield _gauge("tesla_web_resident_bytes", "Memory of the web process.", psutil.Process().memory_info().rss)
        yield from engine_gauges(self._client)
        yield from job_gauges()
        yield from room_gauges(self._rooms())
        yield from gpu_gauges(read_gpus())


class _Gauges(Collector):
    """Figures as they are when they are asked for."""

    def __init__(self, present: Callable[[], Iterable[Metric]]) -> None:
        self._present = present

    def collect(self) -> Iterable[Metric]:
        return self._present()


def engine_gauges(client: LiveClient) -> Iterable[Metric]:
    """Whether it answers, and if so what it has to do."""
    try:
        status = client.status()
    except TeslaError:
        yield _gauge("tesla_engine_up", "Whether the engine answers.", 0)
        return
    yield _gauge("tesla_engine_up", "Whether the engine answers.", 1)
    for name, text, value in (
        ("viewers", "Viewers connected.", status.viewers),
        ("runs", "Runs that are held.", status.runs),
        ("training", "Runs that may train now.", status.training),
        ("queued", "Runs and viewers that wait for their turn.", status.queued),
        ("recording_bytes", "Memory of all runs: recordings, key states and models.", status.memory_bytes),
        ("uptime_seconds", "Since its start.", status.uptime),
    ):
        yield _gauge(f"tesla_engine_{name}", text, value)
    try:
        resident = psutil.Process(status.pid).memory_info().rss
    except psutil.Error:
        return
    yield _gauge("tesla_engine_resident_bytes", "Memory of the engine's process.", resident)


def job_gauges() -> Iterable[Metric]:
    """Jobs by state, who looks after them, and the room on the disk. A lab without jobs has none."""
    try:
        home = Home.find()
        if not home.database.exists():
            return
        with Store(home) as store:
            counts, drained = store.counts(), store.drained
        free = shutil.disk_usage(home.path).free
        served = supervisor_runs(home)
    except (TeslaError, OSError):
        yield _gauge("tesla_store_up", "Whether the store of jobs can be read.", 0)
        return
    yield _gauge("tesla_store_up", "Whether the store of jobs can be read.", 1)
    jobs = GaugeMetricFamily("tesla_jobs", "Jobs by state.", labels=["state"])
    for state, count in counts.items():
        jobs.add_metric([str(state)], count)
    yield jobs
    yield _gauge("tesla_jobs_drained", "Whether jobs are paused for now.", int(drained))
    yield _gauge("tesla_supervisor_up", "Whether a supervisor of jobs runs; an idle one ends.", served)
    yield _gauge("tesla_disk_free_bytes", "Room on the data folder's disk.", free)


def room_gauges(rooms: Classroom) -> Iterable[Metric]:
    """Rooms that are open, and who is in them."""
    try:
        found = rooms.rooms()
    except (TeslaError, OSError, sqlite3.Error):
        yield _gauge("tesla_rooms_up", "Whether the store of rooms can be read.", 0)
        return
    yield _gauge("tesla_rooms_up", "Whether the store of rooms can be read.", 1)
    yield _gauge("tesla_rooms", "Rooms of classes that are open.", len(found))
    yield _gauge("tesla_room_members", "Students who joined them.", sum(len(room.present) for room in found))
    asked = sum(room.question is not None and room.question.open for room in found)
    yield _gauge("tesla_room_questions_open", "Rooms with a question that waits for answers.", asked)


def gpu_gauges(lines: str) -> Iterable[Metric]:
    """lines: what nvidia-smi answers to GPU_QUERY, in MiB and percent; a value that it can't tell is left out."""
    used = GaugeMetricFamily("tesla_gpu_memory_used_bytes", "Memory in use on a GPU.", labels=["gpu"])
    total = GaugeMetricFamily("tesla_gpu_memory_total_bytes", "Memory of a GPU.", labels=["gpu"])
    busy = GaugeMetricFamily("tesla_gpu_busy_ratio", "Part of the time that a GPU computes.", labels=["gpu"])
    for line in lines.splitlines():
        number, *values = [word.strip() for word in line.split(",")]
        for metric, word, unit in zip((used, total, busy), values, (MEBIBYTE, MEBIBYTE, 0.01), strict=False):
            if word.replace(".", "", 1).isdigit():
                metric.add_metric([number], float(word) * unit)
    yield from (metric for metric in (used, total, busy) if metric.samples)


def read_gpus() -> str:
    """nvidia-smi's answer; nothing where there is none."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return ""
    command = [str(Path(program)), f"--query-gpu={GPU_QUERY}", "--format=csv,noheader,nounits"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=GPU_SECONDS).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)
