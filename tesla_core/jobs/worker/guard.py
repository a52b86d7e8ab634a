"""The right to write into a job's folder. Two things give it: the folder's lock, which one process holds at a time and
the kernel takes back however that process ends, and the newest attempt's token."""

from __future__ import annotations

import socket
import time
from dataclasses import asdict

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder, append_lines
from tesla_core.jobs.lock import FileLock
from tesla_core.jobs.processes import Process
from tesla_core.jobs.worker.endings import Ending, LockedError, SupersededError

LOCK_PATIENCE = 30.0  # seconds: a superseded process lets go at its next heartbeat
LOOK_SECONDS = 0.5


class AttemptGuard:
    """One attempt's claim on its folder. attempts.jsonl gets a line when it begins to hold and one when it ends, in
    nanoseconds of the machine's monotonic clock: no two may overlap."""

    def __init__(self, folder: RunFolder, token: str) -> None:
        self._folder, self._token = folder, token
        self._lock = FileLock(folder.lock_file)

    def take(self, patience: float = LOCK_PATIENCE) -> None:
        """Hold the folder, or say who has the better right."""
        deadline = time.monotonic() + patience
        self.check()
        while not self._lock.take(min(LOOK_SECONDS, patience)):
            self.check()
            if time.monotonic() >= deadline:
                raise LockedError(f"Another process runs this job in {self._folder.path} and does not let go of it.")
        self.check()
        identity = asdict(Process.current())
        self._note({**identity, "host": socket.gethostname(), "locked": time.monotonic_ns()})

    def check(self) -> None:
        """Raise unless this is still the newest attempt."""
        newest = self.newest()
        if newest is None:
            raise TeslaError(f"The job's folder {self._folder.path} was deleted or emptied while it ran.")
        if newest != self._token:
            raise SupersededError("A newer attempt of this job has been started; this one leaves it the folder.")

    def newest(self) -> str | None:
        """The newest attempt's token; None where there is no folder any more."""
        try:
            return self._folder.token_file.read_text().strip()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def release(self, ending: Ending) -> None:
        """Note the end and let the next attempt in."""
        if self._lock.held:
            try:
                self._note({"unlocked": time.monotonic_ns(), "reason": ending.reason, "exit_code": ending.code})
            finally:
                self._lock.release()

    def _note(self, what: dict[str, object]) -> None:
        append_lines(self._folder.attempts_file, [{"token": self._token, **what}])
