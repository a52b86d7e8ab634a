"""A slice: a short stretch of training, with the frames that somebody will see. Runs on the worker thread."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any

from tesla_core.live.engine.cursor import Cursor, EpochEnd, KeyState
from tesla_core.live.engine.darkroom import Negative
from tesla_core.live.engine.pieces import clock_of
from tesla_core.live.playhead import Pace

PATIENCE = 0.02  # seconds that a frame which is due waits for the end of its epoch


@dataclass(frozen=True)
class SlicePlan:
    """until: the step to stop at. steps: frames wanted by number. paces: frames wanted along the way. every: seconds
    from one frame to the next for those who take what comes, or None; rest: seconds of training between them, so that
    pictures take a part of the device and no more. key_every: epochs between key states, 0 for none. have: frames that
    are there already and are not made again.
    """

    until: int
    seconds: float = 0.03
    steps: frozenset[int] = frozenset()
    paces: tuple[Pace, ...] = ()
    every: float | None = None
    rest: float = 0.0
    key_every: int = 0
    have: frozenset[int] = frozenset()


@dataclass
class LastFrame:
    """When the last frame of a run was taken (time.monotonic), and what training has cost since. The worker thread's:
    a slice that is chosen before another ends knows of its frames."""

    at: float = -math.inf
    trained: float = 0.0


@dataclass
class SliceResult:
    """What a slice made. built: all of a run, once its building is done. step: where training ahead stands."""

    built: Any = None
    step: int = 0
    negatives: list[Negative] = field(default_factory=list)
    epochs: list[EpochEnd] = field(default_factory=list)
    keys: list[KeyState] = field(default_factory=list)
    seconds: float = 0.0
    over: bool = False


def run_slice(cursor: Cursor, plan: SlicePlan, last: LastFrame | None = None) -> SliceResult:
    """Train until the plan's step, its time, or the run's end; at least one batch. last: is brought up to date."""
    progress, last = SliceResult(), last or LastFrame()
    started, clock = time.monotonic(), clock_of(cursor.device)
    begun = paid = clock()
    due = None if plan.every is None else last.at + plan.every
    while cursor.step < plan.until and not cursor.over:
        end = cursor.advance()
        if end is not None:
            progress.epochs.append(end)
            if end.over or (plan.key_every and end.epoch % plan.key_every == 0):
                progress.keys.append(cursor.state())
        now, spent = time.monotonic(), clock()
        last.trained, paid = last.trained + spent - paid, spent
        late = due is not None and now >= due + (0.0 if end is not None else PATIENCE) and last.trained >= plan.rest
        if (late or cursor.over or _wanted(cursor, plan)) and cursor.step not in plan.have:
            progress.negatives.append(cursor.negative())
            last.at, last.trained, due = now, 0.0, None  # the next when this one is a frame
        if now - started >= plan.seconds:
            break
    progress.step, progress.over, progress.seconds = cursor.step, cursor.over, clock() - begun
    return progress


def _wanted(cursor: Cursor, plan: SlicePlan) -> bool:
    epoch, batch, _ = cursor.timeline.place(cursor.step)
    return cursor.step in plan.steps or any(pace.wants(epoch, batch) for pace in plan.paces)
