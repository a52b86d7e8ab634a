"""The WebSocket route that carries a run to a browser: who may open it, and as whom."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tesla_core.live.company import Hall
from tesla_core.live.line import LineClosedError
from tesla_core.live.relay import Relay
from tesla_core.live.service import PATH, LiveService
from tesla_core.messages.catalogue import catalogue_of
from tesla_core.messages.readers import read_language
from tesla_core.messages.say import speaking
from tesla_core.visits.middleware import STATE
from tesla_core.visits.pace import Paces
from tesla_core.visits.sockets import SEAT, Seat, Sockets, socket_limits
from tesla_core.visits.visit import NOBODY, Visit


def live_route(
    service: LiveService,
    base_path: str = "",
    allowed: Callable[[str], bool] | None = None,
    hall: Hall | None = None,
) -> WebSocketRoute:
    """The route, under the app's base path. allowed: whether an Origin other than the page's own host may connect.
    hall: where those who come have a place in a room."""
    base = "/" + base_path.strip("/") if base_path.strip("/") else ""
    service.base_path = base
    paces = Paces()

    async def endpoint(socket: WebSocket) -> None:
        origin = socket.headers.get("origin", "")
        if not same_host(origin, socket.headers) and not (allowed is not None and allowed(origin)):
            await socket.close(1008)  # before accepting: the handshake is refused with 403
            return
        await socket.accept()
        language = read_language(None, socket.cookies, socket.headers.get("accept-language"))
        speaks = speaking(catalogue_of(language))
        with speaks, contextlib.suppress(WebSocketDisconnect, RuntimeError, LineClosedError):
            await Relay(service, socket, seat_of(socket), paces, hall, language).run()

    return WebSocketRoute(f"{base}{PATH}", endpoint)


def same_host(origin: str, headers: Any) -> bool:
    """Whether a page of this host opened the connection; a browser sets Origin itself and lets no script change it."""
    host = urlsplit(origin).netloc.lower()
    own = [headers.get("host", ""), *headers.get("x-forwarded-host", "").split(",")]
    return bool(host) and host in (name.strip().lower() for name in own)


def seat_of(socket: WebSocket) -> Seat:
    """The place that the middleware gave; without the middleware, one that nobody counts."""
    visit = getattr(socket.state, STATE, None) or Visit(NOBODY, NOBODY)
    return getattr(socket.state, SEAT, None) or Seat(Sockets(socket_limits(0)), visit)
