"""How many samples a second a training takes, without its first batches and without what others do in between."""

from __future__ import annotations

import time
from collections.abc import Callable

WARM_UP = 3  # batches: kernels are chosen and memory is found


class Throughput:
    """Counts while it runs: `start` before a batch, `stop` after it. `synchronise` waits for the device."""

    def __init__(
        self, synchronise: Callable[[], object] = lambda: None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._synchronise, self._clock = synchronise, clock
        self._warm_up = WARM_UP
        self._samples, self._seconds, self._started = 0, 0.0, 0.0

    @property
    def rate(self) -> float | None:
        """Samples a second; None before anything was counted."""
        return self._samples / self._seconds if self._seconds > 0 else None

    def start(self) -> None:
        self._started = self._clock()

    def stop(self, samples: int, last: bool = False) -> None:
        """After the last batch before something else is done, and after the warm-up, the device is waited for."""
        if self._warm_up:
            self._warm_up -= 1
            if not self._warm_up:
                self._synchronise()
            return
        if last:
            self._synchronise()
        self._samples += samples
        self._seconds += self._clock() - self._started
