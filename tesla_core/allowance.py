"""How often something may be done: so many times at once, and again as time passes (a token bucket)."""

from __future__ import annotations

import time
from collections.abc import Callable


class Allowance:
    """`most` at once, and one more every `seconds`."""

    def __init__(self, most: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = float(most), seconds, clock
        self._left, self._since = self._most, clock()

    def wait(self) -> float:
        """Seconds until the next is free; 0 if it is."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._since) / self._seconds)
        self._since = now
        return 0.0 if self._left >= 1.0 else (1.0 - self._left) * self._seconds

    def use(self) -> None:
        self._left -= 1.0
