"""Ctrl-C and SIGTERM end a run between two batches, where there is a state to save."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tesla_core.experiments.run import Report
    from tesla_core.training.trainable import Step, Trainable


class StopRequest:
    """Whether somebody asked this process to stop. The second signal does not wait for the batch, unless `patient`:
    where a supervisor signals every process of a job, and so some of them twice."""

    def __init__(self, patient: bool = False) -> None:
        self.asked = False
        self._patient = patient
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, self._ask)

    def _ask(self, _signal: int, _frame: object) -> None:
        if self.asked and not self._patient:
            raise KeyboardInterrupt
        self.asked = True


class Interruptible:
    """A report that raises KeyboardInterrupt after the batch from which on the training is to stop."""

    def __init__(self, report: Report, stopping: Callable[[], bool]) -> None:
        self._report, self._stopping = report, stopping

    def __call__(self, training: Trainable, step: Step) -> None:
        self._report(training, step)
        if self._stopping():
            raise KeyboardInterrupt
