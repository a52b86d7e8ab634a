"""If these fail, a teacher types the passcode at every reload, or another site has a browser of the lab's do it."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tesla_core.jobs.launch.access import Gate
from tesla_core.jobs.launch.door import KNOWN_COOKIE, PASS_COOKIE, PATH, door_route
from tesla_core.visits.frames import embed_origins
from tesla_core.visits.tokens import Signer
from tesla_core.visits.visit import Visit

CODE = "seven waves"
HERE = {"origin": "http://testserver"}


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setenv("TESLA_LAB_PASSCODE", CODE)
    return Gate(Signer(b"k" * 32))


@pytest.fixture
def client(gate: Gate) -> TestClient:
    return TestClient(Starlette(routes=[door_route("lab", own=lambda: gate)]))


@pytest.fixture
def given(gate: Gate) -> str:
    found = gate.try_passcode(Visit("teacher", "10.0.0.1"), CODE)
    assert found
    return found


def test_a_pass_comes_back_as_a_cookie_out_of_scripts_reach(client: TestClient, given: str, gate: Gate) -> None:
    answer = client.post(f"/lab{PATH}", content=given, headers=HERE)
    assert answer.status_code == 204
    cookies = answer.headers.get_list("set-cookie")
    assert [cookie.split("=")[0] for cookie in cookies] == [PASS_COOKIE, KNOWN_COOKIE]
    assert all("Path=/lab; " in cookie and "HttpOnly; SameSite=Lax" in cookie for cookie in cookies)
    assert "Max-Age=43200" in cookies[0]
    assert gate.holds(client.cookies[PASS_COOKIE])


def test_locking_again_ends_the_pass_and_takes_the_cookie(client: TestClient, given: str, gate: Gate) -> None:
    client.post(f"/lab{PATH}", content=given, headers=HERE)
    assert client.post(f"/lab{PATH}", content="", headers=HERE).status_code == 204
    assert PASS_COOKIE not in client.cookies
    assert KNOWN_COOKIE in client.cookies, "it is still known to have been let in before"
    assert not gate.holds(given)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://[broken"},
        {"origin": "http://testserver", "sec-fetch-site": "cross-site"},
        {"origin": "http://testserver", "sec-fetch-site": "same-site"},
    ],
)
def test_another_site_sets_and_takes_nothing(client: TestClient, given: str, gate: Gate, headers: dict) -> None:
    client.cookies.set(PASS_COOKIE, given)
    for content in (given, ""):
        answer = client.post(f"/lab{PATH}", content=content, headers=headers)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert gate.holds(given)


@pytest.mark.parametrize("content", [b"forged", b"\xff" * 100, b"x" * 100_000])
def test_what_is_no_pass_is_none(client: TestClient, content: bytes) -> None:
    answer = client.post(f"/lab{PATH}", content=content, headers=HERE)
    assert answer.status_code in (403, 413)
    assert "set-cookie" not in answer.headers


def test_in_a_frame_that_is_allowed_cookies_are_made_for_it(
    client: TestClient, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Hugging Face Space is a frame: without these words its browser forgets the pass at once."""
    monkeypatch.setenv("TESLA_LAB_EMBED_ORIGINS", "https://huggingface.co")
    embed_origins.cache_clear()
    secure = {"origin": "https://lab.example", "host": "lab.example"}
    answer = client.post(f"/lab{PATH}", content=given, headers=secure)
    embed_origins.cache_clear()
    assert "HttpOnly; SameSite=None; Secure; Partitioned" in answer.headers["set-cookie"]
