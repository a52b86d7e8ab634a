"""What this host has to give: slots for CPU jobs and its GPUs, each to one job at a time."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tesla_core.errors import TeslaError, check_whole
from tesla_core.jobs.store.job import Request
from tesla_core.wording import counted

MOST_SLOTS = 4096
NVIDIA_SECONDS = 20.0


@dataclass(frozen=True)
class Grant:
    """What one job holds: CPU slots, or GPUs by their names in CUDA_VISIBLE_DEVICES."""

    cpus: int = 0
    gpus: tuple[str, ...] = ()


class Slots:
    """Who holds what. A job that must wait makes later ones of its kind wait too, so that a large one gets its turn."""

    def __init__(self, cpus: int, gpus: Sequence[str] = (), engine: str | None = None) -> None:
        """engine: the GPU that the live engine trains on, which is given away last."""
        self.cpus, self.gpus, self._engine = cpus, tuple(gpus), engine
        self._held: dict[str, Grant] = {}

    @classmethod
    def of_this_host(cls, environment: Mapping[str, str] = os.environ) -> Slots:
        return cls(cpu_slots(environment), visible_gpus(environment), engine_gpu(environment))

    @property
    def free_cpus(self) -> int:
        return max(0, self.cpus - self.held_cpus)

    @property
    def held_cpus(self) -> int:
        return sum(grant.cpus for grant in self._held.values())

    @property
    def free_gpus(self) -> tuple[str, ...]:
        """The engine's own last."""
        taken = {gpu for grant in self._held.values() for gpu in grant.gpus}
        return tuple(sorted((gpu for gpu in self.gpus if gpu not in taken), key=lambda gpu: gpu == self._engine))

    def wants_gpu(self, request: Request) -> bool:
        """A device "auto" is a GPU on a host that has one."""
        return request.device.startswith("cuda") or (request.device == "auto" and bool(self.gpus))

    def impossible(self, request: Request) -> str:
        """Why this host can never run the request, in a sentence; empty if it can."""
        wanted = max(1, request.gpus)
        if self.wants_gpu(request) and wanted > len(self.gpus):
            return f"The job asks for {counted(wanted, 'GPU')}; this host has {len(self.gpus)}."
        if (pinned := _pinned(request)) is not None and pinned >= len(self.gpus):
            return (
                f"The job asks for {request.device}; this host has {counted(len(self.gpus), 'GPU')}, numbered from 0."
            )
        return ""

    def take(self, key: str, request: Request) -> Grant | None:
        """Slots for the job `key`, or None if it has to wait."""
        grant = self._fitting(request)
        if grant is not None:
            self._held[key] = grant
        return grant

    def hold(self, key: str, request: Request, gpus: Sequence[str]) -> None:
        """Note what an adopted job holds, even if that is more than there is by now."""
        self._held[key] = Grant(0, tuple(gpus)) if gpus else Grant(self._processes(request))

    def give_back(self, key: str) -> None:
        self._held.pop(key, None)

    def _fitting(self, request: Request) -> Grant | None:
        if not self.wants_gpu(request):
            wanted = self._processes(request)
            return Grant(wanted) if wanted <= self.free_cpus else None
        pinned, free = _pinned(request), self.free_gpus
        if pinned is not None and request.gpus <= 1:
            free = tuple(gpu for gpu in free if gpu == self.gpus[pinned])
        wanted = max(1, request.gpus)
        return Grant(0, free[:wanted]) if wanted <= len(free) else None

    def _processes(self, request: Request) -> int:
        """CPU slots of a job: one for each of its processes, though never more than there are."""
        return min(max(1, request.gpus), self.cpus)


def cpu_slots(environment: Mapping[str, str] = os.environ) -> int:
    """TESLA_LAB_CPU_SLOTS, else half the cores."""
    given = environment.get("TESLA_LAB_CPU_SLOTS", "")
    if not given:
        return max(1, cores() // 2)
    try:
        return check_whole("TESLA_LAB_CPU_SLOTS", int(given), 1, MOST_SLOTS)
    except ValueError as error:
        raise TeslaError(f"TESLA_LAB_CPU_SLOTS must be a whole number from 1; {given!r} was given.") from error


def job_threads(environment: Mapping[str, str] = os.environ) -> int:
    """How many threads a job computes with in one slot."""
    return max(1, cores() // cpu_slots(environment))


def cores() -> int:
    return os.cpu_count() or 1


def visible_gpus(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """TESLA_LAB_GPUS ("0,1"; "none"), else CUDA_VISIBLE_DEVICES, else those that nvidia-smi lists. No torch needed."""
    for name in ("TESLA_LAB_GPUS", "CUDA_VISIBLE_DEVICES"):
        if (given := environment.get(name)) is not None:
            return () if given.strip().lower() in {"", "none", "-1"} else tuple(g.strip() for g in given.split(","))
    program = shutil.which("nvidia-smi")
    if program is None:
        return ()
    try:
        listed = subprocess.run([program, "-L"], capture_output=True, text=True, timeout=NVIDIA_SECONDS).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(str(number) for number, _ in enumerate(line for line in listed.splitlines() if line.startswith("GPU")))


def engine_gpu(environment: Mapping[str, str] = os.environ) -> str | None:
    """The GPU that the live engine trains on: the one TESLA_DEVICE names, else the first, even if no job may use it."""
    kind, _, number = environment.get("TESLA_DEVICE", "auto").partition(":")
    if kind not in ("auto", "cuda"):
        return None
    gpus = visible_gpus({name: value for name, value in environment.items() if name != "TESLA_LAB_GPUS"})
    place = int(number) if number.isdigit() else 0
    return gpus[place] if place < len(gpus) else None


def _pinned(request: Request) -> int | None:
    """The 1 of "cuda:1"."""
    number = request.device.partition(":")[2]
    return int(number) if number.isdigit() else None
