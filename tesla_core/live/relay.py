"""One browser on the live route: its messages checked on the way in, the engine's bytes passed on the way out.

Nothing piles up here: who sends faster than is read is not read, and who does not read is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tesla_core.errors import TeslaError
from tesla_core.link_words import MOST_TEXT
from tesla_core.live.pace import Paces, message_allowance, use
from tesla_core.live.protocol import FRAMES, frame_position
from tesla_core.live.service import LiveService
from tesla_core.live.wire import MOST_OUT, TEXT, WireError, connect, pack_text, parse_object, read_message
from tesla_core.visits.sockets import Seat
from tesla_core.visits.visit import visits

MOST_WATCH = 2 * MOST_TEXT + 8 * 1024  # characters: a spec in which every one has a backslash before it, and the rest
MOST_CONTROL = 2 * 1024
MOST_WORD = 100  # characters of any other field
MOST_MISTAKES = 20
TOKEN_SECONDS = 10.0  # for a connection to say what it watches
READ_SECONDS = 20.0  # for a browser to take what waits for it
GOODBYE_SECONDS = 1.0  # for one who is shown out to say goodbye, while what else they send is read and thrown away
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds between two connections to the engine
NOBODY_THERE = 0.4  # at most, between two looks for one that is being started: a look costs next to nothing
LONG_ENOUGH = 5.0  # seconds after which a connection to it counts as a good one

TYPES = ("watch", "play", "pause", "speed", "seek", "step", "reset", "ack", "ping")
FIELDS = frozenset({"type", "epoch", "playing", "speed", "eases", "unit", "frame", "differences"})
"""What goes on to the engine, beside a spec and who asks. All else is dropped."""


class TokenError(TeslaError):
    """A spec that this server did not sign."""


class _DroppedError(Exception):
    """A browser that took nothing for so long that it was cut off."""


class Relay:
    """It remembers what is watched and where the playhead is, so that after the engine's death the run goes on."""

    def __init__(self, service: LiveService, socket: WebSocket, seat: Seat, paces: Paces) -> None:
        self.service, self.socket, self.seat = service, socket, seat
        self.watching: dict[str, Any] | None = None
        self.mistakes = 0
        self._engine: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._tried = asyncio.Event()  # to reach the engine, for the first time
        self._allowance, self._paces = message_allowance(), paces

    async def run(self) -> None:
        """Until the browser leaves, or is shown out."""
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TOKEN_SECONDS) as patience:
                    while self.mistakes < MOST_MISTAKES:
                        message = await self.socket.receive()
                        if message["type"] == "websocket.disconnect":
                            return
                        await self._take(message.get("text"))
                        if self.watching is not None:
                            patience.reschedule(None)
            await self._within(self.socket.close(1008))
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self.seat.abort)
        except _DroppedError:
            pass
        finally:
            if self._engine is not None:
                self._engine.cancel()
            if self._writer is not None:
                self._writer.close()

    async def _take(self, text: str | None) -> None:
        await use(self._allowance)
        try:
            await self._to_engine(text)
        except TeslaError as mistake:
            self.mistakes += 1
            code = "token" if isinstance(mistake, TokenError) else "message"
            await self._tell({"type": "error", "code": code, "message": str(mistake)})

    async def _to_engine(self, text: str | None) -> None:
        if text is None or len(text) > MOST_WATCH:
            raise WireError(f"A message must be text of at most {MOST_WATCH:,} characters.")
        asked = parse_object(text)
        kind = asked.get("type")
        if kind not in TYPES:
            raise WireError(f"Unknown message {str(kind)[:40]!r}. Choose one of: {', '.join(TYPES)}.")
        message = {key: _short(key, value) for key, value in asked.items() if key in FIELDS}
        if kind == "watch":
            message |= await self._admit(asked)
            self.watching = message
        elif len(text) > MOST_CONTROL:
            raise WireError("A message must be text of at most 2 KB.")
        elif self.watching is None:
            raise WireError("Nothing is being watched yet; send watch first.")
        self._remember(message)
        await self._write(message)

    async def _admit(self, asked: dict[str, Any]) -> dict[str, Any]:
        """A spec that a page of this server signed, and who asks for it: as the server knows them, not as they say."""
        spec, token, page = (asked.get(name) for name in ("spec", "token", "visit"))
        if not isinstance(spec, str) or not isinstance(token, str) or not self.service.verify(spec, token):
            raise TokenError("This page is from before the server's last start; reload it.")
        if not self.seat.visit.known and isinstance(page, str):
            found = visits().find(self.seat.visit.address, page_token=page)
            if found.known:
                self.seat.become(found)
        visit = self.seat.visit
        await self._paces.turn(visit.identity)
        return {"spec": spec, "viewer": visit.identity, "address": visit.address}

    def _remember(self, message: dict[str, Any]) -> None:
        if self.watching is None or message["type"] in ("watch", "ack", "ping"):
            return
        kind = message["type"]
        if kind in ("play", "pause", "step", "reset"):
            self.watching["playing"] = kind == "play"
        if "speed" in message:
            self.watching |= {"speed": message["speed"], "eases": message.get("eases") is True}

    async def _write(self, message: dict[str, Any]) -> None:
        """Hand it to the engine, which is waited for; one that takes nothing for long is left, and found again."""
        if self._engine is None:
            self._engine = asyncio.create_task(self._follow_engine())  # which begins with what is watched
            await self._tried.wait()
            return
        writer = self._writer
        if writer is None or writer.is_closing():
            return
        writer.write(pack_text(message))
        try:
            async with asyncio.timeout(READ_SECONDS):
                await writer.drain()
        except (TimeoutError, OSError):
            writer.close()

    async def _follow_engine(self) -> None:
        with contextlib.suppress(_DroppedError, WebSocketDisconnect, RuntimeError):  # `run` sees the browser go, too
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
                    await self._tell({"type": "state", "state": told, "message": "The engine is being started."})
                wait = await _rest(min(wait, NOBODY_THERE))
                continue
            since = time.monotonic()
            writer.write(pack_text({"type": "hello", "secret": self.service.address.secret}))
            if self.watching is not None:
                writer.write(pack_text(self.watching))
            self._writer = writer
            self._tried.set()
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, WireError):
                await self._relay(reader)
            self._writer = None
            writer.close()
            told = "restarting"
            sentence = "The engine stopped and is being started again."
            await self._tell({"type": "state", "state": told, "message": sentence})
            wait = await _rest(FIRST_WAIT if time.monotonic() - since > LONG_ENOUGH else wait)

    async def _relay(self, reader: asyncio.StreamReader) -> None:
        while True:
            kind, payload = await read_message(reader, MOST_OUT)
            if kind == TEXT:
                await self._within(self.socket.send_text(payload.decode()))
                continue
            if self.watching is not None and payload[0] in FRAMES:
                self.watching["epoch"] = frame_position(payload)[1]
            await self._within(self.socket.send_bytes(payload))

    async def _tell(self, message: dict[str, Any]) -> None:
        await self._within(self.socket.send_text(json.dumps(message)))

    async def _within(self, sending: Any) -> None:
        """Send, which waits until what was sent before is on its way; a browser that takes nothing is cut off."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                await sending
        except TimeoutError:
            self.seat.abort()
            raise _DroppedError from None


def _short(name: str, value: Any) -> Any:
    """A field's value as it may go on: a number, a short word, true or false."""
    if isinstance(value, list | dict) or (isinstance(value, str) and len(value) > MOST_WORD):
        raise WireError(f"{name} must be a number or a short word; {str(value)[:MOST_WORD]!r} was given.")
    return value


async def _rest(wait: float) -> float:
    """Pause about so long; the next pause is longer."""
    await asyncio.sleep(wait * random.uniform(0.75, 1.25))
    return min(2 * wait, LONGEST_WAIT)
