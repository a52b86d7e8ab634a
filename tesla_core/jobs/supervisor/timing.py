"""How patient the supervisor is: every deadline, pause and wait in one place."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass

from tesla_core.errors import TeslaError, check_range

PREFIX = "TESLA_LAB_JOBS_"


@dataclass(frozen=True)
class Timing:
    """All in seconds. A supervisor process takes each from TESLA_LAB_JOBS_<NAME>, as in TESLA_LAB_JOBS_SILENCE=300."""

    active_poll: float = 0.2
    """From one look at running jobs to the next."""
    idle_poll: float = 1.0
    """The same while nothing runs."""
    crowded_poll: float = 5.0
    """From one look at the queue to the next while every slot is taken: only jobs that need none could start."""
    idle_exit: float = 600.0
    """Without any job for so long, the supervisor ends by itself."""
    first_beat: float = 600.0
    """An attempt must show its first heartbeat within this time (imports, data and compilation come before it)."""
    silence: float = 120.0
    """Later, one that says nothing for so long is ended and counts as failed."""
    find_patience: float = 2.0
    """After a supervisor's death, how long to look for the process of an attempt that was being started."""
    cancel_grace: float = 10.0
    """From SIGTERM to SIGKILL when a person cancels."""
    drain_grace: float = 60.0
    """The same for a drain, for a stop of the supervisor and for a silent job: time to write a checkpoint."""
    first_backoff: float = 0.5
    """Before the first new try; doubled for each failure in a row."""
    longest_backoff: float = 60.0
    unreachable: float = 10.0
    """Before a backend that could not be reached for a start is tried again."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            check_range(f"{PREFIX}{field.name.upper()} (seconds)", getattr(self, field.name), 0.0, 1e9)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Timing:
        values = {field.name: environment.get(PREFIX + field.name.upper(), "") for field in dataclasses.fields(cls)}
        try:
            return cls(**{name: float(text) for name, text in values.items() if text})
        except ValueError as error:
            if isinstance(error, TeslaError):
                raise
            raise TeslaError(f"The variables {PREFIX}… are numbers of seconds: {error}.") from error

    def backoff(self, failures: int) -> float:
        """The wait before the next try after so many failures in a row."""
        return min(self.longest_backoff, self.first_backoff * 2.0 ** min(failures - 1, 30)) if failures > 0 else 0.0
