"""The progress bar on stderr: where a training stands, how well it does and how long it will take."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from tesla_core.training.time_left import TimeLeft
from tesla_core.training.trainable import Step, Trainable, latest_accuracy, share_done

WIDTH = 24
TERMINAL_SECONDS, FILE_SECONDS = 0.1, 10.0


class ProgressBar:
    """On a terminal one line that moves; in a file a line now and then."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._moves = self._stream.isatty()
        self._pace = TimeLeft()
        self._shown = float("-inf")

    def __call__(self, training: Trainable, step: Step) -> None:
        done = share_done(step, training.epochs)
        left = self._pace.left(done)
        now = time.monotonic()
        if now - self._shown < (TERMINAL_SECONDS if self._moves else FILE_SECONDS) and done < 1:
            return
        self._shown = now
        line = f"{self._bar(done)} {self._quality(training, step)}  {_shown(left)}"
        print(
            f"\r\x1b[K{line}" if self._moves else line, end="" if self._moves and done < 1 else "\n", file=self._stream
        )
        self._stream.flush()

    def _bar(self, done: float) -> str:
        full = int(WIDTH * done)
        return f"[{'█' * full}{'·' * (WIDTH - full)}] {done:4.0%}"

    def _quality(self, training: Trainable, step: Step) -> str:
        # A specialist has neither epochs nor a loss.
        text = (
            f"epoch {step.epoch + 1}/{training.epochs}  loss {float(step.losses.mean()):.4f}"
            if len(step.losses)
            else ""
        )
        if (accuracy := latest_accuracy(training.history)) is not None:
            text += f"  {accuracy[0]} {accuracy[1]:.2%}"
        return text


def _shown(left: float | None) -> str:
    if left is None:
        return "…"
    seconds = round(left)
    return f"{seconds // 60}:{seconds % 60:02} left"
