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


def asked(path: str, accept: str = "text/html", method: str = "GET"):
    app = Starlette(middleware=[Middleware(FrameMiddleware)])
    return TestClient(app).request(method, path, headers={"accept": accept}, follow_redirects=False)


def test_a_frame_asks_by_a_short_word(allowed: Callable[[str], None]) -> None:
    """`embed=1` in a course site's frame; Streamlit knows only its own word, and reads it from the address."""
    answer = asked("/boundaries?v=2&embed=1&b_panels=TESLA+K%3D8&b_panels=ReLU")
    assert answer.status_code == 307
    assert answer.headers["location"] == "?v=2&embed=true&b_panels=TESLA+K%3D8&b_panels=ReLU"
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]


def test_nobody_is_led_elsewhere_by_it(allowed: Callable[[str], None]) -> None:
    """Whatever the path and the parameters are, the answer names no other place."""
    for path in ("//evil.example/?embed=1", "/\\evil.example?embed=1", "/a?embed=1&next=https://evil.example%0d%0ax:y"):
        assert asked(path).headers["location"].startswith("?")
    assert "\n" not in asked("/a?embed=1&x=%0d%0ay").headers["location"]


@pytest.mark.parametrize(
    ("path", "accept", "method"),
    [
        ("/boundaries?embed=true", "text/html", "GET"),
        ("/boundaries?embedded=1", "text/html", "GET"),
        ("/_stcore/health?embed=1", "application/json", "GET"),
        ("/join?embed=1", "text/html", "POST"),
    ],
)
def test_all_else_is_left_alone(allowed: Callable[[str], None], path: str, accept: str, method: str) -> None:
    assert asked(path, accept, method).status_code == 404


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
