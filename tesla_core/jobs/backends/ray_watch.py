"""What a Ray head says of the jobs it was given, asked for in a thread: a head that hangs holds up nobody."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, replace
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.jobs.backends.contract import UnreachableError
from tesla_core.jobs.backends.ray_client import RayClient

POLL_SECONDS = 1.0
LONGEST_PAUSE = 5.0
DUTY = 0.1
"""The share of the time that may go into asking: with hundreds of jobs each is asked less often."""
TAIL_LINES = 50
QUEUE_SECONDS = 3.0
"""Ray never takes a job out of its queue. One that is still there so long after a stop is not about to begin."""

UNSENT, MISSING, REFUSED, TAKEN_BACK = "UNSENT", "MISSING", "REFUSED", "TAKEN_BACK"
"""Beside Ray's own PENDING, RUNNING, STOPPED, SUCCEEDED and FAILED: the head does not have it yet, no longer has it,
would not take it; or we want it no more, though it may still be in the cluster's queue."""
OVER = frozenset({MISSING, REFUSED, TAKEN_BACK, "STOPPED", "SUCCEEDED", "FAILED"})

log = logging.getLogger("tesla_core.jobs.backends.ray")


@dataclass(frozen=True)
class Seen:
    """A submission as the head knew it last. code: of its process, None while unknown; lines: its newest output."""

    status: str
    message: str = ""
    error: str = ""
    code: int | None = None
    node: str = ""
    lines: tuple[str, ...] = ()


class RayWatch:
    """Submits, follows and stops from one thread. Nothing here waits for the network, except the thread itself."""

    def __init__(self, client: RayClient, poll: float = POLL_SECONDS) -> None:
        self._client, self._poll = client, poll
        self._requests: dict[str, dict[str, Any]] = {}
        self._seen: dict[str, Seen | None] = {}
        self._stops: dict[str, float | None] = {}  # when the head has heard of it
        self._silent_since: float | None = None
        self._problem = ""
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None

    def submit(self, submission: str, request: dict[str, Any]) -> None:
        """Hand a job over as soon as the head takes it."""
        with self._lock:
            self._requests[submission] = request
            self._seen[submission] = Seen(UNSENT)
        self._go()

    def seen(self, submission: str) -> Seen | None:
        """The newest word on a submission, which is followed from now on; None before the first."""
        with self._lock:
            if submission in self._seen:
                return self._seen[submission]
            self._seen[submission] = None
        self._go()
        return None

    def stop(self, submission: str) -> None:
        """Ask for its end, until the head has heard of it. One that was not handed over yet never will be."""
        with self._lock:
            if self._requests.pop(submission, None) is not None:
                self._seen[submission] = Seen(TAKEN_BACK)
            if submission in self._stops:
                return
            self._stops[submission] = None
        self._go()

    def forget(self, submission: str) -> None:
        """Follow it no longer. A stop that the head has not heard yet is still passed on."""
        with self._lock:
            self._requests.pop(submission, None)
            self._seen.pop(submission, None)
            if self._stops.get(submission) is not None:
                del self._stops[submission]

    @property
    def silence(self) -> tuple[float, str]:
        """Since how many seconds the head has not answered, and why; 0 if it has."""
        since = self._silent_since
        return (0.0, "") if since is None else (max(time.monotonic() - since, 1e-9), self._problem)

    def close(self) -> None:
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=1.0)

    def _go(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="ray-watch", daemon=True)
            self._thread.start()
        self._wake.set()

    def _run(self) -> None:
        while not self._closed:
            self._wake.clear()
            began = time.monotonic()
            try:
                self._round()
                self._heard("")
            except UnreachableError as error:
                self._heard(str(error))
            except Exception:
                log.exception("asking the Ray head failed")
                self._heard("Asking the Ray head failed; the supervisor's log says why.")
            took = time.monotonic() - began
            idle = not self._work()
            self._wake.wait(None if idle else min(max(self._poll, took / DUTY), LONGEST_PAUSE))

    def _work(self) -> bool:
        with self._lock:
            followed = any(seen is None or seen.status not in OVER for seen in self._seen.values())
            return followed or None in self._stops.values()

    def _round(self) -> None:
        with self._lock:
            requests = list(self._requests.items())
        for submission, request in requests:
            try:
                self._client.submit(request)
                self._now(submission, Seen("PENDING"), request)
            except UnreachableError:
                raise
            except TeslaError as error:
                self._now(submission, Seen(REFUSED, message=str(error)), request)
        with self._lock:
            unheard = [submission for submission, heard in self._stops.items() if heard is None]
        for submission in unheard:
            if self._client.stop(submission):
                self._stop_heard(submission)
        with self._lock:
            followed = dict.fromkeys(self._stops) | self._seen
        for submission, before in followed.items():
            if before is None or before.status not in OVER | {UNSENT}:
                self._look(submission, before)

    def _stop_heard(self, submission: str) -> None:
        with self._lock:
            if submission in self._seen:
                self._stops[submission] = time.monotonic()
            else:
                self._stops.pop(submission, None)

    def _look(self, submission: str, before: Seen | None) -> None:
        found = self._client.details(submission)
        if found is None:
            self._now(submission, replace(before or Seen(MISSING), status=MISSING))
            return
        now = Seen(
            str(found["status"]),
            str(found.get("message") or ""),
            str(found.get("error_type") or ""),
            found.get("driver_exit_code"),
            str(found.get("driver_node_id") or ""),
            before.lines if before else (),
        )
        heard = self._stops.get(submission)
        if now.status == "PENDING" and heard is not None and time.monotonic() - heard >= QUEUE_SECONDS:
            now = Seen(TAKEN_BACK)
        if now.node:
            try:
                now = replace(now, lines=tuple(self._client.tail(submission, now.node, TAIL_LINES)))
            except UnreachableError as error:
                log.debug("%s", error)  # of that machine's log alone; the runner's folder has its heartbeats too
        self._now(submission, now)

    def _now(self, submission: str, seen: Seen, request: dict[str, Any] | None = None) -> None:
        with self._lock:
            if request is not None and self._requests.pop(submission, None) is None:
                return  # taken back while it was being handed over: a stop is on its way
            before = self._seen.get(submission)
            if submission in self._seen and (before is None or before.status not in OVER):
                self._seen[submission] = seen
            if seen.status in OVER:
                self._stops.pop(submission, None)

    def _heard(self, problem: str) -> None:
        if problem and problem != self._problem:
            log.warning("%s Asking again.", problem)
        elif self._problem and not problem:
            log.info("the Ray head answers again")
        if not problem:
            self._silent_since = None
        elif self._silent_since is None:
            self._silent_since = time.monotonic()
        self._problem = problem
