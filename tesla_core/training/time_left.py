"""How long a training will still take, judged by how fast it goes since it was started or resumed."""

from __future__ import annotations

import time


class TimeLeft:
    """Starts when the first share is told: what was done before, perhaps in an earlier process, took other time."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._done_before: float | None = None

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._start

    def left(self, done: float) -> float | None:
        """Seconds until all is done when `done`, 0 to 1, is; None while nothing can be said."""
        if self._done_before is None:
            self._done_before = done
        gained = done - self._done_before
        return self.seconds * (1 - done) / gained if gained > 0 else None
