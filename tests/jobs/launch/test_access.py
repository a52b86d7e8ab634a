"""If these fail, anybody on the network can use the machine, or the teacher can't."""

from __future__ import annotations

import pytest

from tesla_core.jobs.launch.access import (
    FREE_TRIES,
    TRY_SECONDS,
    Gate,
    TooManyTries,
    is_loopback,
    local_user,
    may_launch,
    passcode_is_set,
    visitor_address,
)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def gate(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "größer als π")
    return Gate(clock)


def wrong(gate: Gate, address: str | None, times: int) -> int:
    """How many of so many wrong tries were refused unseen."""
    refused = 0
    for _ in range(times):
        try:
            assert gate.may_launch(address, "guess") is False
        except TooManyTries:
            refused += 1
    return refused


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "::ffff:127.0.0.1"])
def test_without_a_passcode_the_machine_itself_may_launch(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_LAB_PASSCODE", raising=False)
    assert may_launch(address, None)
    assert not passcode_is_set()


@pytest.mark.parametrize(
    "address",
    [None, "", "192.168.1.7", "10.0.0.1", "0.0.0.0", "::", "::ffff:10.0.0.1", "127.0.0.1.evil.org", "localhost"],
)
def test_without_a_passcode_nobody_else_may(address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "")
    assert not may_launch(address, None)
    assert not may_launch(address, "")
    assert not is_loopback(address)


def test_with_a_passcode_only_the_right_one_opens(gate: Gate) -> None:
    """Also on the machine itself: behind a proxy everybody seems to sit there."""
    for address in (None, "127.0.0.1", "10.0.0.1"):
        assert gate.may_launch(address, "größer als π")
        assert not gate.may_launch(address, "größer als 3")
        assert not gate.may_launch(address, "")
        assert not gate.may_launch(address, None)


def test_wrong_tries_are_slowed_down(gate: Gate, clock: Clock) -> None:
    assert wrong(gate, "10.0.0.9", 30) == 30 - FREE_TRIES
    with pytest.raises(TooManyTries, match="Wait 2 s"):
        gate.may_launch("10.0.0.9", "größer als π")
    clock.now += TRY_SECONDS
    assert gate.may_launch("10.0.0.9", "größer als π"), "thirty wrong tries don't lengthen the wait"
    clock.now += 60.0
    assert wrong(gate, "10.0.0.9", 30) == 30 - FREE_TRIES, "tries don't pile up"


def test_one_who_guesses_does_not_lock_the_teacher_out(gate: Gate) -> None:
    wrong(gate, "10.0.0.9", 30)
    assert gate.may_launch("10.0.0.1", "größer als π")


def test_guessing_from_many_addresses_is_slowed_down_too(gate: Gate, clock: Clock) -> None:
    refused = sum(wrong(gate, f"10.0.{i // 256}.{i % 256}", 1) for i in range(2000))
    assert refused > 1900
    clock.now += 1.0
    assert gate.may_launch("10.0.0.1", "größer als π"), "and nobody waits for long"


def test_looking_without_a_passcode_is_no_try(gate: Gate) -> None:
    for _ in range(100):
        assert not gate.may_launch("10.0.0.9", None)
    assert gate.may_launch("10.0.0.9", "größer als π")


@pytest.mark.parametrize(
    ("remote", "headers", "address"),
    [
        (None, {}, "127.0.0.1"),
        ("10.0.0.1", {"Host": "lab"}, "10.0.0.1"),
        (None, {"X-Forwarded-For": "10.0.0.1"}, None),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, None),
        ("10.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, "10.0.0.1"),
    ],
)
def test_a_proxy_on_the_machine_makes_nobody_its_owner(
    remote: str | None, headers: dict[str, str], address: str | None
) -> None:
    assert visitor_address(remote, headers) == address


def test_the_owner_of_the_shell_may_do_everything() -> None:
    assert local_user().may_launch
    assert local_user().name
