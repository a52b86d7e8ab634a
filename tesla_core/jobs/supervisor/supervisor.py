"""The supervisor itself: what it does at each tick, from the queue to the end of an attempt."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.files import remove_torn
from tesla_core.jobs.backends import make_backend
from tesla_core.jobs.backends.contract import Backend, Exit, UnreachableError, gpus_of
from tesla_core.jobs.backends.slots import Grant, Slots, job_threads
from tesla_core.jobs.class_first import say_held
from tesla_core.jobs.processes import boot_identity
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import IllegalTransition, State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.folders import FolderGone, prepare, reached, sweep
from tesla_core.jobs.supervisor.timing import Timing
from tesla_core.jobs.supervisor.verdict import Verdict, Wish, judge
from tesla_core.jobs.supervisor.watch import Watch
from tesla_core.jobs.worker.files import read_result

SAME_TROUBLE_SECONDS = 60.0
ABANDON_SECONDS = 10.0
LOOK_AHEAD = 100
"""So many jobs at the head of the queue are looked at."""
HELD_BY_ANOTHER = frozenset({"locked", "superseded"})
"""Ends after which another process may be writing into the folder."""

log = logging.getLogger("tesla_core.jobs.supervisor")


class Supervisor:
    """`tick` does all that is due now. backends: those to use by name; any other is made when a job asks for it."""

    def __init__(
        self,
        home: Home,
        settings: Timing | None = None,
        backends: Mapping[str, Backend] | None = None,
        slots: Slots | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.home = home
        self.settings = settings or Timing.from_environment()
        self.store = Store(home)
        self.slots = slots or Slots.of_this_host()
        self.watches: dict[str, Watch] = {}
        self.ending = False
        self._backends = dict(backends or {})
        self._clock = clock
        self._ready: dict[str, float] = {}
        self._troubles: dict[str, tuple[str, float]] = {}
        self._adopted = False
        self._seen: int | None = None
        self._news = True
        self._filled_at = float("-inf")
        self._held: int | None = None

    def adopt(self) -> None:
        """Take over what an earlier supervisor, or this machine before its restart, left in the store."""
        remove_torn(self.home.held_cores)
        for job in self.store.active():
            attempt = job.attempt
            if attempt is None or job.id in self.watches:
                continue
            try:
                backend = self._backend(job)
            except TeslaError as error:
                self.store.finish(job.id, attempt.token, State.LOST, str(error))
                continue
            watch = Watch(job, attempt, backend, self._clock(), job.handle or None, told=bool(job.handle))
            self.watches[job.id] = watch
            if not backend.places_itself:
                self.slots.hold(job.id, job.request, gpus_of(watch.handle))
            log.info("job %s: attempt %s is followed again", job.id, attempt.number)
        self._adopted = True

    def tick(self) -> bool:
        """Look at every running job and start what can start. False when there is nothing to do for now."""
        with self._trouble("store"):
            if not self._adopted:
                self.adopt()
            self._read_wishes()
        for watch in list(self.watches.values()):
            with self._trouble(watch.job.id):
                end = watch.look(self.store, self.settings, self._clock())
                if end is not None:
                    self._settle(watch, end)
        if self._adopted and not self.ending:
            with self._trouble("store"):
                self._fill()
        self._say_held()
        return bool(self.watches or self._ready)

    def _say_held(self) -> None:
        """Jobs read between their batches whether they leave the class enough cores."""
        held = self.slots.held_cpus * job_threads()
        if held != self._held:
            self._held = held
            say_held(self.home, held)

    def abandon(self) -> None:
        """The home is gone, and all that was known of these jobs with it: end their processes, and don't ask the
        store, which may be another one by now."""
        deadline = self._clock() + ABANDON_SECONDS
        left = [watch for watch in self.watches.values() if watch.handle is not None]
        while left and self._clock() < deadline:
            for watch in list(left):
                with self._trouble(watch.job.id):
                    watch.backend.stop(watch.job, watch.handle or "", grace=0.0)
                    if watch.backend.status(watch.job, watch.handle or "").exit is not None:
                        left.remove(watch)
            time.sleep(self.settings.active_poll if left else 0.0)

    def close(self) -> None:
        """Let go of everything. Jobs that run go on."""
        for backend in self._backends.values():
            backend.close()
        self.store.close()

    def _read_wishes(self) -> None:
        """What people have asked for since the last look: cancels and drains."""
        if self.ending or self.store.drained:
            for watch in self.watches.values():
                watch.want(Wish.PAUSE)
        revision = self.store.revision_number
        changed, self._seen = revision != self._seen, revision
        self._news = self._news or changed
        if changed and self.watches:
            for job in self.store.active():
                if job.state is State.CANCELLING and job.id in self.watches:
                    self.watches[job.id].want(Wish.CANCEL)

    def _fill(self) -> None:
        """Start queued jobs in their order. One that has to wait for a slot holds up those of its kind behind it."""
        now = self._clock()
        if not self._fill_due(now):
            return
        self._filled_at, self._news = now, False
        queue = [] if self.store.drained else self.store.queue(LOOK_AHEAD)
        self._ready = {job.id: self._ready.get(job.id, now + self._still_waits(job)) for job in queue}
        held_up = set[str]()
        for job in queue:
            if self._ready[job.id] <= now:
                with self._trouble(job.id):
                    self._start_if_possible(job, held_up)

    def _fill_due(self, now: float) -> bool:
        """Reading the queue costs: it is done when something has changed, or when a job's pause is over."""
        crowded = not self.slots.free_cpus and not self.slots.free_gpus
        if crowded and now - self._filled_at < self.settings.crowded_poll:
            return False
        return self._news or any(self._filled_at < ready <= now for ready in self._ready.values())

    def _still_waits(self, job: Job) -> float:
        """Of a pause that an earlier supervisor set: never longer than any pause is, whatever the clock did since."""
        return min(max(job.waits, 0.0), self.settings.longest_backoff)

    def _start_if_possible(self, job: Job, held_up: set[str]) -> None:
        try:
            backend = self._backend(job)
        except TeslaError as error:
            self._refuse(job, str(error))
            return
        if backend.places_itself:
            self._start(job, backend, Grant())
            return
        if problem := self.slots.impossible(job.request):
            self._refuse(job, problem)
            return
        kind = "gpu" if self.slots.wants_gpu(job.request) else "cpu"
        grant = None if kind in held_up else self.slots.take(job.id, job.request)
        if grant is None:
            held_up.add(kind)
        else:
            self._start(job, backend, grant)

    def _refuse(self, job: Job, problem: str) -> None:
        """A job that can't run here fails at once, by name."""
        if (attempt := self.store.claim(job.id, boot_identity())) is not None:
            self.store.finish(job.id, attempt.token, State.FAILED, problem)

    def _start(self, job: Job, backend: Backend, grant: Grant) -> None:
        """The attempt is in the store before anything starts: whoever comes after us knows what to look for."""
        job, attempt = self.store.get(job.id), None
        try:
            attempt = self.store.claim(job.id, boot_identity())
        finally:
            if attempt is None:
                self.slots.give_back(job.id)
        if attempt is None:
            return
        del self._ready[job.id]
        watch = self.watches[job.id] = Watch(job, attempt, backend, self._clock())
        try:
            prepare(job, attempt)
            watch.handle = backend.start(job, attempt, grant.gpus)
        except FolderGone:
            watch.want(Wish.FOLDER_GONE)
            self._settle(watch, Exit(None, "crash", ""))
        except UnreachableError as error:
            self._settle(watch, Exit(None, "machine-gone", str(error)), delay=self.settings.unreachable)
        except TeslaError as error:
            self._settle(watch, Exit(None, "mistake", str(error)))
        except OSError as error:
            self._settle(watch, Exit(None, "crash", f"It could not be started: {error}."))
        else:
            log.info("job %s: attempt %s started", job.id, attempt.number)
            if (end := watch.look(self.store, self.settings, self._clock())) is not None:
                self._settle(watch, end)

    def _settle(self, watch: Watch, end: Exit, delay: float | None = None) -> None:
        """Write down what the end of an attempt means, and give its slots back."""
        place = reached(watch.job.folder)
        if not watch.backend.places_itself and end.kind not in HELD_BY_ANOTHER:
            sweep(watch.job.folder)
        for _ in range(2):
            job = self.store.get(watch.job.id)
            if job.state is State.CANCELLING:
                watch.want(Wish.CANCEL)
            verdict = judge(end, watch.wish, job, place, self.settings)
            try:
                self._write(watch, end, verdict, place, delay)
                break
            except IllegalTransition:
                continue  # a cancel came in between
        del self.watches[watch.job.id]
        self.slots.give_back(watch.job.id)
        self._news = True

    def _write(self, watch: Watch, end: Exit, verdict: Verdict, place: float, delay: float | None) -> None:
        job, token = watch.job, watch.attempt.token
        log.info("job %s: attempt %s ended, %s %s", job.id, watch.attempt.number, verdict.state, verdict.reason)
        if verdict.state is not State.QUEUED:
            metrics = _metrics(job) if verdict.state is State.SUCCEEDED else None
            self.store.finish(job.id, token, verdict.state, verdict.reason, metrics, end.code)
            return
        wait = verdict.delay if delay is None else delay
        self.store.requeue(job.id, token, verdict.reason, verdict.failure, wait, reached=place, exit_code=end.code)
        self._ready[job.id] = self._clock() + wait

    def _backend(self, job: Job) -> Backend:
        name = job.request.backend
        if name not in self._backends:
            self._backends[name] = make_backend(name, self.home)
        return self._backends[name]

    @contextmanager
    def _trouble(self, about: str) -> Iterator[None]:
        """What goes wrong with one job is written down and tried again at the next look; the others go on."""
        try:
            yield
        except Exception as error:
            self._news = True
            before, when = self._troubles.get(about, ("", 0.0))
            if str(error) != before or self._clock() - when > SAME_TROUBLE_SECONDS:
                expected = isinstance(error, TeslaError | OSError)
                log.warning("%s: %s", about if about == "store" else f"job {about}", error, exc_info=not expected)
                self._troubles[about] = str(error), self._clock()


def _metrics(job: Job) -> dict[str, Any] | None:
    metrics = (read_result(job.folder) or {}).get("metrics")
    return metrics if isinstance(metrics, dict) else None
