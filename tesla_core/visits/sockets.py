"""How many sockets visitors may hold open, and how large a message may come in on one.

Every socket is a file of this process, and the health check needs one, too: so the limits follow from how many files
the process may have. What a client announces as too large is refused before a byte of it is kept.
"""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from tesla_core.visits.middleware import STATE
from tesla_core.visits.visit import NOBODY, Visit

FILES_ASIDE = 96  # for the server itself, plain requests, the store
FILES_A_SOCKET = 4  # a page's own socket, its canvas', the one to the engine, and one of a request now and then
MOST_SOCKETS = 2000
ENOUGH_FILES = 16_384
MOST_OF_ONE = 16  # tabs of one browser
SEAT = "seat"
TRY_AGAIN_LATER = 1013
MOST_PAGE_BYTES = 4 << 20  # what a page's widgets say at once; files come by another way


@dataclass(frozen=True)
class SocketLimits:
    """How many: in all, of one address, of one identity, of all those without an identity together."""

    total: int
    address: int
    identity: int
    nobody: int


def socket_limits(files: int) -> SocketLimits:
    """For a process with so many files. No address has them all, yet a class behind one has most."""
    total = max(16, min((files - FILES_ASIDE) // FILES_A_SOCKET, MOST_SOCKETS))
    return SocketLimits(total, 3 * total // 4, min(MOST_OF_ONE, total // 3), max(4, total // 4))


def raise_file_limit() -> int:
    """Take as many files as this process may have; how many that is."""
    if sys.platform == "win32":
        return 2048
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft


class Sockets:
    """Those that are open, counted by visitor."""

    def __init__(self, limits: SocketLimits) -> None:
        self.limits = limits
        self.refused = 0
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._counts["all"]

    def take(self, visit: Visit, receive: Any = None) -> Seat | None:
        """A place for one more, or None."""
        if self._full(visit):
            self.refused += 1
            return None
        self.count(visit, 1)
        return Seat(self, visit, receive)

    def count(self, visit: Visit, by: int) -> None:
        for key in ("all", f"at {visit.address}", f"of {visit.identity}"):
            self._counts[key] += by
            if not self._counts[key]:
                del self._counts[key]

    def _full(self, visit: Visit) -> bool:
        most = self.limits.nobody if visit.identity == NOBODY else self.limits.identity
        return (
            self._counts["all"] >= self.limits.total
            or self._counts[f"at {visit.address}"] >= self.limits.address
            or self._counts[f"of {visit.identity}"] >= most
        )


class Seat:
    """One open socket's place."""

    def __init__(self, sockets: Sockets, visit: Visit, receive: Any = None) -> None:
        self._sockets, self.visit = sockets, visit
        self._server = getattr(receive, "__self__", None)

    def become(self, visit: Visit) -> None:
        """It has turned out who sits here."""
        self._sockets.count(self.visit, -1)
        self._sockets.count(visit, 1)
        self.visit = visit

    def leave(self) -> None:
        self._sockets.count(self.visit, -1)

    def abort(self) -> None:
        """Cut the connection. A polite close would wait until the other side has read all that came before it."""
        transport = getattr(self._server, "transport", None)
        if transport is not None:
            transport.abort()


def limit_messages(receive: Any, most: int) -> None:
    """Let the server's parser refuse messages of more than `most` bytes by the length that they announce.

    uvicorn drops what a client sends before it is asked, so no message is read under the server's own, global limit.
    """
    parser: Any = getattr(getattr(receive, "__self__", None), "conn", None)
    if hasattr(parser, "max_message_size"):  # else another server than uvicorn with websockets
        parser.max_message_size = most


class SocketMiddleware:
    """Inside VisitMiddleware: a socket of the app's is taken in, or refused before its handshake is answered.

    small: the message limit of paths that carry more or less than Streamlit's own. A path has its own count, since each
    page holds one socket of both kinds.
    """

    def __init__(self, app: ASGIApp, limits: SocketLimits, small: dict[str, int]) -> None:
        self.app, self._limits, self._small = app, limits, small
        self.open: dict[str, Sockets] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        path = scope["path"] if scope["path"] in self._small else ""
        sockets = self.open.setdefault(path, Sockets(self._limits))
        visit = scope.get("state", {}).get(STATE) or Visit(NOBODY, NOBODY)
        limit_messages(receive, self._small.get(path, MOST_PAGE_BYTES))
        seat = sockets.take(visit, receive)
        if seat is None:
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})  # a 403 to the handshake
            return
        scope.setdefault("state", {})[SEAT] = seat
        try:
            await self.app(scope, receive, send)
        finally:
            seat.leave()
