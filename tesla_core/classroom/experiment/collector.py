"""The task of the web process that trains the runs of class experiments: a viewer at the engine that looks at curves.

It watches every run as fast as it trains and takes no pictures, within the places and shares that the engine gives to
one visitor, and writes what it sees into the rooms' store. Nothing hangs on it but time: after the death of engine or
app it goes on with what is not done there. Results never come from a student's page.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from tesla_core.classroom.experiment.experiment import Experiment, ValueResult
from tesla_core.classroom.experiment.measures import learned
from tesla_core.classroom.experiment.store import ExperimentStore
from tesla_core.errors import TeslaError
from tesla_core.live.protocol import CURVES, decode_curves
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.live.wire import MOST_OUT, TEXT, connect, pack_text, parse_object, read_message

log = logging.getLogger("tesla_core")

AT_A_TIME = 3  # runs of one room that are watched: as many as the engine lets one visitor train
LOOK, IDLE = 1.0, 30.0  # seconds between two looks for what ended, while something trains and while nothing does
AWAKE = 1.0  # seconds between two signs of life to the engine
FIRST_WAIT, LONGEST_WAIT = 0.2, 3.0  # seconds between two connections to the engine
TOLD = 0.5  # seconds at least between two results of a run that are written down
TICKET_TRIES = 5
TICKET_WAIT = 5.0  # seconds for the engine to answer what one start drew

Changed = Callable[[str], None]
"""Told the code of a room whose experiment has something new; called in a thread that may wait."""


class Collector:
    """Runs for as long as the app does."""

    def __init__(self, service: LiveService, store: Callable[[], ExperimentStore], changed: Changed) -> None:
        self._service, self._store, self._changed = service, store, changed
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def wake(self) -> None:
        """Look now: an experiment was begun or stopped. From any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                self._loop.call_soon_threadsafe(self._wake.set)

    async def run(self) -> None:
        """Until cancelled."""
        self._loop = asyncio.get_running_loop()
        try:
            while True:
                try:
                    await self._look()
                except TeslaError as trouble:  # a full disk, or a file that a backup holds: it will pass
                    log.warning("Class experiments wait: %s", trouble)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK if self._tasks else IDLE):
                        await self._wake.wait()
                self._wake.clear()
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _look(self) -> None:
        found = await asyncio.to_thread(lambda: self._store().running(time.time()))
        running = {(one.room, one.number): one for one in found}
        for key in [key for key in self._tasks if key not in running or self._tasks[key].done()]:
            self._tasks.pop(key).cancel()
        for key, experiment in running.items():
            if key not in self._tasks:
                self._tasks[key] = asyncio.create_task(self._collect(experiment))

    async def _collect(self, experiment: Experiment) -> None:
        """Train all of one, some runs at a time."""
        waiting = list(experiment.unfinished)

        async def work() -> None:
            while waiting:
                await _Watched(self, experiment, waiting.pop(0)).follow()

        try:
            async with asyncio.TaskGroup() as workers:
                for _ in range(min(AT_A_TIME, len(waiting))):
                    workers.create_task(work())
        except* Exception as broken:
            log.exception("A class experiment of room %s broke", experiment.room, exc_info=broken)
            await asyncio.sleep(LOOK)  # `_look` begins it again

    async def keep(self, experiment: Experiment, found: Mapping[int, ValueResult]) -> None:
        await asyncio.to_thread(self._store().keep, experiment.room, experiment.number, found)
        await asyncio.to_thread(self._changed, experiment.room)

    async def keep_tickets(self, experiment: Experiment, tickets: Mapping[int, float]) -> None:
        await asyncio.to_thread(self._store().keep_tickets, experiment.room, experiment.number, tickets)
        await asyncio.to_thread(self._changed, experiment.room)

    @property
    def service(self) -> LiveService:
        return self._service


