"""How many wrong codes somebody may try: a class that mistypes is not held back, who tries one after the other is."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from tesla_core.allowance import Allowance
from tesla_core.live.company import RoomError
from tesla_core.messages.say import say
from tesla_core.visits.visit import Visit

# Of 279,841 codes an address can try some 4,400 in a day, one browser fewer; a class of 100 may mistype one each.
HERE_AT_ONCE, HERE_SECONDS = 120, 20.0
OWN_AT_ONCE, OWN_SECONDS = 10, 30.0
MOST_HELD = 10_000


class Guesses:
    """Wrong codes by browser and by address. Who has too many is not looked at, with a right code neither."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: OrderedDict[str, Allowance] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, visit: Visit) -> None:
        """A RoomError for one who has to wait."""
        with self._lock:
            wait = max(allowance.wait() for allowance in self._of(visit))
        if wait > 0.0:
            raise RoomError(say("Too many wrong codes. Wait {seconds} s and try again.", seconds=max(1, round(wait))))

    def note(self, visit: Visit) -> None:
        """One more wrong code."""
        with self._lock:
            for allowance in self._of(visit):
                allowance.use()

    def _of(self, visit: Visit) -> list[Allowance]:
        own = visit.identity if visit.known else f"{visit.identity} at {visit.address}"
        return [
            self._allowance(f"of {own}", OWN_AT_ONCE, OWN_SECONDS),
            self._allowance(f"at {visit.address}", HERE_AT_ONCE, HERE_SECONDS),
        ]

    def _allowance(self, key: str, most: int, seconds: float) -> Allowance:
        found = self._held.setdefault(key, Allowance(most, seconds, self._clock))
        self._held.move_to_end(key)
        if len(self._held) > MOST_HELD:
            self._held.popitem(last=False)
        return found
