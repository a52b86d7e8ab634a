"""The sign of life of a job: written by the training loop itself, so that a loop that hangs has none."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from tesla_core.experiments.folder import RunFolder
from tesla_core.files import to_json, write_atomically
from tesla_core.training.time_left import TimeLeft

if TYPE_CHECKING:
    from tesla_core.training.trainable import Step, Trainable

BEAT_SECONDS = 1.0
EVENT = "TESLA-JOB "
"""Starts a line on stdout that is a heartbeat."""


class Heartbeat:
    """A report that says where the training stands, at most once a second and after the last batch.

    before: called before each beat; may raise. events: a stream that gets every beat as a line, too.
    """

    def __init__(self, folder: RunFolder, token: str, before: Callable[[], None], events: TextIO | None = None) -> None:
        self._folder, self._token, self._before, self._events = folder, token, before, events
        self._pace = TimeLeft()
        self._beat, self._last = 0, float("-inf")

    def __call__(self, training: Trainable, step: Step) -> None:
        from tesla_core.training.trainable import latest_accuracy, share_done

        done = share_done(step, training.epochs)
        left = self._pace.left(done)
        now = time.monotonic()
        if now - self._last < BEAT_SECONDS and done < 1:
            return
        self._before()
        self._last, self._beat = now, self._beat + 1
        accuracy = latest_accuracy(training.history)
        line = to_json(
            {
                "token": self._token,
                "beat": self._beat,
                "epoch": step.epoch + 1,
                "epochs": training.epochs,
                "batch": step.batch,
                "batches": step.batches,
                "done": done,
                "loss": float(step.losses.mean()),
                "accuracy": None if accuracy is None else accuracy[1],
                "seconds": round(self._pace.seconds, 3),
                "seconds_left": None if left is None else round(left, 1),
            }
        )
        write_atomically(self._folder.heartbeat_file, line.encode(), durable=False)
        if self._events is not None:
            print(f"{EVENT}{line}", file=self._events, flush=True)
