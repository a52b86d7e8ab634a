"""One browser on the live route: its messages checked on the way in, the engine's bytes passed on the way out.

Nothing piles up here: who sends faster than is read is not read, and who does not read is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tesla_core.errors import TeslaError, check_choice, shown
from tesla_core.link_words import MOST_TEXT
from tesla_core.live.company import ROOM_TYPES, Hall, NoHall, RoomError
from tesla_core.live.line import EngineLine, LineClosedError
from tesla_core.live.playhead import check_speed
from tesla_core.live.service import LiveService
from tesla_core.live.wire import WireError, parse_object
from tesla_core.messages.readers import ENGLISH
from tesla_core.visits.pace import Paces, message_allowance, use
from tesla_core.visits.sockets import Seat
from tesla_core.visits.visit import Visit, visits

MOST_WATCH = 2 * MOST_TEXT + 8 * 1024  # characters: a spec in which every one has a backslash before it, and the rest
MOST_CONTROL = 2 * 1024
MOST_FOR_ROOM = 16 * 1024  # of a question with its answers, or a drawing
MOST_WORD = 100  # characters of any other field
MOST_EPOCH = 1e9
MOST_MISTAKES = 20
MOST_WAITING = 256  # messages of a room for one browser
TOKEN_SECONDS = 10.0  # for a connection to say what it watches
READ_SECONDS = 20.0  # for a browser to take what waits for it
GOODBYE_SECONDS = 1.0  # for one who is shown out to say goodbye, while what else they send is read and thrown away

TYPES = ("watch", "play", "pause", "speed", "seek", "step", "reset", "ack", "ping")
UNITS = ("batch", "epoch")  # that are stepped by
FIELDS = frozenset({"type", "epoch", "playing", "speed", "eases", "unit", "frame", "differences"})
"""What goes on to the engine, beside a spec and who asks. All else is dropped."""


class TokenError(TeslaError):
    """A spec that this server did not sign."""


class _DroppedError(LineClosedError):
    """A browser that took nothing for so long that it was cut off."""


class Relay:
    """It has a line to the engine for what it watches by itself, and a presence in the hall for what rooms do."""

    def __init__(
        self,
        service: LiveService,
        socket: WebSocket,
        seat: Seat,
        paces: Paces,
        hall: Hall | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.service, self.socket, self.seat, self.language = service, socket, seat, language
        self.line = EngineLine(service, self)
        self.mistakes = 0
        self._allowance, self._paces = message_allowance(), paces
        self._waiting: deque[str | bytes] = deque()
        self._sender: asyncio.Task[None] | None = None
        self.presence = (hall or NoHall()).arrive(self)

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
                        if self.watching is not None or self.presence.entered:
                            patience.reschedule(None)
            await self._within(self.socket.close(1008))
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self.seat.abort)
        except _DroppedError:
            pass
        finally:
            self.presence.leave()
            self.line.hang_up()
            if self._sender is not None:
                self._sender.cancel()

    # ---- what the browser says

    async def _take(self, text: str | None) -> None:
        await use(self._allowance)
        try:
            await self._read(text)
        except TeslaError as mistake:
            if not isinstance(mistake, RoomError):
                self.mistakes += 1
            await self._tell({"type": "error", "code": _code(mistake), "message": str(mistake)})

    async def _read(self, text: str | None) -> None:
        if text is None or len(text) > MOST_WATCH:
            raise WireError(f"A message must be text of at most {MOST_WATCH:,} characters.")
        asked = parse_object(text)
        kind = asked.get("type")
        if kind in ROOM_TYPES:
            if len(text) > MOST_FOR_ROOM:
                raise WireError("A message to a room must be text of at most 16 KB.")
            self._recognise(asked.pop("visit", None))
            await self.presence.take(asked)
            return
        if kind not in TYPES:
            raise WireError(f"Unknown message {str(kind)[:40]!r}. Choose one of: {', '.join(TYPES)}.")
        message = {key: _short(key, value) for key, value in asked.items() if key in FIELDS}
        if kind == "watch":
            message |= await self._admit(asked)
        elif len(text) > MOST_CONTROL:
            raise WireError("A message must be text of at most 2 KB.")
        passed = self.presence.pass_on(message)
        if passed is None:
            return
        if kind != "watch" and self.watching is None:
            if not self.presence.entered:
                raise WireError("Nothing is being watched yet; send watch first.")
            if kind == "ping":
                self.tell('{"type": "pong"}')
            return  # its room shows nothing yet
        await self.line.send(passed)

    async def _admit(self, asked: dict[str, Any]) -> dict[str, Any]:
        """A spec that a page of this server signed, and who asks for it: as the server knows them, not as they say."""
        spec, token = asked.get("spec"), asked.get("token")
        if not isinstance(spec, str) or not isinstance(token, str) or not self.service.verify(spec, token):
            raise TokenError("This page is from before the server's last start; reload it.")
        self._recognise(asked.get("visit"))
        visit = self.seat.visit
        await self._paces.turn(visit.identity)
        return {"spec": spec, "viewer": visit.identity, "address": visit.address}

    def _recognise(self, page: object) -> None:
        """Whose page this is, where no cookie said it."""
        if not self.seat.visit.known and isinstance(page, str):
            found = visits().find(self.seat.visit.address, page_token=page)
            if found.known:
                self.seat.become(found)

    # ---- what it is shown: by the engine

    async def hear_text(self, text: str) -> None:
        await self._send(text)

    async def hear_bytes(self, payload: bytes) -> None:
        await self._send(payload)

    # ---- and by a room

    @property
    def visit(self) -> Visit:
        return self.seat.visit

    @property
    def watching(self) -> dict[str, Any] | None:
        return self.line.watching

    @property
    def reached(self) -> float:
        return self.line.reached

    def tell(self, message: str | bytes) -> None:
        """Send it when the browser has taken what came before; one that lets very much wait is cut off."""
        self._waiting.append(message)
        if len(self._waiting) > MOST_WAITING:
            self.seat.abort()
            self._waiting.clear()
        elif self._sender is None:
            self._sender = asyncio.create_task(self._send_waiting())

    def turn(self, message: dict[str, Any] | None) -> None:
        if message is None:
            self.line.hang_up()
            return
        visit = self.seat.visit
        self.line.post({**message, "type": "watch", "viewer": visit.identity, "address": visit.address})

    def hold(self, until: float | None) -> None:
        self.line.hold(until)

    async def _send_waiting(self) -> None:
        with contextlib.suppress(LineClosedError):
            while self._waiting:
                await self._send(self._waiting.popleft())
        self._sender = None

    async def _tell(self, message: dict[str, Any]) -> None:
        await self._send(json.dumps(message))

    async def _send(self, message: str | bytes) -> None:
        sending = self.socket.send_text(message) if isinstance(message, str) else self.socket.send_bytes(message)
        try:
            await self._within(sending)
        except (WebSocketDisconnect, RuntimeError):  # `run` sees the browser go, too
            raise LineClosedError from None

    async def _within(self, sending: Any) -> None:
        """Send, which waits until what was sent before is on its way; a browser that takes nothing is cut off."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                await sending
        except TimeoutError:
            self.seat.abort()
            raise _DroppedError from None


def _code(mistake: TeslaError) -> str:
    if isinstance(mistake, RoomError):
        return "room"
    return "token" if isinstance(mistake, TokenError) else "message"


def _short(name: str, value: Any) -> Any:
    """A field's value as it may go on: a number, a short word, true or false; where it is used before the engine has
    looked at it, what it must be."""
    if isinstance(value, list | dict) or (isinstance(value, str) and len(value) > MOST_WORD):
        raise WireError(f"{name} must be a number or a short word; {str(value)[:MOST_WORD]!r} was given.")
    if name == "epoch" and (isinstance(value, bool | str) or not abs(value or 0) < MOST_EPOCH):
        raise WireError(f"An epoch must be a number; {shown(value)} was given.")
    if name == "speed" and value is not None:
        check_speed(value)
    if name == "unit":
        check_choice("unit", str(value), UNITS)
    return value
