"""The engine: all runs of all viewers in one process. An event loop talks; one worker thread trains."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import torch

from tesla_core.counts import EngineCounts
from tesla_core.errors import TeslaError
from tesla_core.live.cost import model_bytes
from tesla_core.live.engine.darkroom import Negative
from tesla_core.live.engine.memory import MOST_LARGE, SMALL, GiveBack, make_memory
from tesla_core.live.engine.mishaps import Mishaps
from tesla_core.live.engine.pieces import InPieces, Result, clock_of, do_pieces
from tesla_core.live.engine.places import holdings, leaver, own_leaver
from tesla_core.live.engine.run import EXPIRY, PAGES, Run
from tesla_core.live.engine.scheduler import DEFAULT_LIMITS, Admission, EngineLimits, slice_seconds
from tesla_core.live.engine.shares import FairShare, place_of
from tesla_core.live.engine.slices import SlicePlan, SliceResult
from tesla_core.live.engine.viewer import Viewer
from tesla_core.live.playhead import DEFAULT_SPEED, check_speed
from tesla_core.live.spec import LiveSpec
from tesla_core.visits.visit import Visit

TICK = 0.05  # seconds
BUILT_AT_A_TIME = 2
PIECE = 0.02  # seconds of one picture before another's turn
BUILD, AHEAD, FILL = "build", "ahead", "fill"  # what a slice is for
MOST_RUNS = 64
MOST_VIEWERS = 256
MOST_BYTES = 256 << 20  # of all recordings
BUILDING_COUNTS = 2.0  # times what it takes: nobody else sees anything of it
LARGE_EXPIRY = 0.1  # of the time that others are kept
DROPPED = "Something went wrong with this page's view of the run; reload the page."


@dataclass(frozen=True)
class Capacity:
    """What the engine holds at most; large_bytes: models of all large runs. expiry in seconds."""

    runs: int = MOST_RUNS
    viewers: int = MOST_VIEWERS
    recording_bytes: int = MOST_BYTES
    large_bytes: int = MOST_LARGE
    expiry: float = EXPIRY
    limits: EngineLimits = DEFAULT_LIMITS


class Engine:
    """Runs by address, and the loop that gives each its slices. Everything but training happens on the event loop."""

    def __init__(
        self, device: torch.device, capacity: Capacity, while_training: Callable[[], None] = lambda: None
    ) -> None:
        """while_training: called before every slice that trains for somebody; must be quick."""
        self._while_training = while_training
        self.device, self.capacity = device, capacity
        self.runs: dict[str, Run] = {}
        self.viewers: set[Viewer] = set()
        self.waiting: list[tuple[Viewer, LiveSpec, dict[str, Any]]] = []  # for room among the runs
        self.admission = Admission(capacity.limits)
        self.started_at = time.monotonic()
        self.epochs_trained = deque[tuple[float, int]](maxlen=4096)
        self.mishaps = Mishaps()
        self.counts = EngineCounts()
        self._share = FairShare()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="train")
        self._darkroom = ThreadPoolExecutor(1, thread_name_prefix="darkroom")
        self._errands: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._give_back = GiveBack()
        self._wake = asyncio.Event()
        self._filled_last: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # ---- viewers

    def watch(self, viewer: Viewer, message: dict[str, Any]) -> None:
        """A viewer turns to a spec: to its run where there is one, else to a new one or into the queue for room."""
        spec = LiveSpec.from_text(str(message.get("spec", "")))
        check_speed(message.get("speed", DEFAULT_SPEED))  # now: who waits for room is turned to the run much later
        now = time.monotonic()
        viewer.present(message)
        self._stop_waiting(viewer)
        viewer.leave(now)  # what it watched before counts for nothing
        run = self.find_run(spec, viewer.visit)
        if run is None:
            self.waiting.append((viewer, spec, message))
        else:
            viewer.watch(run, message, now)
        self._wake.set()

    def control(self, viewer: Viewer, message: dict[str, Any]) -> None:
        """What a viewer does with its run; one that gave up its place asks for it again."""
        if viewer.resting is None:
            viewer.control(message, time.monotonic())
        elif (watched := viewer.roused(message)) is not None:
            self.watch(viewer, watched)
        self._wake.set()

    def find_run(self, spec: LiveSpec, visit: Visit = PAGES) -> Run | None:
        """The spec's run, made if there is room for one more of this visitor's."""
        now, run = time.monotonic(), self.runs.get(spec.address)
        if run is None and self._make_memory(spec) and self._make_room(visit, now):
            run = self.runs[spec.address] = Run(spec, now)
            run.begin(self.device, self._origin(spec))
        if run is not None and visit is PAGES:
            run.asked_at = now
        return run

    def leave(self, viewer: Viewer) -> None:
        viewer.leave(time.monotonic())
        self.viewers.discard(viewer)
        self._stop_waiting(viewer)

    def _stop_waiting(self, viewer: Viewer) -> None:
        self.waiting = [entry for entry in self.waiting if entry[0] is not viewer]

    def _make_memory(self, spec: LiveSpec) -> bool:
        leaving = make_memory(self.runs.values(), model_bytes(spec), self.capacity.large_bytes)
        for run in leaving or ():
            del self.runs[run.address]
        return leaving is not None

    def _make_room(self, newcomer: Visit, now: float) -> bool:
        runs = self.runs.values()
        has_many, leaving = own_leaver(runs, newcomer, now)
        if not has_many:
            if len(runs) < self.capacity.runs:
                return True
            leaving = leaver(runs, newcomer, self.capacity.runs, now)
        if leaving is None:
            return False
        for viewer in list(leaving.viewers):
            viewer.rest(now)
        del self.runs[leaving.address]
        return True

    def _origin(self, spec: LiveSpec) -> Run | None:
        """The nearest run that the spec branches from and that is here."""
        while (parent := spec.parent) is not None:
            run = self.runs.get(parent.address)
            if run is not None and run.built:
                return run
            spec = parent
        return None

    # ---- the loop

    def wake(self) -> None:
        """Look again who wants what."""
        self._wake.set()

    async def errand(self, work: Callable[[], Any]) -> Any:
        """Do something short on the worker thread, before the next slice."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._errands.append((work, done))
        self._wake.set()
        return await done

    async def train(self) -> None:
        """For ever: errands first, then the slice of the run whose turn it is."""
        loop = asyncio.get_running_loop()
        while True:
            for _ in range(len(self._errands)):  # those that come meanwhile wait for a slice
                work, done = self._errands.popleft()
                try:
                    result = await loop.run_in_executor(self._worker, work)
                    if not done.cancelled():
                        done.set_result(result)
                except Exception as broken:
                    if not done.cancelled():
                        done.set_exception(broken)
            trained = False
            with self.mishaps.contained("giving a slice"):
                trained = await self._slice(loop)
            if not trained:
                self._wake.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(TICK):
                        await self._wake.wait()

    async def _slice(self, loop: asyncio.AbstractEventLoop) -> bool:
        now = time.monotonic()
        plans = self._plans(now)
        if not plans:
            return False
        self._while_training()
        address = self._share.pick({name: self.runs[name].people(now) for name in plans})
        run, (plan, turn) = self.runs[address], plans[address]
        plan = replace(plan, seconds=slice_seconds(len(plans)))
        work = {BUILD: run.construct, AHEAD: run.advance, FILL: run.fill}[turn]
        try:
            progress: SliceResult = await loop.run_in_executor(self._worker, work, plan)
            now = time.monotonic()
            run.add(progress, now, wanted=turn == FILL)
        except TeslaError as mistake:
            self._end(run, str(mistake))
            return True
        except Exception as broken:
            self.mishaps.note("building a run" if turn == BUILD else "training a run", broken)
            self._break(run, broken)
            return True
        for negative in progress.negatives:
            self._background(self._develop(run, negative))
        self._share.charge(address, progress.seconds * (BUILDING_COUNTS if turn == BUILD else 1.0))
        (self._filled_last.add if turn == FILL else self._filled_last.discard)(address)
        epochs = len(progress.epochs) if turn == AHEAD else 0
        self.counts.slices.observe(progress.seconds)
        self.counts.epochs.inc(epochs)
        self.epochs_trained.append((now, epochs))
        self.pump(run)
        return True

    async def _develop(self, run: Run, negative: Negative) -> None:
        message, seconds = None, 0.0
        try:
            async with run.making_frames:
                message, seconds = await self.in_pieces(run.developing(negative))
        except Exception as broken:
            self.mishaps.note("making a frame", broken)
            self._break(run, broken)
        run.add_frame(negative.number, message, seconds)
        self.counts.frames.inc()
        self._share.charge(run.address, seconds)
        self.pump(run)
        self._wake.set()

    async def in_pieces(self, work: InPieces[Result]) -> tuple[Result, float]:
        """Do something on the darkroom's thread, pieces of others between its own; what it cost, in seconds."""
        loop, clock, seconds = asyncio.get_running_loop(), clock_of(self.device), 0.0
        while True:
            stretch = await loop.run_in_executor(self._darkroom, do_pieces, work, PIECE, clock)
            seconds += stretch.seconds
            if stretch.results:
                return stretch.results[0], seconds

    def _break(self, run: Run, broken: Exception) -> None:
        started = "Training stopped" if run.built else "This run could not be started"
        self._end(run, f"{started}: {type(broken).__name__}: {broken}"[:300])

    def _end(self, run: Run, sentence: str) -> None:
        """A run that broke does not go on; what it has recorded stays."""
        run.error = run.error or sentence
        self.pump(run)

    def _background(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run beside the loop; the loop itself keeps only weak references to tasks."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _plans(self, now: float) -> dict[str, tuple[SlicePlan, str]]:
        """What each run would do next. Ahead and filling take turns within a run."""
        ahead = self._each_run(lambda run: run.head_plan(now))
        fills = self._each_run(lambda run: run.fill_plan(now))
        wanting = {
            address: [viewer.visit for viewer in self.runs[address].viewers if viewer.playhead.moving]
            for address in ahead
            if any(viewer.playhead.moving for viewer in self.runs[address].viewers)
        }
        self.admission.update(wanting, now)
        plans = {address: (plan, BUILD) for address, plan in self._builds(now).items()}
        for address in self.runs:
            fill, plan = fills.get(address), ahead.get(address)
            if plan is not None and address in wanting and not self.admission.admits(address):
                plan = None
            if fill is not None and (plan is None or address not in self._filled_last):
                plans[address] = fill, FILL
            elif plan is not None:
                plans[address] = plan, AHEAD
        return plans

    def _builds(self, now: float) -> dict[str, SlicePlan]:
        """Those to be built next: of each place the two that wait longest. All at once, all would be late."""
        found: dict[str, SlicePlan] = {}
        begun: Counter[str] = Counter()
        for address, plan in self._each_run(lambda run: run.build_plan(now)).items():
            places = {place_of(visit) for visit in self.runs[address].people(now)} or {""}
            if min(begun[place] for place in places) < BUILT_AT_A_TIME:
                found[address] = plan
                begun.update(places)
        return found

    def _each_run(self, plan_of: Callable[[Run], SlicePlan | None]) -> dict[str, SlicePlan]:
        """The runs' plans, of those that have one."""
        plans: dict[str, SlicePlan] = {}
        for address, run in self.runs.items():
            with self.mishaps.contained("planning a run", partial(self._break, run)):
                plan = plan_of(run)
                if plan is not None:
                    plans[address] = plan
        return plans

    async def tick(self) -> None:
        """For ever: playheads move, pages are brought level, old runs go."""
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for viewer in list(self.viewers):
                with self._only(viewer, "moving a playhead"):
                    viewer.tick(now)
            for keep_house in (self._admit_waiting, partial(self._forget, now), self.pump):
                with self.mishaps.contained("keeping house"):
                    keep_house()

    def _only(self, viewer: Viewer, doing: str) -> contextlib.AbstractContextManager[None]:
        """What breaks in here is this viewer's alone: it is told, and no longer there."""

        def drop(_: Exception) -> None:
            self.leave(viewer)
            viewer.send(json.dumps({"type": "error", "code": "viewer", "message": DROPPED}))

        return self.mishaps.contained(doing, drop)

    def _admit_waiting(self) -> None:
        held = holdings(self.runs.values())
        waiting, self.waiting = sorted(self.waiting, key=lambda entry: held[place_of(entry[0].visit)]), []
        for viewer, spec, message in waiting:
            with self._only(viewer, "turning a viewer to a run"):
                run = self.find_run(spec, viewer.visit)
                if run is None:
                    self.waiting.append((viewer, spec, message))
                else:
                    viewer.watch(run, message, time.monotonic())

    def _forget(self, now: float) -> None:
        """Hold all recordings within their memory: watched ones in equal shares, before which unwatched ones go."""
        for run in list(self.runs.values()):
            run.rest(now)
            expiry = self.capacity.expiry * (1.0 if run.model_bytes <= SMALL else LARGE_EXPIRY)
            if not run.viewers and now - run.watched_at > expiry:
                del self.runs[run.address]
        watched = [run for run in self.runs.values() if run.viewers]
        for run in watched:
            run.recording.hold_within(self.capacity.recording_bytes / len(watched))
        total = sum(run.recording.nbytes for run in self.runs.values())
        for run in sorted(self.runs.values(), key=lambda run: run.watched_at):
            if total > self.capacity.recording_bytes and not run.viewers:
                total -= run.recording.nbytes
                del self.runs[run.address]
        self._give_back.look(sum(run.nbytes for run in self.runs.values()), now)

    def pump(self, run: Run | None = None) -> None:
        """Bring pages level: those of one run, or all."""
        now = time.monotonic()
        for viewer in list(self.viewers if run is None else run.viewers):
            if viewer.run is not None:
                with self._only(viewer, "bringing a page level"):
                    waits = viewer.playhead.moving and viewer.run.built
                    place = self.admission.place(viewer.run.address) if waits else 0
                    viewer.pump(now, place, len(viewer.run.viewers))
        if run is None:
            for place, (viewer, _, _) in enumerate(list(self.waiting)):
                with self._only(viewer, "telling a place in the queue"):
                    viewer.wait(now, self.admission.queued + place + 1)

    # ---- what it says of itself

    def status(self) -> dict[str, Any]:
        now = time.monotonic()
        recent = [count for at, count in self.epochs_trained if now - at <= 5.0]
        return {
            "device": str(self.device),
            "threads": torch.get_num_threads(),
            "viewers": len(self.viewers),
            "runs": len(self.runs),
            "training": self.admission.training,
            "queued": self.admission.queued + len(self.waiting),
            "epochs_per_second": sum(recent) / 5.0,
            "memory_bytes": sum(run.nbytes for run in self.runs.values()),
            "uptime": now - self.started_at,
            "pid": os.getpid(),
        }
