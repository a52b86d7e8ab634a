"""A slice: a short stretch of training, with the frames that somebody will see. Runs on the worker thread."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from tesla_core.live.engine.cursor import Cursor, EpochEnd, KeyState
from tesla_core.live.engine.darkroom import Negative
from tesla_core.live.engine.pieces import clock_of
from tesla_core.live.playhead import Pace

PATIENCE = 0.05  # seconds that a frame which is due waits for the end of its epoch


@dataclass(frozen=True)
class SlicePlan:
    """until: the step to stop at. steps: frames wanted by number. paces: frames wanted along the way. due: when the
    next frame is wanted by those who take what comes (time.monotonic), or None; rest: seconds of training before it, so
    that pictures take a part of the device and no more. key_every: epochs between key states, 0 for none. have: frames
    that are there already and are not made again.
    """

    until: int
    seconds: float = 0.03
    steps: frozenset[int] = frozenset()
    paces: tuple[Pace, ...] = ()
    due: float | None = None
    rest: float = 0.0
    key_every: int = 0
    have: frozenset[int] = frozenset()


@dataclass
class SliceResult:
    """What a slice made. built: all of a run, once its building is done."""

    built: Any = None
    negatives: list[Negative] = field(default_factory=list)
    epochs: list[EpochEnd] = field(default_factory=list)
    keys: list[KeyState] = field(default_factory=list)
    seconds: float = 0.0
    over: bool = False


def run_slice(cursor: Cursor, plan: SlicePlan) -> SliceResult:
    """Train until the plan's step, its time, or the run's end; at least one batch."""
    progress = SliceResult()
    started, clock = time.monotonic(), clock_of(cursor.device)
    paid = clock()
    due = plan.due
    while cursor.step < plan.until and not progress.over:
        end = cursor.advance()
        if end is not None:
            progress.epochs.append(end)
            progress.over = end.over
            if end.over or (plan.key_every and end.epoch % plan.key_every == 0):
                progress.keys.append(cursor.state())
        now = time.monotonic()
        late = due is not None and now >= due + (0.0 if end is not None else PATIENCE)
        late = late and clock() - paid >= plan.rest
        if (late or progress.over or _wanted(cursor, plan)) and cursor.step not in plan.have:
            progress.negatives.append(cursor.negative())
            due = None  # the next when this one is a frame
        if now - started >= plan.seconds:
            break
    progress.seconds = clock() - paid
    return progress


def _wanted(cursor: Cursor, plan: SlicePlan) -> bool:
    epoch, batch, _ = cursor.timeline.place(cursor.step)
    return cursor.step in plan.steps or any(pace.wants(epoch, batch) for pace in plan.paces)
