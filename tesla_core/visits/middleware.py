"""What every request passes on its way in: its true address is found, and a browser without an identity gets one."""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tesla_core.visits.address import is_trusted, socket_peer, trusted_proxies, visitor_ip
from tesla_core.visits.visit import COOKIE, LIFETIME, Visit, Visits, visits

STATE = "visit"
"""Where routes find the Visit: `request.state.visit`."""

CookieFlags = Callable[[Scope], str]


def cookie_flags(scope: Scope) -> str:
    """A cookie of this site's own pages, out of reach of scripts; only over TLS where the page came that way."""
    secure = "; Secure" if scope.get("scheme") in ("https", "wss") else ""
    return f"HttpOnly; SameSite=Lax{secure}"


class VisitMiddleware:
    """Put around the whole app. `scope["client"]` is then the visitor's address, for Streamlit's pages too."""

    def __init__(
        self, app: ASGIApp, path: str = "/", flags: CookieFlags = cookie_flags, book: Callable[[], Visits] = visits
    ) -> None:
        """path: the cookie's. flags: what else it says."""
        self.app, self._path, self._flags, self._book = app, path or "/", flags, book

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        address = self._find_address(scope, receive, headers)
        book = self._book()
        visit = book.find(address, cookie_of(headers))
        if not visit.own and scope["type"] == "http" and "text/html" in headers.get("accept", ""):
            visit = book.begin(address)
            send = self._with_cookie(scope, send, visit)
        scope.setdefault("state", {})[STATE] = visit
        await self.app(scope, receive, send)

    def _find_address(self, scope: Scope, receive: Receive, headers: Headers) -> str:
        """The visitor's address and scheme, which go into the scope as well."""
        peer, proxies = socket_peer(scope, receive), trusted_proxies()
        address = visitor_ip(peer, headers.getlist("x-forwarded-for"), proxies)
        scope["client"] = (address, (scope.get("client") or ("", 0))[1])
        if is_trusted(peer, proxies) and headers.get("x-forwarded-proto") == "https":
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        return address

    def _with_cookie(self, scope: Scope, send: Send, visit: Visit) -> Send:
        value = self._book().cookie(visit)
        cookie = f"{COOKIE}={value}; Path={self._path}; Max-Age={int(LIFETIME)}; {self._flags(scope)}"

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        return with_cookie


def cookie_of(headers: Any) -> str | None:
    """The visit's cookie among those of a request."""
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(headers.get("cookie", ""))
    except CookieError:
        return None
    return jar[COOKIE].value if COOKIE in jar else None
