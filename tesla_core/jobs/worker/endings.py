"""How a job's process ends: a kind, an exit code and a sentence, the same wherever it ran."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from tesla_core.errors import TeslaError

CODES = {
    "succeeded": 0,
    "crash": 1,
    "mistake": 2,
    "disk-full": 74,
    "locked": 75,
    "superseded": 76,
    "parent-gone": 77,
    "interrupted": 130,
}
"""Each kind of end and its exit code."""


class SupersededError(Exception):
    """A newer attempt of the job has been started: this one must not write any more."""


class LockedError(Exception):
    """Another process runs the job."""


@dataclass(frozen=True)
class Ending:
    """The end of one attempt."""

    kind: str
    reason: str

    @property
    def code(self) -> int:
        return CODES[self.kind]


def ending_of(error: BaseException | None) -> Ending:
    """What it means that a run ended with `error`, or without one."""
    match error:
        case None:
            return Ending("succeeded", "The run has finished.")
        case KeyboardInterrupt():
            return Ending("interrupted", "The run was asked to stop, and saved where it was.")
        case SupersededError():
            return Ending("superseded", str(error))
        case LockedError():
            return Ending("locked", str(error))
        case TeslaError():
            return Ending("mistake", str(error))
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            where = f" for {error.filename}" if error.filename else ""
            return Ending("disk-full", f"No space is left on the disk{where}. Free some, then retry: no work is lost.")
        case _:
            text = str(error).strip().splitlines()
            return Ending("crash", f"{type(error).__name__}: {text[0]}" if text else type(error).__name__)
