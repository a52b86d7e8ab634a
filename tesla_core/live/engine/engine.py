"""The engine: all runs of all viewers in one process. An event loop talks; one worker thread trains."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch

from tesla_core.counts import EngineCounts
from tesla_core.errors import TeslaError
from tesla_core.live.cost import model_bytes
from tesla_core.live.engine.darkroom import Negative
from tesla_core.live.engine.memory import MOST_LARGE, SMALL, GiveBack, make_memory
from tesla_core.live.engine.mishaps import Mishaps
from tesla_core.live.engine.run import EXPIRY, PAGES, Run
from tesla_core.live.engine.sharing.pictures import PictureQueue
from tesla_core.live.engine.sharing.places import holdings, leaver, own_leaver
from tesla_core.live.engine.sharing.scheduler import DEFAULT_LIMITS, Admission, EngineLimits
from tesla_core.live.engine.sharing.shares import place_of
from tesla_core.live.engine.sharing.turns import AHEAD, BUILD, FILL, Turn, Turns
from tesla_core.live.engine.viewer import Viewer
from tesla_core.live.playhead import DEFAULT_SPEED, check_speed
from tesla_core.live.spec import LiveSpec
from tesla_core.visits.visit import Visit

TICK = 0.05  # seconds
CHOSEN = 2  # turns: one that runs, and one that begins without a pause
MOST_RUNS = 64
MOST_VIEWERS = 256
MOST_BYTES = 256 << 20  # of all recordings
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
        self._turns = Turns(self.runs, self.admission, self.mishaps, self._break)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="train")
        self.pictures = PictureQueue(device, self._people)
        self._give_back = GiveBack()
        self._wake = asyncio.Event()
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
        """Do something short on the worker thread, after the turns that are chosen already."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def train(self) -> None:
        """For ever: the turn of the run that is due, and the next one chosen meanwhile."""
        under_way: deque[Turn] = deque()
        while True:
            with self.mishaps.contained("choosing a turn"):
                while len(under_way) < CHOSEN and (turn := self._begin(under_way)) is not None:
                    under_way.append(turn)
            if under_way:
                await asyncio.wait((under_way[0].done,))
                with self.mishaps.contained("ending a turn"):
                    self._end_turn(under_way.popleft())
            else:
                self._wake.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(TICK):
                        await self._wake.wait()

    def _begin(self, under_way: Sequence[Turn]) -> Turn | None:
        choice = self._turns.choose(under_way, time.monotonic())
        if choice is None:
            return None
        self._while_training()
        loop = asyncio.get_running_loop()
        return Turn(choice, loop.run_in_executor(self._worker, choice.work, choice.plan))

    def _end_turn(self, turn: Turn) -> None:
        choice, run, now = turn.choice, turn.choice.run, time.monotonic()
        try:
            progress = turn.done.result()
            run.add(progress, wanted=choice.purpose == FILL)
        except TeslaError as mistake:
            self._end(run, str(mistake))
            return
        except Exception as broken:
            self.mishaps.note("building a run" if choice.purpose == BUILD else "training a run", broken)
            self._break(run, broken)
            return
        self._turns.settle(choice, progress.seconds)
        for negative in progress.negatives:
            self._background(self._develop(run, negative))
        epochs = len(progress.epochs) if choice.purpose == AHEAD else 0
        self.counts.slices.observe(progress.seconds)
        self.counts.epochs.inc(epochs)
        self.epochs_trained.append((now, epochs))
        self.pump(run)

    async def _develop(self, run: Run, negative: Negative) -> None:
        made, seconds = None, 0.0
        try:
            made, seconds = await self.pictures.make(run.address, run.developing(negative))
        except Exception as broken:
            self.mishaps.note("making a frame", broken)
            self._break(run, broken)
        run.add_frame(negative.number, made, seconds)
        self.counts.frames.inc()
        self.pump(run)
        self._wake.set()

    def _people(self, address: str) -> list[Visit]:
        run = self.runs.get(address)
        return [] if run is None else run.people(time.monotonic())

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

    async def tick(self) -> None:
        """For ever: playheads move, pages are brought level, old runs go."""
        while True:
            await asyncio.sleep(min(TICK, 0.5 / self._turns.rate))
            now = time.monotonic()
            for viewer in list(self.viewers):
                try:
                    viewer.tick(now)
                except Exception as broken:
                    self._drop(viewer, "moving a playhead", broken)
            for keep_house in (self._admit_waiting, partial(self._forget, now), self.pump):
                with self.mishaps.contained("keeping house"):
                    keep_house()

    def _drop(self, viewer: Viewer, doing: str, broken: Exception) -> None:
        """What broke is this viewer's alone: it is told, and no longer there."""
        self.mishaps.note(doing, broken)
        self.leave(viewer)
        with contextlib.suppress(Exception):
            viewer.send(json.dumps({"type": "error", "code": "viewer", "message": DROPPED}))

    def _admit_waiting(self) -> None:
        held = holdings(self.runs.values())
        waiting, self.waiting = sorted(self.waiting, key=lambda entry: held[place_of(entry[0].visit)]), []
        for viewer, spec, message in waiting:
            try:
                run = self.find_run(spec, viewer.visit)
                if run is None:
                    self.waiting.append((viewer, spec, message))
                else:
                    viewer.watch(run, message, time.monotonic())
            except Exception as broken:
                self._drop(viewer, "turning a viewer to a run", broken)

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
            if (watched := viewer.run) is None:
                continue
            try:
                waits = viewer.playhead.moving and watched.built
                place = self.admission.place(watched.address) if waits else 0
                viewer.pump(now, place, len(watched.viewers), self._turns.rate)
            except Exception as broken:
                self._drop(viewer, "bringing a page level", broken)
        if run is None:
            for place, (viewer, _, _) in enumerate(list(self.waiting)):
                try:
                    viewer.wait(now, self.admission.queued + place + 1)
                except Exception as broken:
                    self._drop(viewer, "telling a place in the queue", broken)

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
