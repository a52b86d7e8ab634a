"""Which process is killed next, and when: drawn from a seed alone, so that a soak can be had again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

WEIGHTS = {"web": 12, "engine": 28, "keeper": 8, "supervisor": 30, "job": 22}
"""How often each kind is drawn. keeper: the process that keeps the engine alive, from which it is forked."""
AT_ONCE = 0.3  # of the kills don't wait until all are back from the one before
LONGEST_PAUSE, LONGEST_PAUSE_AT_ONCE = 1.5, 0.5  # seconds


@dataclass(frozen=True)
class Kill:
    """at_once: whether it comes `pause` seconds after the kill before, not after all are back from it. which: of
    several processes of the kind, a number from 0 to 1."""

    kind: str
    at_once: bool
    pause: float
    which: float


def draw(seed: int) -> Iterator[Kill]:
    """Without end."""
    chance = random.Random(seed)
    while True:
        (kind,) = chance.choices(list(WEIGHTS), weights=list(WEIGHTS.values()))
        at_once = chance.random() < AT_ONCE
        pause = chance.uniform(0.0, LONGEST_PAUSE_AT_ONCE if at_once else LONGEST_PAUSE)
        yield Kill(kind, at_once, pause, chance.random())
