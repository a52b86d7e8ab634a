"""Long work in short pieces, so that others' turns come between them: building a run, making its pictures."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

import torch

Result = TypeVar("Result")
InPieces = Generator[None, None, Result]
"""Work that stops between its pieces, each short, and returns its result after the last."""


def clock_of(device: torch.device) -> Callable[[], float]:
    """What a run is charged by: processor time of this thread, which other programs can't lengthen, or the wall's."""
    return time.thread_time if device.type == "cpu" else time.monotonic


@dataclass(frozen=True)
class Stretch(Generic[Result]):
    """How far work in pieces came, and the seconds it cost; `results` has one entry when it is done."""

    seconds: float
    results: tuple[Result, ...] = ()


def do_pieces(work: InPieces[Result], seconds: float, clock: Callable[[], float]) -> Stretch[Result]:
    """Go on with it for about so long by that clock; at least one piece. By the wall's, a busy machine would make every
    piece a turn of its own, and turns cost more than small pieces do."""
    paid = clock()
    try:
        while True:
            next(work)
            if clock() - paid >= seconds:
                return Stretch(clock() - paid)
    except StopIteration as done:
        return Stretch(clock() - paid, (done.value,))


def do_all(work: InPieces[Result]) -> Result:
    """To its end, in one go."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value
