"""The WebSocket route that carries a run to a browser. It checks who speaks and passes bytes on, nothing more."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tesla_core.allowance import Allowance
from tesla_core.errors import TeslaError
from tesla_core.live.protocol import FRAME, frame_position
from tesla_core.live.service import PATH, LiveService
from tesla_core.live.wire import MOST_OUT, TEXT, WireError, connect, pack_text, parse_object, read_message

MOST_WATCH, MOST_CONTROL = 256 * 1024, 2 * 1024  # characters
MOST_A_SECOND = 40.0
MOST_MISTAKES = 20
RETRY = 0.1
TYPES = ("watch", "play", "pause", "speed", "seek", "step", "reset", "ack", "ping")


def live_route(
    service: LiveService, base_path: str = "", allowed: Callable[[str], bool] | None = None
) -> WebSocketRoute:
    """The route, under the app's base path. allowed: whether an Origin other than the page's own host may connect."""
    base = "/" + base_path.strip("/") if base_path.strip("/") else ""
    service.base_path = base

    async def endpoint(socket: WebSocket) -> None:
        origin = socket.headers.get("origin", "")
        if not same_host(origin, socket.headers) and not (allowed is not None and allowed(origin)):
            await socket.close(1008)  # before accepting: the handshake is refused with 403
            return
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await Relay(service, socket).run()

    return WebSocketRoute(f"{base}{PATH}", endpoint)


def same_host(origin: str, headers: Any) -> bool:
    """Whether a page of this host opened the connection; a browser sets Origin itself and lets no script change it."""
    host = urlsplit(origin).netloc.lower()
    own = [headers.get("host", ""), *headers.get("x-forwarded-host", "").split(",")]
    return bool(host) and host in (name.strip().lower() for name in own)


class Relay:
    """One browser: its messages checked on the way in, the engine's bytes passed on the way out.

    It remembers what is watched and where the playhead is, so that after the engine's death the run goes on.
    """

    def __init__(self, service: LiveService, socket: WebSocket) -> None:
        self.service, self.socket = service, socket
        self.watching: dict[str, Any] | None = None
        self.mistakes = 0
        self._writer: asyncio.StreamWriter | None = None
        self._allowance = Allowance(MOST_A_SECOND, 1 / MOST_A_SECOND)

    async def run(self) -> None:
        """Until the browser leaves."""
        engine = asyncio.create_task(self._from_engine())
        try:
            while self.mistakes < MOST_MISTAKES:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._pace()
                try:
                    await self._to_engine(message.get("text"))
                except TeslaError as mistake:
                    self.mistakes += 1
                    code = "token" if isinstance(mistake, TokenError) else "message"
                    await self._tell({"type": "error", "code": code, "message": str(mistake)})
            await self.socket.close(1008)
        finally:
            engine.cancel()
            if self._writer is not None:
                self._writer.close()

    async def _pace(self) -> None:
        """Read no more than MOST_A_SECOND messages; a flood waits in the sender's own buffers."""
        if (wait := self._allowance.wait()) > 0.0:
            await asyncio.sleep(wait)
        self._allowance.use()

    async def _to_engine(self, text: str | None) -> None:
        if text is None or len(text) > MOST_WATCH:
            raise WireError("A message must be text of at most 256 KB.")
        message = parse_object(text)
        kind = message.get("type")
        if kind not in TYPES:
            raise WireError(f"Unknown message {str(kind)[:40]!r}. Choose one of: {', '.join(TYPES)}.")
        if kind == "watch":
            spec, token = message.get("spec"), message.get("token")
            if not isinstance(spec, str) or not isinstance(token, str) or not self.service.verify(spec, token):
                raise TokenError("This page is from before the server's last start; reload it.")
            self.watching = {key: value for key, value in message.items() if key != "token"}
            message = self.watching
        elif len(text) > MOST_CONTROL:
            raise WireError("A message must be text of at most 2 KB.")
        self._remember(message)
        writer = self._writer
        if writer is not None and not writer.is_closing():
            writer.write(pack_text(message))

    def _remember(self, message: dict[str, Any]) -> None:
        if self.watching is None or message["type"] in ("watch", "ack", "ping"):
            return
        kind = message["type"]
        if kind in ("play", "pause", "step", "reset"):
            self.watching["playing"] = kind == "play"
        if "speed" in message:
            self.watching |= {"speed": message["speed"], "eases": message.get("eases") is True}

    async def _from_engine(self) -> None:
        """Pass on what the engine says; when it dies, say so and find the next one."""
        told = ""
        while True:
            try:
                reader, writer = await connect(self.service.address)
            except OSError:
                if not told:
                    told = "loading"
                    await self._tell({"type": "state", "state": told, "message": "The engine is being started."})
                await asyncio.sleep(RETRY)
                continue
            writer.write(pack_text({"type": "hello", "secret": self.service.address.secret}))
            if self.watching is not None:
                writer.write(pack_text(self.watching))
            self._writer = writer
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, WireError):
                await self._relay(reader)
            self._writer = None
            writer.close()
            told = "restarting"
            sentence = "The engine stopped and is being started again."
            await self._tell({"type": "state", "state": told, "message": sentence})

    async def _relay(self, reader: asyncio.StreamReader) -> None:
        while True:
            kind, payload = await read_message(reader, MOST_OUT)
            if kind == TEXT:
                await self.socket.send_text(payload.decode())
                continue
            if self.watching is not None and payload[0] == FRAME:
                self.watching["epoch"] = frame_position(payload)[1]
            await self.socket.send_bytes(payload)

    async def _tell(self, message: dict[str, Any]) -> None:
        await self.socket.send_text(json.dumps(message))


class TokenError(TeslaError):
    """A spec that this server did not sign."""
