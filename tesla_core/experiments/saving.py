"""When a run's checkpoint and metrics are written."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.training.checkpoint import save_checkpoint
from tesla_core.training.trainable import Step, Trainable, history_lines

CHECKPOINT_SHARE = 0.05  # of the time at most goes into writing checkpoints that are due by time


def anybody_may_write() -> None:
    """The check before a write into a folder that nobody else can claim."""


class Saver:
    """A line of metrics an epoch; a checkpoint when its time or its epoch has come, and always at the end.

    seconds: how long the run has taken so far. before_write: raises where this process may not write any more.
    """

    def __init__(
        self,
        spec: ExperimentSpec,
        training: Trainable,
        folder: RunFolder,
        seconds: Callable[[], float],
        every_seconds: float,
        every_epochs: int = 0,
        before_write: Callable[[], None] = anybody_may_write,
    ) -> None:
        self._spec, self._training, self._folder, self._seconds = spec, training, folder, seconds
        self._pause, self._least_pause, self._every_epochs = every_seconds, every_seconds, every_epochs
        self._before_write = before_write
        self._last = time.monotonic()
        self._lines = len(training.history)

    def after(self, step: Step) -> None:
        epoch_due = step.record is not None and self._every_epochs and (step.epoch + 1) % self._every_epochs == 0
        if epoch_due or time.monotonic() - self._last >= self._pause:
            self.save()
        elif step.record is not None:
            self._before_write()
            self._append()

    def save(self) -> None:
        self._before_write()
        start = time.monotonic()
        tensors, data = self._training.state()
        data = {**data, "seconds": self._seconds()}
        save_checkpoint(self._folder.checkpoint_file, tensors, data, self._spec.to_dict())
        self._append()
        self._last = time.monotonic()
        self._pause = max(self._least_pause, (self._last - start) / CHECKPOINT_SHARE)

    def finish(self, result: dict[str, Any], files: Mapping[str, bytes]) -> None:
        """The result comes last: where it is, all else is there, too."""
        self._before_write()
        for name, content in files.items():
            self._folder.write_file(name, content)
        self._folder.write_result(result)

    def _append(self) -> None:
        lines = history_lines(self._training.history, 0, self._lines)
        if lines:
            self._folder.append_history(lines)
        self._lines += len(lines)
