"""One attempt of a job: a run that holds its folder, gives signs of life, keeps its log small and says why it ended.

The environment says that a run is one: TESLA_JOB_TOKEN names the attempt; TESLA_JOB_EVENTS=stdout asks for heartbeats
on stdout, too; TESLA_JOB_WATCH_PARENT=1 for an end when the parent process is gone.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tesla_core.experiments.folder import RunFolder
from tesla_core.files import to_json, write_atomically
from tesla_core.jobs.worker.capped_log import CappedLog
from tesla_core.jobs.worker.courtesy import courtesy_of_this_job
from tesla_core.jobs.worker.endings import Ending, ending_of
from tesla_core.jobs.worker.guard import AttemptGuard
from tesla_core.jobs.worker.heartbeat import BEAT_SECONDS, Heartbeat
from tesla_core.jobs.worker.parent_watch import end_with, must_end_with_parent, parent

if TYPE_CHECKING:
    from tesla_core.experiments.run import Report
    from tesla_core.training.trainable import Step, Trainable

EVENTS_VARIABLE = "TESLA_JOB_EVENTS"
EXIT_EVENT = "TESLA-JOB-EXIT "
"""Starts a line on stdout that is the content of exit.json."""


class JobAttempt:
    """The attempt while it runs. Rank 0 alone is one where several processes train together."""

    def __init__(self, folder: RunFolder, token: str) -> None:
        self.folder, self.token = folder, token
        self.guard = AttemptGuard(folder, token)
        self.log = CappedLog(folder)
        self._events = sys.stdout if os.environ.get(EVENTS_VARIABLE) == "stdout" else None

    def watch_parent(self) -> None:
        """End when the parent process is gone."""
        end_with(parent(), lambda: self.end(Ending("parent-gone", "The process that looked after this job is gone.")))

    def report(self, other: Report, stopping: Callable[[], bool] = lambda: False) -> Report:
        """The attempt's heartbeat, then its log's care, then `other`; then it makes way for a class, unless it is
        `stopping`."""
        courtesy = courtesy_of_this_job()
        heartbeat = Heartbeat(self.folder, self.token, self.guard.check, self._events)
        looked = float("-inf")

        def report(training: Trainable, step: Step) -> None:
            nonlocal looked
            heartbeat(training, step)
            if time.monotonic() - looked >= BEAT_SECONDS:
                looked = time.monotonic()
                self.log.rotate_when_full()
            other(training, step)
            if courtesy is not None:
                courtesy.make_way(lambda: heartbeat(training, step), stopping)

        return report

    def end(self, ending: Ending) -> None:
        """Say why it ended, unless the folder is another's by now, and let go of it."""
        words = to_json({"token": self.token, "code": ending.code, "reason": ending.reason, "kind": ending.kind})
        # A full disk or a deleted folder must not hide the reason; the exit code still tells it.
        with contextlib.suppress(OSError):
            if self.guard.newest() == self.token:
                write_atomically(self.folder.exit_file, words.encode())
        if self._events is not None:
            print(f"{EXIT_EVENT}{words}", file=self._events, flush=True)
        with contextlib.suppress(OSError):
            self.guard.release(ending)


@contextlib.contextmanager
def job_attempt(folder: RunFolder, token: str) -> Iterator[JobAttempt]:
    """Hold the folder for the time of an attempt. Every end but success leaves by SystemExit with the code of its kind,
    after the reason went to the log and to exit.json."""
    attempt = JobAttempt(folder, token)
    error: BaseException | None = None
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(_interrupted_by_sigterm())
            if must_end_with_parent():
                attempt.watch_parent()
            attempt.guard.take()
            stack.enter_context(attempt.log)
            yield attempt
        except BaseException as raised:
            error = raised
        ending = ending_of(error)
        with contextlib.suppress(OSError):
            if ending.kind == "crash" and error is not None:
                traceback.print_exception(error)
            elif error is not None:
                print(f"error: {ending.reason}" if ending.code < 128 else "interrupted", file=sys.stderr)
            sys.stdout.flush()
        attempt.end(ending)
    if error is not None:
        # CPython notes an interruption that strikes inside code run from a string (many libraries make classes so while
        # they load) and would end by SIGINT, whatever was made of it since. Running another string forgets it.
        exec("")
        raise SystemExit(ending.code) from None


@contextlib.contextmanager
def _interrupted_by_sigterm() -> Iterator[None]:
    """Until the training loop looks after it, SIGTERM is an interruption at once: there is nothing to save yet."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
