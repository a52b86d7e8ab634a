"""A line to the engine: one viewer of it, that comes back by itself after the engine's death, to where it was."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from typing import Any, Protocol

from tesla_core.live.protocol import FRAMES, frame_position
from tesla_core.live.service import LiveService
from tesla_core.live.wire import MOST_OUT, TEXT, WireError, connect, pack_text, read_message

TAKE_SECONDS = 20.0  # for the engine to take what waits for it
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds between two connections to the engine
NOBODY_THERE = 0.4  # at most, between two looks for one that is being started: a look costs next to nothing
INTRODUCTION = b'{"type": "run"'  # how the engine begins to tell of a run
LONG_ENOUGH = 5.0  # seconds after which a connection to it counts as a good one


class LineClosedError(Exception):
    """Whoever the line is for is gone."""


class Listener(Protocol):
    """Who hears what the engine says; a LineClosedError ends the line."""

    async def hear_text(self, text: str) -> None: ...

    async def hear_bytes(self, payload: bytes) -> None: ...


class EngineLine:
    """It remembers what is watched and where the playhead is, so that after the engine's death the run goes on."""

    def __init__(self, service: LiveService, listener: Listener) -> None:
        self.service, self.listener = service, listener
        self.watching: dict[str, Any] | None = None
        self.reached = 0.0  # the epoch that was seen last of what is watched: of a frame, never of a page's word
        self._introduced = False  # whether what comes now is of the run that was asked for last
        self._task: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._tried = asyncio.Event()  # to reach the engine, for the first time

    async def send(self, message: dict[str, Any]) -> None:
        """Hand it to the engine, which is waited for; one that takes nothing for long is left, and found again."""
        self._remember(message)
        if self._task is None:
            self._begin()
            await self._tried.wait()
            return
        writer = self._writer
        if writer is None or writer.is_closing():
            return
        writer.write(pack_text(message))
        try:
            async with asyncio.timeout(TAKE_SECONDS):
                await writer.drain()
        except (TimeoutError, OSError):
            writer.close()

    def post(self, message: dict[str, Any]) -> None:
        """Hand over something short, without waiting."""
        self._remember(message)
        if self._task is None:
            self._begin()
        elif self._writer is not None and not self._writer.is_closing():
            self._writer.write(pack_text(message))

    def hold(self, until: float | None) -> None:
        """Nothing beyond this epoch comes from now on; None lets go."""
        if self.watching is None or self.watching.get("until") == until:
            return
        self.watching["until"] = until
        self.post({"type": "hold", "until": until})
        if until is None and self.watching.get("playing"):  # it stopped there, and not because somebody wished it
            self.post({"type": "play"})

    def hang_up(self) -> None:
        """Watch nothing any more."""
        self.watching, self.reached = None, 0.0
        if self._task is not None:
            self._task.cancel()
        if self._writer is not None:
            self._writer.close()
        self._task = self._writer = None
        self._tried = asyncio.Event()

    def _begin(self) -> None:
        self._task = asyncio.create_task(self._follow())  # which begins with what is watched

    def _remember(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "watch":
            if self.watching is None or self.watching["spec"] != message["spec"]:
                self.reached = 0.0
            self.watching, self._introduced = message, False
        if self.watching is None or kind in ("watch", "ack", "ping"):
            return
        if kind in ("play", "pause", "step", "reset"):
            self.watching["playing"] = kind == "play"
        if "speed" in message:
            self.watching |= {"speed": message["speed"], "eases": message.get("eases") is True}

    async def _follow(self) -> None:
        with contextlib.suppress(LineClosedError):
            await self._from_engine()

    async def _from_engine(self) -> None:
        """Pass on what the engine says; when it dies, say so and find the next one."""
        told, wait = "", FIRST_WAIT
        while True:
            try:
                reader, writer = await connect(self.service.address)
            except OSError:
                self._tried.set()
                if not told:
                    told = "loading"
                    await self._tell_state(told, "The engine is being started.")
                wait = await _rest(min(wait, NOBODY_THERE))
                continue
            since = time.monotonic()
            writer.write(pack_text({"type": "hello", "secret": self.service.address.secret}))
            if self.watching is not None:
                writer.write(pack_text(self.watching))
            self._writer = writer
            self._tried.set()
            try:
                with contextlib.suppress(OSError, asyncio.IncompleteReadError, WireError):
                    await self._listen(reader)
            finally:
                writer.close()
            self._writer = None
            told = "restarting"
            await self._tell_state(told, "The engine stopped and is being started again.")
            wait = await _rest(FIRST_WAIT if time.monotonic() - since > LONG_ENOUGH else wait)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while True:
            kind, payload = await read_message(reader, MOST_OUT)
            if kind == TEXT:
                self._introduced = self._introduced or payload.startswith(INTRODUCTION)
                await self.listener.hear_text(payload.decode())
                continue
            if self.watching is not None and payload[0] in FRAMES:
                self.watching["epoch"] = frame_position(payload)[1]
                if self._introduced:
                    self.reached = self.watching["epoch"]
            await self.listener.hear_bytes(payload)

    async def _tell_state(self, state: str, sentence: str) -> None:
        await self.listener.hear_text(json.dumps({"type": "state", "state": state, "message": sentence}))


async def _rest(wait: float) -> float:
    """Pause about so long; the next pause is longer."""
    await asyncio.sleep(wait * random.uniform(0.75, 1.25))
    return min(2 * wait, LONGEST_WAIT)
