"""If these fail, anybody on the network can use the machine, or the teacher can't."""

from __future__ import annotations

import pytest

from tesla_core.jobs.launch.access import (
    LONGEST_WAIT,
    PASS_SECONDS,
    Gate,
    TooManyHere,
    TooManyTries,
    is_loopback,
    is_owner,
    local_user,
    passcode_is_set,
)
from tesla_core.visits.address import trusted_proxies
from tesla_core.visits.tokens import Signer
from tesla_core.visits.visit import NOBODY, Visit

CODE = "größer als π"
DAY = 24 * 3600.0


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
    monkeypatch.setenv("TESLA_LAB_PASSCODE", CODE)
    return Gate(Signer(b"k" * 32, clock), clock)


@pytest.fixture
def proxies(monkeypatch: pytest.MonkeyPatch):
    """`proxies("10.0.0.0/8")`: what TESLA_LAB_TRUSTED_PROXIES says."""

    def named(text: str) -> None:
        monkeypatch.setenv("TESLA_LAB_TRUSTED_PROXIES", text)
        trusted_proxies.cache_clear()

    yield named
    trusted_proxies.cache_clear()


def visitor(identity: str = "pupil", address: str = "10.0.0.9") -> Visit:
    return Visit(identity, address)


def looked_at(gate: Gate, who: Visit, known: str | None = None) -> bool:
    """Whether a wrong passcode was looked at."""
    try:
        assert gate.try_passcode(who, "guess a code", known) is None
    except TooManyTries:
        return False
    return True


# ---- the machine itself

