"""One attempt, followed from its start to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.backends.contract import Backend, Exit, Handle, Status, process_of
from tesla_core.jobs.processes import boot_identity
from tesla_core.jobs.store.job import Attempt, Job, Progress
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.timing import Timing
from tesla_core.jobs.supervisor.verdict import Wish

NEVER_BEGAN = Exit(None, "interrupted", "The supervisor ended before the attempt began.")
MACHINE_GONE = Exit(None, "machine-gone", "The machine it ran on was restarted.")


@dataclass
class Watch:
    """What the supervisor knows of an attempt beyond the store. All times are those of its own monotonic clock.

    handle: None while the process of an attempt that another supervisor began is looked for.
    since: when it was last seen to live: its start or its newest heartbeat.
    told: whether the store has the handle.
    """

    job: Job
    attempt: Attempt
    backend: Backend
    since: float
    handle: Handle | None = None
    told: bool = False
    beat: int | None = None
    wish: Wish = Wish.NONE

    def want(self, wish: Wish) -> None:
        """Note that it is to stop, unless there is a stronger reason already."""
        if wish.value > self.wish.value:
            self.wish = wish

    def look(self, store: Store, settings: Timing, now: float) -> Exit | None:
        """Pass on what it reports, ask it to stop if that is wished, and return how it ended if it has."""
        if self.handle is not None and not RunFolder(self.job.folder).spec_file.is_file():
            self.want(Wish.FOLDER_GONE)
        if self.handle is None:
            self.handle = self.backend.find(self.job, self.attempt)
        if self.handle is None:
            return self._not_found(settings, now)
        status = self.backend.status(self.job, self.handle)
        if not status.waiting:
            self._tell(store)
        self._hear(store, status.heartbeat, now)
        if status.exit is not None:
            return MACHINE_GONE if status.exit.kind == "crash" and self._machine_gone() else status.exit
        self._check(status, settings, now)
        if self.wish is not Wish.NONE:
            self.backend.stop(self.job, self.handle, self._grace(settings))
        return None

    def _not_found(self, settings: Timing, now: float) -> Exit | None:
        if self._machine_gone():
            return MACHINE_GONE
        # A process that was just being started shows its token only a moment later.
        return NEVER_BEGAN if now - self.since >= settings.find_patience else None

    def _machine_gone(self) -> bool:
        return not self.backend.places_itself and self.attempt.boot != boot_identity()

    def _tell(self, store: Store) -> None:
        if not self.told and self.handle is not None:
            store.started(self.job.id, self.attempt.token, process_of(self.handle), handle=self.handle)
            self.told = True

    def _hear(self, store: Store, heartbeat: dict[str, Any] | None, now: float) -> None:
        if heartbeat is None or heartbeat.get("beat") == self.beat:
            return
        self.beat, self.since = heartbeat.get("beat"), now
        store.report(self.job.id, self.attempt.token, _progress(heartbeat))

    def _check(self, status: Status, settings: Timing, now: float) -> None:
        if status.waiting:
            self.since = now
        if now - self.since > (settings.first_beat if self.beat is None else settings.silence):
            self.want(Wish.SILENT)

    def _grace(self, settings: Timing) -> float:
        if self.wish is Wish.FOLDER_GONE:
            return 0.0
        return settings.cancel_grace if self.wish is Wish.CANCEL else settings.drain_grace


def _progress(heartbeat: dict[str, Any]) -> Progress:
    return Progress(
        done=float(heartbeat.get("done") or 0.0),
        epoch=int(heartbeat.get("epoch") or 0),
        epochs=int(heartbeat.get("epochs") or 0),
        loss=heartbeat.get("loss"),
        accuracy=heartbeat.get("accuracy"),
        seconds_left=heartbeat.get("seconds_left"),
        beat=int(heartbeat.get("beat") or 0),
    )