class _Watched:
    """One run of an experiment, watched to its end."""

    def __init__(self, collector: Collector, experiment: Experiment, run: int) -> None:
        self._collector, self._experiment = collector, experiment
        self._design = experiment.design
        self._text = self._design.runs[run]
        self._spec = LiveSpec.from_text(self._text)
        self._values = self._design.of_run(run)
        self._measured, self._kind = self._design.measured, self._spec.kind
        self._history = np.zeros((0, len(self._spec.panels), 4), np.float32)
        self._end: int | None = None  # the last epoch, once it is trained
        self._told_at = 0.0
        self._over = False
        self._tickets: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        """Until it is done; through the engine's deaths."""
        wait = FIRST_WAIT
        try:
            while not self._over:
                since = time.monotonic()
                with contextlib.suppress(OSError, asyncio.IncompleteReadError, TeslaError):
                    await self._watch()
                if not self._over:
                    wait = FIRST_WAIT if time.monotonic() - since > LONGEST_WAIT else min(2 * wait, LONGEST_WAIT)
                    await asyncio.sleep(wait)
            if self._tickets is not None:
                await self._tickets
        finally:
            if self._tickets is not None:
                self._tickets.cancel()

    async def _watch(self) -> None:
        reader, writer = await connect(self._collector.service.address)
        room = f"class {self._experiment.room}"  # one place with what the room's screens show, but runs of its own
        who = {"viewer": f"{room} trains", "address": room}
        watch = {"type": "watch", "spec": self._text, **who, "playing": True, "speed": 0}
        writer.write(pack_text({"type": "hello", "secret": self._collector.service.address.secret}))
        writer.write(pack_text(watch))
        awake = asyncio.create_task(_stay_awake(writer))
        self._history, self._end = self._history[:0], None
        try:
            while not self._over:
                kind, payload = await read_message(reader, MOST_OUT)
                if kind == TEXT:
                    await self._take(parse_object(payload))
                elif payload[0] == CURVES:
                    await self._add(*decode_curves(payload))
        finally:
            awake.cancel()
            writer.close()

    async def _take(self, message: dict[str, Any]) -> None:
        kind, state = message.get("type"), message.get("state")
        if kind == "run" and self._tickets is None and self._kind.tickets:
            self._tickets = asyncio.create_task(self._count_tickets())
        elif (kind == "error" and message.get("code") == "spec") or (kind == "state" and state == "error"):
            await self._fail(str(message.get("message", "")))
        elif kind == "state" and "head" in message and state != "loading":
            self._end = int(message["end"]) if message["head"] >= message["end"] else None
            await self._look_over()

    async def _add(self, first: int, history: np.ndarray) -> None:
        """Curves from an epoch on."""
        self._history = np.concatenate((self._history[: first - 1], history))
        await self._look_over()
        if not self._over and time.monotonic() - self._told_at >= TOLD:
            await self._tell()

    async def _look_over(self) -> None:
        """Whether it is at its end, with all curves until there; these come by messages of their own."""
        if self._end is not None and len(self._history) >= self._end:
            self._over = True
            await self._tell()

    async def _tell(self) -> None:
        self._told_at = time.monotonic()
        found: dict[int, ValueResult] = {}
        for panel, index in self._values.items():
            own = self._history[:, panel]
            found[index] = ValueResult(len(own), self._measured.score(own), learned(self._kind, own), done=self._over)
        await self._collector.keep(self._experiment, found)

    async def _fail(self, sentence: str) -> None:
        """It will never be trained: said, and done with, so that the others' chart ends."""
        self._over = True
        epoch = self._spec.settings.epochs
        failed = ValueResult(epoch, done=True, failed=sentence[:200] or "unknown")
        await self._collector.keep(self._experiment, dict.fromkeys(self._values.values(), failed))

    async def _count_tickets(self) -> None:
        """What each start drew, asked once; a chart without them is a chart all the same."""
        module, name = self._kind.tickets.split(":")
        client = self._collector.service.client(TICKET_WAIT)
        for _ in range(TICKET_TRIES):
            try:
                found = await asyncio.to_thread(getattr(import_module(module), name), client, self._spec)
            except TeslaError:
                await asyncio.sleep(LONGEST_WAIT)
                continue
            known = {self._values[panel]: margin for panel, margin in found.items() if panel in self._values}
            await self._collector.keep_tickets(self._experiment, known)
            return


async def _stay_awake(writer: asyncio.StreamWriter) -> None:
    """A sign of life that acknowledges no frame: the engine goes on training, and makes no pictures for us."""
    with contextlib.suppress(OSError):
        while True:
            await asyncio.sleep(AWAKE)
            writer.write(pack_text({"type": "ack", "frame": None}))
            await writer.drain()
