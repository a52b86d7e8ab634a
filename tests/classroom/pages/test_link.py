"""The way into a room, as it stands on the wall. If this fails, nobody finds the class."""

from __future__ import annotations

import pytest

from tesla_core.classroom.pages import link
from tesla_core.classroom.pages.link import ClassLink, reachable


def test_what_is_read_is_short_and_what_a_camera_reads_is_whole() -> None:
    one = ClassLink("https://lab.example.org", "/tesla/", "ABCD")
    assert (one.shown, one.follow) == ("lab.example.org/tesla/join", "https://lab.example.org/tesla/r/ABCD")
    assert one.picture.startswith("<svg")
    assert "xmlns" not in one.picture
    assert ClassLink("http://lab", "", "ABCE").picture != ClassLink("http://lab", "", "ABCD").picture


@pytest.mark.parametrize(
    ("origin", "wide", "expected"),
    [
        ("http://localhost:8501", True, "http://10.0.0.7:8501"),
        ("http://127.0.0.1", True, "http://10.0.0.7"),
        ("http://[::1]:8501", True, "http://10.0.0.7:8501"),
        ("http://localhost:8501", False, "http://localhost:8501"),
        ("https://lab.example.org:8443", True, "https://lab.example.org:8443"),
    ],
)
def test_a_phone_is_not_sent_to_itself(monkeypatch: pytest.MonkeyPatch, origin: str, wide: bool, expected: str) -> None:
    """A teacher who opened the lab as localhost shows the class the machine's address in the network."""
    monkeypatch.setattr(link, "_own_address", lambda: "10.0.0.7")
    assert reachable(origin, wide) == expected


def test_a_machine_without_a_network_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "_own_address", lambda: None)
    assert reachable("http://localhost:8501", True) == "http://localhost:8501"
