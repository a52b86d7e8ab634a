"""What every request and connection passes: it is counted, and a line of the log says how it went.

Inside of `VisitMiddleware`, which knows whose it is. The log has a visit's id, never an address's query, since links
hold names and data of people.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tesla_core.counts import WebCounts, web_counts
from tesla_core.live.protocol import FRAMES
from tesla_core.live.service import PATH

log = logging.getLogger("tesla_core.web")

LIVE, PAGES = "live", "pages"
QUIET = ("/healthz", "/readyz", "/metrics", "/_stcore/health")
"""Paths that machines ask for every few seconds: counted, but no line each."""
REFUSED = {401: "not-allowed", 403: "not-allowed", 413: "too-large", 429: "too-many", 503: "not-ready"}
HANDSHAKES = {1013: "too-many-sockets"}


@dataclass
class Connection:
    """An open WebSocket: whose, from where, of which kind, since when (time.time), and what went out on it."""

    visit: str
    address: str
    channel: str
    since: float
    sent: int = 0


@cache
def open_connections() -> dict[int, Connection]:
    """Those of this process, by a number of their own; for the owner's page."""
    return {}


class OperationsMiddleware:
    """counts: of this process. present: where open connections are noted."""

    def __init__(
        self,
        app: ASGIApp,
        counts: Callable[[], WebCounts] = web_counts,
        present: Callable[[], dict[int, Connection]] = open_connections,
    ) -> None:
        self.app, self._counts, self._present = app, counts, present

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connection(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, status = time.monotonic(), 500

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, seen)
        finally:
            counts = self._counts()
            counts.requests.labels(str(status)).inc()
            quiet = scope["path"].endswith(QUIET)
            if status in REFUSED and not quiet:
                counts.refuse(REFUSED[status])
            level = logging.DEBUG if quiet or status < 400 else logging.INFO
            self._line(level, scope, "request", method=scope["method"], status=status, seconds=_since(start))

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, counts, code, accepted = time.monotonic(), self._counts(), 0, False
        visit = scope.get("state", {}).get("visit")
        channel = LIVE if scope["path"].endswith(PATH) else PAGES
        here = Connection(visit.identity if visit else "", visit.address if visit else "", channel, time.time())

        async def seen(message: Message) -> None:
            nonlocal code, accepted
            if message["type"] == "websocket.accept":
                accepted = True
                self._present()[id(here)] = here
            elif message["type"] == "websocket.send":
                here.sent += self._count_sent(counts, channel, message)
            elif message["type"] == "websocket.close":
                code = message.get("code", 1000)
                if not accepted or code != 1000:
                    counts.refuse("connection" if accepted else HANDSHAKES.get(code, "handshake"))
            await send(message)

        with counts.connections.labels(channel).track_inprogress():
            try:
                await self.app(scope, receive, seen)  # as it is: those inside find the server's socket by it
            finally:
                self._present().pop(id(here), None)
                self._line(logging.INFO, scope, channel, code=code, bytes=here.sent, seconds=_since(start))

    def _count_sent(self, counts: WebCounts, channel: str, message: Message) -> int:
        text, data = message.get("text"), message.get("bytes")
        if data is not None:
            if channel == LIVE and data and data[0] in FRAMES:
                counts.frames.inc()
        elif text and channel == LIVE and '"error"' in text[:40]:
            counts.refuse(_code(text))
        size = len(data) if data is not None else len(text or "")
        counts.sent.labels(channel).inc(size)
        return size

    def _line(self, level: int, scope: Scope, what: str, **facts: Any) -> None:
        visit = scope.get("state", {}).get("visit")
        who = visit.identity if visit is not None else ""
        facts = {"visit": who, "path": scope["path"][:100], **facts}
        # The visit is part of the message, so that a flood of one visitor's is cut without silencing the others.
        log.log(level, f"{what} {who}", extra={"facts": facts})


def _code(text: str) -> str:
    """The code of an error that the live route sends."""
    try:
        message = json.loads(text)
    except ValueError:
        return "other"
    return str(message.get("code", "other")) if message.get("type") == "error" else "other"


def _since(start: float) -> float:
    return round(time.monotonic() - start, 3)
