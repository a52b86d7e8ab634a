"""A language is chosen once and stays: by a cookie that every page heeds, whoever writes it."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from tesla_core.messages.readers import COOKIE, read_language
from tesla_core.visits.language import language_links, language_of, language_route


@pytest.fixture
def client() -> TestClient:
    async def plain(request: Request) -> Response:
        return PlainTextResponse(language_of(request))

    return TestClient(Starlette(routes=[language_route("lab"), Route("/lab/join", plain)]))


def test_a_choice_is_kept_and_leads_back_to_where_it_was_made(client: TestClient) -> None:
    """A student in the middle of a lesson is still there afterwards, and plain pages speak the language too."""
    assert client.get("/lab/join", headers={"accept-language": "en-GB"}).text == "en"
    answer = client.get(
        "/lab/_tesla/language?to=ko",
        headers={"referer": "http://testserver/lab/learn?lesson=parity&lang=en&step=3"},
        follow_redirects=False,
    )
    assert answer.headers["location"] == "/lab/learn?lesson=parity&step=3"
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "Path=/lab" in answer.headers["set-cookie"]
    assert client.get("/lab/join", headers={"accept-language": "en-GB"}).text == "ko"
    assert client.get("/lab/join?lang=en").text == "en"


@pytest.mark.parametrize(
    "came", ["", "http://other.example/lab/learn", "http://testserver//other.example", "http://[", "javascript:1"]
)
def test_nobody_is_sent_to_another_site(client: TestClient, came: str) -> None:
    answer = client.get("/lab/_tesla/language?to=ko", headers={"referer": came}, follow_redirects=False)
    assert answer.headers["location"] == "/lab/"


def test_a_language_nobody_has_is_not_kept(client: TestClient) -> None:
    """Nor anything else that a link could smuggle into a cookie."""
    answer = client.get("/lab/_tesla/language", params={"to": "ko; Domain=x"}, follow_redirects=False)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("link", "cookie", "accepted", "read"),
    [
        (None, None, "ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        (None, None, "fr,ko;q=0.5", "ko"),
        (None, None, None, "en"),
        (None, "en", "ko", "en"),
        ("ko", "en", "en", "ko"),
        ("xx", "yy", "zz", "en"),
    ],
)
def test_the_link_then_the_choice_then_the_browser(
    link: str | None, cookie: str | None, accepted: str | None, read: str
) -> None:
    assert read_language(link, {COOKIE: cookie} if cookie else {}, accepted) == read


def test_the_present_language_is_marked_and_links_stay_under_the_app() -> None:
    html = language_links("ko", "lab")
    assert html.count("aria-current") == 1
    assert 'href="/lab/_tesla/language?to=ko" target="_self" lang="ko" hreflang="ko" aria-current="true">한국어' in html
