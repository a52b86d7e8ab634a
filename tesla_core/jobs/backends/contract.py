"""What a backend is: where a job's attempt runs. The supervisor decides what runs and when; a backend only starts it,
looks after it and stops it, and it keeps nothing that its handle does not say.

A handle is a JSON object as text, kept in the store. Two groups of keys have a meaning here: "boot", "pid" and "ticks"
for an attempt that is a process of this host, and "gpus" for those of this host's GPUs that it was given.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tesla_core.errors import TeslaError

if TYPE_CHECKING:
    from tesla_core.jobs.processes import Process
    from tesla_core.jobs.store.job import Attempt, Job

Handle = str

SUCCEEDED = "succeeded"
MISTAKE = "mistake"
"""The spec or the folder is wrong: another try would fail alike."""

KINDS = {
    SUCCEEDED: "it ended with a result",
    "interrupted": "it was asked to stop, and saved where it was",
    MISTAKE: "its spec or its folder is wrong",
    "crash": "it raised, was killed, or left no word",
    "superseded": "a newer attempt has taken its place",
    "locked": "another process runs this job",
    "parent-gone": "the process that watched it is gone",
    "disk-full": "no space was left for its files",
    "out-of-memory": "the GPU or the machine had no memory left for it",
    "machine-gone": "the machine or the cluster node under it went away",
    "unknown": "the backend can't say what became of it",
}
"""Every way an attempt ends. The first nine are the runner's own words (exit.json), the last two a backend's."""

NOT_THE_JOBS_FAULT = frozenset({"interrupted", "superseded", "parent-gone", "machine-gone"})
"""Ends after which the job goes on without a failure being counted."""


class UnreachableError(TeslaError):
    """The backend can't be asked now (a cluster that does not answer). The supervisor leaves the job and asks again."""


@dataclass(frozen=True)
class Exit:
    """How an attempt ended: its exit code where one is known, a kind (see KINDS) and one plain sentence."""

    code: int | None
    kind: str
    reason: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is no way for an attempt to end; it must be one of {', '.join(KINDS)}")


@dataclass(frozen=True)
class Status:
    """An attempt as its backend sees it now. Either it is alive or it has an exit, never both and never neither.

    waiting: alive, but still in the backend's own queue, so that no heartbeat can be expected.
    heartbeat: the newest one the backend knows of, as the runner writes it, or None before the first.
    """

    alive: bool
    heartbeat: dict[str, Any] | None = None
    exit: Exit | None = None
    waiting: bool = False

    def __post_init__(self) -> None:
        if self.alive == (self.exit is not None):
            raise ValueError(f"an attempt is either alive or has an exit: {self.alive=}, {self.exit=}")


class Backend(Protocol):
    """Made by its class with the home as the one argument: `SomeBackend(home)`.

    All methods return soon; none waits for a job. Those that can't reach the place where jobs run raise
    UnreachableError.
    """

    name: str
    places_itself: bool
    """True where the backend has its own queue and machines, so that a job takes no slot of this host."""

    def start(self, job: Job, attempt: Attempt, gpus: Sequence[str] = ()) -> Handle:
        """Start the attempt. The folder, its spec and its token are there already. `gpus`: those of this host it may
        use. The attempt's own environment says TESLA_JOB_TOKEN=<attempt.token>."""
        ...

    def status(self, job: Job, handle: Handle) -> Status: ...

    def stop(self, job: Job, handle: Handle, grace: float) -> None:
        """Ask everything the attempt started to end (SIGTERM), and end it (SIGKILL) after `grace` seconds. Returns
        soon; calling it again does no harm, and may shorten the grace. `status` says when it is over."""
        ...

    def find(self, job: Job, attempt: Attempt) -> Handle | None:
        """The handle of what this attempt started, if it runs or has ended here, though `start`'s answer was lost."""
        ...

    def log(self, job: Job, handle: Handle | None, last: int) -> str:
        """The last lines of the attempt's output."""
        ...

    def close(self) -> None:
        """Let go of connections. What runs goes on."""
        ...


def process_of(handle: Handle | None) -> Process | None:
    """The process of this host that a handle stands for, if it does."""
    from tesla_core.jobs.processes import Process

    data = _read(handle)
    if not {"boot", "pid", "ticks"} <= data.keys():
        return None
    return Process(str(data["boot"]), int(data["pid"]), int(data["ticks"]))


def gpus_of(handle: Handle | None) -> tuple[str, ...]:
    """The GPUs of this host that a handle's attempt was given."""
    return tuple(map(str, _read(handle).get("gpus", ())))


def _read(handle: Handle | None) -> dict[str, Any]:
    data = json.loads(handle) if handle else {}
    return data if isinstance(data, dict) else {}
