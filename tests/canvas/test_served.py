"""Files and plain pages as responses. If these fail, thirty phones fetch everything again at every page."""

from __future__ import annotations

import gzip

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.canvas.served import SCRIPT, STYLE, ServedFile, file_routes, page_response

FILES = (ServedFile("canvas", bundled(), SCRIPT), ServedFile("canvas", stylesheet(), STYLE))


def client() -> TestClient:
    async def page(request: Request) -> Response:
        return page_response(request, "<p>안녕</p>", 404)

    return TestClient(Starlette(routes=[*file_routes(FILES, "lab/"), Route("/page", page)]))


def test_a_file_is_packed_and_kept() -> None:
    """The canvas is a tenth of a megabyte; packed, a phone in a full class gets it in no time, and once."""
    for file, most in zip(FILES, (45_000, 6_000), strict=True):
        with client().stream("GET", file.path("/lab")) as answer:
            packed = b"".join(answer.iter_raw())
        assert gzip.decompress(packed).decode() == file.text
        assert len(packed) < most
        assert answer.headers["content-type"].startswith(file.media_type)
        assert "immutable" in answer.headers["cache-control"]


def test_who_has_it_gets_nothing_again() -> None:
    path = FILES[0].path("lab")
    tag = client().get(path).headers["etag"]
    again = client().get(path, headers={"If-None-Match": f'W/{tag}, "other"'})
    assert (again.status_code, again.content) == (304, b"")


def test_who_can_not_unpack_gets_it_plain() -> None:
    answer = client().get(FILES[1].path("lab"), headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.text == FILES[1].text


def test_another_text_has_another_name() -> None:
    """After an upgrade nobody sees the old canvas with new data."""
    assert ServedFile("a", "one", SCRIPT).path() != ServedFile("a", "two", SCRIPT).path()


def test_a_page_is_nobody_else_s() -> None:
    """It may hold a name or a place in a room: no cache between may give it to another."""
    answer = client().get("/page")
    assert (answer.status_code, answer.text) == (404, "<p>안녕</p>")
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
