"""If these fail, another site can lay the lab under its own page and have its owner press Launch unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tesla_core.errors import TeslaError
from tesla_core.visits.frames import FrameMiddleware, cookie_flags, embed_origins


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """`allowed("https://…")`: what TESLA_LAB_EMBED_ORIGINS says."""

    def say(text: str) -> None:
        monkeypatch.setenv("TESLA_LAB_EMBED_ORIGINS", text)
        embed_origins.cache_clear()

    say("")
    yield say
    embed_origins.cache_clear()


def headers_of(path: str = "/") -> dict[str, str]:
    async def hello(_: object) -> PlainTextResponse:
        return PlainTextResponse("hello", headers={"content-security-policy": "default-src 'self'"})

    app = Starlette(routes=[Route("/", hello)], middleware=[Middleware(FrameMiddleware)])
    return dict(TestClient(app).get(path).headers)


@pytest.mark.parametrize("path", ["/", "/nothing-here"])
def test_no_other_site_may_frame_the_lab(allowed: Callable[[str], None], path: str) -> None:
    headers = headers_of(path)
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_a_site_that_is_named_may(allowed: Callable[[str], None]) -> None:
    allowed("https://huggingface.co/, https://*.example.org:8443")
    headers = headers_of()
    assert headers["content-security-policy"].endswith(
        "frame-ancestors 'self' https://huggingface.co https://*.example.org:8443"
    )
    assert "default-src 'self'" in headers["content-security-policy"], "what was said before holds, too"
    assert "x-frame-options" not in headers


@pytest.mark.parametrize(
    "text", ["*", "https://a.example; script-src *", "javascript:x", "https://a\r\nx: y", "a.example"]
)
def test_what_is_no_site_is_refused_when_the_lab_starts(text: str) -> None:
    with pytest.raises(TeslaError, match="TESLA_LAB_EMBED_ORIGINS must be sites"):
        embed_origins(text)


def test_a_cookie_is_marked_for_frames_only_where_they_are_allowed(allowed: Callable[[str], None]) -> None:
    plain = {"type": "http", "scheme": "http", "headers": []}
    tls = {"type": "http", "scheme": "http", "headers": [(b"x-forwarded-proto", b"https")]}
    assert (cookie_flags(plain), cookie_flags(tls)) == ("HttpOnly; SameSite=Lax", "HttpOnly; SameSite=Lax; Secure")
    allowed("https://huggingface.co")
    assert cookie_flags(plain) == "HttpOnly; SameSite=Lax"
    assert cookie_flags(tls) == "HttpOnly; SameSite=None; Secure; Partitioned"
