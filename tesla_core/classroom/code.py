"""The code by which a room is joined: four letters that nobody takes for another one or for a digit, and how many wrong
ones somebody may try. A class that mistypes is not held back, who tries one after the other is."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Container

from tesla_core.allowance import Allowance
from tesla_core.live.company import RoomError
from tesla_core.messages.say import say
from tesla_core.visits.visit import Visit

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O
LENGTH = 4
# Of 279,841 codes an address can try some 4,400 in a day, one browser fewer; a class of 100 may mistype one each.
HERE_AT_ONCE, HERE_SECONDS = 120, 20.0
OWN_AT_ONCE, OWN_SECONDS = 10, 30.0
MOST_HELD = 10_000


def draw_code(taken: Container[str]) -> str:
    """One that is not taken."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if code not in taken:
            return code


def read_code(given: object) -> str:
    """A code as people type it: in small letters, with spaces or a dash."""
    text = given if isinstance(given, str) else ""
    code = "".join(text[: 4 * LENGTH].split()).replace("-", "").upper()
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise RoomError(say("A room's code has four letters, and none of them is I, L or O."))
    return code


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
