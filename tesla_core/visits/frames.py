"""Which sites may show the lab in a frame, what every response says about it, and the cookies that come back there.

None may, but those that TESLA_LAB_EMBED_ORIGINS names: another site's frame could lie under a page of its own and have
the owner press Launch unseen. In a frame of another site browsers keep cookies apart and want them marked for it.
"""

from __future__ import annotations

import os
import re
from functools import cache
from urllib.parse import urlencode

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tesla_core.errors import TeslaError

VARIABLE = "TESLA_LAB_EMBED_ORIGINS"
EMBED = "embed"
_ORIGIN = re.compile(r"https?://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?", re.IGNORECASE)


@cache
def embed_origins(text: str | None = None) -> tuple[str, ...]:
    """The sites that TESLA_LAB_EMBED_ORIGINS names, separated by commas or spaces; none by default."""
    text = os.environ.get(VARIABLE, "") if text is None else text
    words = tuple(word.rstrip("/") for word in re.split(r"[,\s]+", text) if word)
    for word in words:
        if not _ORIGIN.fullmatch(word):
            example = "https://huggingface.co https://*.example.org"
            raise TeslaError(f"{VARIABLE} must be sites, as in {example!r}; {word[:100]!r} was given.")
    return words


def cookie_flags(scope: Scope) -> str:
    """What a cookie says beside its value: out of reach of scripts, and of this site alone, or for its frames too."""
    if not _is_tls(scope):
        return "HttpOnly; SameSite=Lax"
    return f"HttpOnly; {'SameSite=None; Secure; Partitioned' if embed_origins() else 'SameSite=Lax; Secure'}"


def _is_tls(scope: Scope) -> bool:
    """Whether the browser came by TLS. What any proxy says of that will do: a lie spoils only the liar's own cookie."""
    headers = Headers(scope=scope)
    said = (headers.get("x-forwarded-proto", ""), headers.get("origin", "").partition(":")[0], scope.get("scheme"))
    return any(word in ("https", "wss") for word in said)


def _in_a_frame(scope: Scope) -> str:
    """The query under which a page is found that was asked for with `embed=1`: Streamlit reads its own word for it, in
    the address and nowhere else. Empty for anything else."""
    asked = QueryParams(scope["query_string"])
    if asked.get(EMBED) != "1" or scope["method"] != "GET" or "text/html" not in Headers(scope=scope).get("accept", ""):
        return ""
    pairs = [(name, "true" if name == EMBED else value) for name, value in asked.multi_items()]
    return f"?{urlencode(pairs)}"  # of the same page: a path that somebody wrote could lead to another site


class FrameMiddleware:
    """Put around the whole app: every response says who may frame it, and that it is what it says it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        origins = embed_origins()
        self._policy = " ".join(["frame-ancestors 'self'", *origins])
        self._headers = {
            "x-content-type-options": "nosniff",
            # Links hold what a person set and brought: no other site needs to learn it from a click.
            "referrer-policy": "same-origin",
            **({} if origins else {"x-frame-options": "SAMEORIGIN"}),  # it can't name sites
        }
        self._all = {"content-security-policy": self._policy, **self._headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        if place := _in_a_frame(scope):
            await RedirectResponse(place, headers=self._all)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.append("content-security-policy", self._policy)  # browsers heed all that there are
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)
