"""What has become of a request, as plain frozen values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.request import Request, check_requests
from tesla_core.jobs.store.states import FINISHED, State

__all__ = ["Attempt", "AttemptRow", "Job", "Progress", "Request", "check_requests"]


@dataclass(frozen=True)
class Progress:
    """How far a job is. done: 0 to 1; beat: the number of its newest heartbeat; None for what is not known."""

    done: float = 0.0
    epoch: int = 0
    epochs: int = 0
    loss: float | None = None
    accuracy: float | None = None
    seconds_left: float | None = None
    beat: int = 0


@dataclass(frozen=True)
class Attempt:
    """One start of a job, as it was claimed: number 1 is the first. boot is the machine's life it was claimed in."""

    job: str
    number: int
    token: str
    boot: str


@dataclass(frozen=True)
class AttemptRow:
    """An attempt with what became of it. handle is the backend's own text; outcome "" while it goes on."""

    number: int
    token: str
    boot: str
    started: float
    ended: float | None
    outcome: str
    reason: str
    exit_code: int | None
    process: Process | None
    handle: str

    def to_dict(self) -> dict[str, Any]:
        names = ("number", "token", "started", "ended", "outcome", "reason", "exit_code")
        return {name: getattr(self, name) for name in names} | {"pid": self.process.pid if self.process else None}


@dataclass(frozen=True)
class Job:
    """A request and what has become of it.

    created, started (its first attempt) and finished are the wall clock's and for display only. attempts counts the
    starts, failures those in a row that failed without a newer checkpoint; reached is the place of that checkpoint
    in epochs. waits: seconds from now until a retry is due, 0 if it is; not_before: the same as a time of day.
    boot and handle are those of the attempt going on. attempt_log is filled by `Store.get`, not in lists.
    """

    id: str
    state: State
    request: Request
    created: float
    folder: Path
    started: float | None = None
    finished: float | None = None
    attempts: int = 0
    failures: int = 0
    reached: float = 0.0
    token: str | None = None
    boot: str | None = None
    process: Process | None = None
    handle: str = ""
    progress: Progress = field(default_factory=Progress)
    error: str = ""
    metrics: dict[str, Any] | None = None
    waits: float = 0.0
    not_before: float | None = None
    revision: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    position: int | None = None
    attempt_log: tuple[AttemptRow, ...] = ()

    @property
    def spec(self) -> ExperimentSpec:
        return self.request.spec

    @property
    def attempt(self) -> Attempt | None:
        """The attempt that goes on; None while none does."""
        return None if self.token is None else Attempt(self.id, self.attempts, self.token, self.boot or "")

    @property
    def label(self) -> str:
        """What a list calls it: its name, else what it learns, its model and seed."""
        if self.request.name:
            return self.request.name
        try:
            return f"{self.spec.title}, {self.spec.run_label}, seed {self.spec.seed}"
        except TeslaError:  # a spec of another version
            return f"{self.spec.to_dict().get('experiment')}"

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """What `jobs show --json` prints; `full` reads the metrics with their history from the run's folder."""
        request, progress = self.request, asdict(self.progress)
        progress["progress"] = progress.pop("done")
        del progress["beat"]
        return {
            "id": self.id,
            "name": request.name,
            "group": request.group,
            "owner": request.owner,
            "state": str(self.state),
            "position": self.position,
            "pid": self.process.pid if self.process else None,
            "attempts": self.attempts,
            "failures": self.failures,
            **progress,
            "error": self.error,
            "metrics": self._metrics_with_history() if full else self.metrics,
            "folder": str(self.folder),
            "spec": request.spec.to_dict(),
            "seed": request.spec.seed,
            "device": request.device,
            "gpus": request.gpus,
            "priority": request.priority,
            "retries": request.retries,
            "backend": request.backend,
            "created": self.created,
            "started": self.started,
            "finished": self.finished,
            "revision": self.revision,
            "versions": dict(self.versions),
            **({"attempt_log": [row.to_dict() for row in self.attempt_log]} if full else {}),
        }

    def _metrics_with_history(self) -> dict[str, Any] | None:
        """The folder may be gone, or its result torn: then what the store has."""
        if self.state in FINISHED:
            try:
                metrics = json.loads(RunFolder(self.folder).result_file.read_text())["metrics"]
            except (OSError, ValueError, KeyError, TypeError):
                return self.metrics
            if isinstance(metrics, dict):
                return metrics
        return self.metrics