LOCAL = {"Host": "localhost:8501"}


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "::ffff:127.0.0.1"])
def test_without_a_passcode_the_machine_itself_may_launch(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_LAB_PASSCODE", raising=False)
    assert is_owner(address, LOCAL)
    assert is_owner(address, {"Host": "127.0.0.1:8501", "Origin": "http://127.0.0.1:8501"})
    assert not passcode_is_set()


@pytest.mark.parametrize(
    "address",
    [None, "", "192.168.1.7", "10.0.0.1", "0.0.0.0", "::", "::ffff:10.0.0.1", "127.0.0.1.evil.org", "localhost"],
)
def test_without_a_passcode_nobody_else_may(address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "")
    assert not is_owner(address, LOCAL)
    assert not is_loopback(address)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "lab.example"},
        {"Host": "localhost.evil.example"},
        {"Host": "127.0.0.1:8501", "Origin": "https://lab.example"},
        {"Host": "127.0.0.1:8501", "Origin": "null"},
        {"Host": "127.0.0.1:8501", "X-Forwarded-For": "127.0.0.1"},
        {"Host": "127.0.0.1:8501", "X-Forwarded-Proto": "https"},
        {"Host": "127.0.0.1:8501", "X-Real-IP": "10.0.0.1"},
        {"Host": "127.0.0.1:8501", "Forwarded": "for=10.0.0.1"},
        {"Host": "127.0.0.1:8501", "Via": "1.1 caddy"},
    ],
)
def test_a_proxy_on_the_machine_makes_nobody_its_owner(headers: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks from loopback for everybody, and may keep quiet about it: the browser's own words give it away."""
    monkeypatch.delenv("TESLA_LAB_PASSCODE", raising=False)
    assert not is_owner("127.0.0.1", headers)


def test_where_a_proxy_is_named_nobody_is_the_owner_by_address(proxies, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_LAB_PASSCODE", raising=False)
    proxies("127.0.0.1")
    assert not is_owner("127.0.0.1", LOCAL)
    proxies("")
    assert is_owner("127.0.0.1", LOCAL)


def test_where_a_passcode_is_set_the_machine_itself_needs_it(gate: Gate) -> None:
    assert not is_owner("127.0.0.1", LOCAL)


# ---- the passcode


def test_only_the_right_passcode_opens(gate: Gate, clock: Clock) -> None:
    for number, who in enumerate((visitor("a"), visitor("b", "127.0.0.1"), visitor(NOBODY))):
        assert gate.holds(gate.try_passcode(who, CODE)), number
        assert gate.try_passcode(who, "größer als 3") is None
        assert gate.try_passcode(who, "") is None
        clock.now += 2.0


def test_each_wrong_try_doubles_the_browsers_own_wait(gate: Gate, clock: Clock) -> None:
    waits = []
    for _ in range(11):
        assert looked_at(gate, visitor())
        with pytest.raises(TooManyTries) as told:
            gate.try_passcode(visitor(), CODE)
        waits.append(told.value.seconds)
        clock.now += told.value.seconds
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, LONGEST_WAIT, LONGEST_WAIT]
    assert gate.try_passcode(visitor(), CODE), "the right one is looked at when the wait is over"
    assert looked_at(gate, visitor()), "and after it the browser begins anew"


def test_a_steady_guesser_never_keeps_the_teacher_out(gate: Gate, clock: Clock) -> None:
    """Behind one router or one proxy everybody has one address; the teacher's code is taken sixty times of sixty."""
    for second in range(2 * 24 * 60):
        looked_at(gate, visitor("guesser"))
        clock.now += 60.0
        if second % 48 == 0:
            assert gate.try_passcode(visitor(f"teacher's {second}. browser"), CODE)


def test_an_address_has_few_guesses_a_day(gate: Gate, clock: Clock) -> None:
    """However many identities a guesser takes: it was one in two seconds, 43,000 a day."""
    seen = 0
    for second in range(0, int(DAY), 2):
        seen += looked_at(gate, visitor(f"{second}"))
        clock.now += 2.0
    assert seen <= 360
    with pytest.raises(TooManyHere, match="another network"):
        gate.try_passcode(visitor("somebody new"), CODE)
    assert gate.try_passcode(visitor("somebody new", "10.0.0.10"), CODE), "other addresses are not concerned"


def test_a_browser_that_was_let_in_before_is_let_in_whatever_others_at_its_address_do(gate: Gate) -> None:
    known = gate.known()
    while looked_at(gate, visitor(f"{len(gate._wrong)}")):
        pass
    assert gate.try_passcode(visitor("the teacher's"), CODE, known)
    assert looked_at(gate, visitor("another"), known)
    assert not looked_at(gate, visitor("another"), known), "its own wait holds"
    assert not looked_at(gate, visitor("a third"), "forged")


def test_those_without_an_identity_wait_together_and_hold_nobody_else_up(gate: Gate) -> None:
    assert looked_at(gate, visitor(NOBODY))
    assert not looked_at(gate, visitor(NOBODY))
    assert looked_at(gate, visitor(NOBODY, "10.0.0.10"))
    assert gate.try_passcode(visitor("teacher"), CODE)


@pytest.mark.parametrize("short", ["1", "1234567", "sieben7"])
def test_a_short_passcode_opens_nothing(gate: Gate, short: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs stay locked; the page says why."""
    monkeypatch.setenv("TESLA_LAB_PASSCODE", short)
    assert gate.try_passcode(visitor(), short) is None
    assert not is_owner("127.0.0.1", LOCAL)


# ---- the pass


def test_a_pass_holds_twelve_hours(gate: Gate, clock: Clock) -> None:
    given = gate.try_passcode(visitor(), CODE)
    clock.now += PASS_SECONDS - 2
    assert gate.holds(given)
    clock.now += 3
    assert not gate.holds(given)


def test_a_pass_ends_with_the_passcode_or_when_it_is_given_back(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    given, other = gate.try_passcode(visitor(), CODE), gate.try_passcode(visitor(), CODE)
    gate.give_back(given)
    assert not gate.holds(given)
    assert gate.holds(other)
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "another passcode")
    assert not gate.holds(other)
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "")
    assert not gate.holds(other)


@pytest.mark.parametrize("forged", [None, "", "x", "A" * 80, "A" * 5000, "ü", "pass to jobs"])
def test_a_forged_pass_opens_nothing(gate: Gate, forged: str | None) -> None:
    assert not gate.holds(forged)
    assert not gate.holds(gate.known())
    assert not gate.holds(Signer(b"z" * 32).sign("pass to jobs", "00", 1e6, bound=CODE))
    gate.give_back(forged)


def test_the_owner_of_the_shell_has_a_name() -> None:
    assert local_user().may_launch
    assert local_user().name
