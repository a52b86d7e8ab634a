"""The progress bar on stderr: where a training stands, how well it does and how long it will take."""

from __future__ import annotations

from typing import TextIO

from tesla_core.progress_line import ProgressLine
from tesla_core.training.time_left import TimeLeft
from tesla_core.training.trainable import Step, Trainable, latest_accuracy, share_done

WIDTH = 24


class ProgressBar:
    """Called after every step."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._line = ProgressLine(stream)
        self._pace = TimeLeft()

    def __call__(self, training: Trainable, step: Step) -> None:
        done = share_done(step, training.epochs)
        left = self._pace.left(done)
        if self._line.due(done >= 1):
            self._line.show(f"{self._bar(done)} {self._quality(training, step)}  {_shown(left)}", done >= 1)

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
