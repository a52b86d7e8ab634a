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
    "out-of-memory": 78,
    "interrupted": 130,
}
"""Each kind of end and its exit code."""
NO_MEMORY = "The run is not wrong, but there was not enough memory for it"
MAKE_ROOM = "Make it smaller (width, batch), or let fewer run at once, then retry: it goes on from its checkpoint."
MOST = 300  # characters of an error's own words


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


STARVED = Ending(
    "out-of-memory", f"It was killed while the kernel was ending processes for lack of memory. {MAKE_ROOM}"
)
"""Of one that could not say so itself."""


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
        case _ if _lacks_memory(error):
            return Ending("out-of-memory", f"{NO_MEMORY} ({_first_line(error)}). {MAKE_ROOM}")
        case _:
            return Ending("crash", _first_line(error))


def _lacks_memory(error: BaseException) -> bool:
    """By name and words, since torch is not loaded for this, and has no class for the CPU's."""
    named = any(kind.__name__ == "OutOfMemoryError" for kind in type(error).__mro__)
    said = any(words in str(error) for words in ("out of memory", "DefaultCPUAllocator"))
    return named or said or isinstance(error, MemoryError)


def _first_line(error: BaseException) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}"[:MOST] if text else type(error).__name__
