"""If these fail, one person can be many, or many in one room are taken for one."""

from __future__ import annotations

from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tesla_core.visits.middleware import VisitMiddleware
from tesla_core.visits.tokens import Signer
from tesla_core.visits.visit import COOKIE, NEW_AT_ONCE, NOBODY, Visits

SIGNER = Signer(b"k" * 32)


def test_an_identity_holds_where_it_was_given() -> None:
    book = Visits(SIGNER)
    visit = book.begin("203.0.113.9")
    assert book.find("203.0.113.9", book.cookie(visit)) == visit
    assert book.find("203.0.113.9", None, book.page_token(visit)) == visit
    assert book.find("203.0.113.10", book.cookie(visit)).identity == NOBODY
    assert book.find("203.0.113.9", visit.identity).identity == NOBODY
    assert book.find("203.0.113.9", book.page_token(visit)).identity == NOBODY, "a page's token is no cookie"


def test_behind_a_proxy_that_is_trusted_a_moving_phone_stays_who_it_is() -> None:
    book = Visits(SIGNER, bind=False)
    visit = book.begin("203.0.113.9")
    assert book.find("203.0.113.10", book.cookie(visit)).identity == visit.identity


def test_a_class_behind_one_router_is_a_hundred_people_and_a_mill_of_identities_is_one() -> None:
    book = Visits(SIGNER, clock=lambda: 0.0)
    assert len({book.begin("203.0.113.9").identity for _ in range(100)}) == 100
    assert len({book.begin("203.0.113.9").identity for _ in range(10_000)}) == NEW_AT_ONCE - 100 + 1
    assert len({book.begin("203.0.113.10").identity for _ in range(100)}) == 100


def site(book: Visits, peer: str = "203.0.113.9") -> TestClient:
    async def who(request: Request) -> PlainTextResponse:
        visit = request.state.visit
        return PlainTextResponse(f"{visit.identity} {visit.address} {request.client and request.client.host}")

    wrapped: Any = Middleware(VisitMiddleware, path="/lab", book=lambda: book)
    return TestClient(Starlette(routes=[Route("/", who)], middleware=[wrapped]), client=(peer, 4711))


def test_a_browser_gets_its_cookie_with_the_first_page_and_keeps_it() -> None:
    client = site(Visits(SIGNER))
    first = client.get("/", headers={"accept": "text/html"})
    said = first.headers["set-cookie"]
    assert f"{COOKIE}=" in said
    assert "Path=/lab" in said
    assert "HttpOnly" in said
    assert "SameSite=Lax" in said
    value = said.partition("=")[2].partition(";")[0]
    again = client.get("/", headers={"accept": "text/html", "cookie": f"a=b; {COOKIE}={value}"})
    assert again.text == first.text
    assert "set-cookie" not in again.headers
    assert client.get("/", headers={"accept": "*/*"}).text.startswith(NOBODY), "no identity for what is no page"
    invented = client.get("/", headers={"accept": "*/*", "cookie": f"{COOKIE}=invented"})
    assert invented.text.startswith(NOBODY)


def test_what_a_client_says_of_its_address_is_not_believed() -> None:
    answer = site(Visits(SIGNER)).get("/", headers={"accept": "*/*", "x-forwarded-for": "127.0.0.1"})
    assert answer.text == f"{NOBODY} 203.0.113.9 203.0.113.9"
