"""Who may launch, cancel and delete jobs: the owner of the machine, or whoever knows the teacher's passcode.

Somebody who is let in gets a signed pass, which holds for twelve hours and ends with the passcode or when they lock the
lab again. What is wrong costs its own browser time and nobody else: each has a wait of its own by the identity that the
server gave it, and an address a number of wrong tries a day. A browser that was let in before is not held up by what
others at its address do.
"""

from __future__ import annotations

import getpass
import hmac
import os
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar
from urllib.parse import urlsplit

from tesla_core.allowance import Allowance
from tesla_core.errors import TeslaError
from tesla_core.visits.address import parse_ip, trusted_proxies
from tesla_core.visits.tokens import Signer, signer
from tesla_core.visits.visit import Visit

VARIABLE = "TESLA_LAB_PASSCODE"
SHORTEST = 8
"""Characters of a passcode. A shorter one opens nothing: it is found by trying."""
PASS_SECONDS = 12 * 3600.0
KNOWN_SECONDS = 180 * 24 * 3600.0
LONGEST_WAIT = 300.0  # seconds, after nine wrong tries in a row
FORGOTTEN_AFTER = 24 * 3600.0
# Wrong tries of an address: so many at once, then one each so many seconds, some 300 a day. One browser alone, with its
# wait of five minutes, never gets there.
WRONG_AT_ONCE, WRONG_SECONDS = 50, 288.0
MOST_HELD = 10_000
_PASS, _KNOWN = "pass to jobs", "was let in before"
Held = TypeVar("Held")
_LOCAL_NAMES = frozenset({"", "localhost"})


@dataclass(frozen=True)
class Person:
    """Somebody at the control."""

    name: str
    may_launch: bool


class NotAllowed(TeslaError):  # noqa: N818
    """Something that a visitor may not do."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"You may watch, but not {what}: that needs the lab's passcode, or, where none is set, the machine itself."
        )


class TooManyTries(TeslaError):  # noqa: N818
    """A passcode that was not looked at, since this browser gave too many wrong ones."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"That was wrong before. Wait {max(1, round(seconds))} s and try again.")


class TooManyHere(TooManyTries):
    """A passcode that was not looked at, since too many wrong ones came from its address."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.args = (
            f"Too many wrong passcodes came from your network today. The next one is looked at in "
            f"{max(1, round(seconds / 60))} min; a browser that was let in before, or another network, needs not wait.",
        )


def local_user() -> Person:
    """The owner of the shell, who may do everything."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in some containers
        name = "local"
    return Person(name, may_launch=True)


# ---- the machine itself


def is_owner(address: str | None, headers: Mapping[str, str]) -> bool:
    """Whether somebody sits at the machine itself, where no passcode is set.

    address: the socket's other end; None is unknown. A proxy makes everybody look local, so whatever it may say of
    itself counts: where one is named, or the browser knows this site by another name, or asks on behalf of a page of
    another, or any header speaks of a way through others, this is nobody's own machine.
    """
    if passcode() or trusted_proxies() or not is_loopback(address):
        return False
    held = {name.lower(): value for name, value in headers.items()}
    if any(name.startswith(("x-forwarded", "x-real-ip", "forwarded", "via", "cf-")) for name in held):
        return False
    return _is_local_name(held.get("host", "")) and _is_local_origin(held.get("origin"))


def is_loopback(address: str | None) -> bool:
    """Whether an address is this machine's own; None is an unknown one, and isn't."""
    found = parse_ip(address) if address else None
    return found is not None and found.is_loopback


def _is_local_name(host: str) -> bool:
    """Whether a Host header, with or without a port, names this machine by itself."""
    name, colon, port = host.strip().rpartition(":")
    name = (name if colon and port.isdigit() else host.strip()).lower()
    return name in _LOCAL_NAMES or is_loopback(name)


def _is_local_origin(origin: str | None) -> bool:
    if origin is None:
        return True
    try:
        return _is_local_name(urlsplit(origin).hostname or "no host")
    except ValueError:
        return False


# ---- the passcode


def passcode() -> str:
    return os.environ.get(VARIABLE, "")


def passcode_is_set() -> bool:
    return bool(passcode())


def passcode_is_short() -> bool:
    """Whether the passcode is one that opens nothing."""
    return 0 < len(passcode()) < SHORTEST


@dataclass
class _Wrong:
    """Wrong tries of a browser in a row, and until when its next one is not looked at."""

    tries: int = 0
    until: float = 0.0
    last: float = 0.0


class Gate:
    """Checks passcodes and gives out passes."""

    def __init__(self, sign: Signer, clock: Callable[[], float] = time.monotonic) -> None:
        self._signer, self._clock = sign, clock
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, _Wrong] = OrderedDict()
        self._addresses: OrderedDict[str, Allowance] = OrderedDict()
        self._given_back: OrderedDict[str, bool] = OrderedDict()

    def try_passcode(self, who: Visit, given: str, known: str | None = None) -> str | None:
        """A pass for the right passcode, None for a wrong one. Raises TooManyTries for one that must wait.

        known: what this browser got when it was let in before, if it was. Then only its own wait counts.
        """
        if not given or not passcode() or passcode_is_short():
            return None
        with self._lock:
            now, own = self._clock(), self._own(who)
            if own.until > now:
                raise TooManyTries(own.until - now)
            here = self._here(who.address)
            if not self._was_let_in(known) and (wait := here.wait()) > 0.0:
                raise TooManyHere(wait)
            if hmac.compare_digest(given.encode(), passcode().encode()):
                self._wrong.pop(_name(who), None)
                return self._signer.sign(_PASS, secrets.token_hex(8), PASS_SECONDS, bound=passcode())
            own.tries, own.last = own.tries + 1, now
            own.until = now + min(2.0 ** (own.tries - 1), LONGEST_WAIT)
            here.use()
            return None

    def holds(self, given: str | None) -> bool:
        """Whether a pass is one of ours, still in time, of the present passcode, and was not given back."""
        number = self._signer.read(_PASS, given, bound=passcode())
        return number is not None and number not in self._given_back and len(passcode()) >= SHORTEST

    def give_back(self, given: str | None) -> None:
        """A pass holds no longer, in whatever tab."""
        if (number := self._signer.read(_PASS, given, bound=passcode())) is not None:
            with self._lock:
                _remember(self._given_back, number, True)

    def known(self) -> str:
        """For a browser to keep that is let in."""
        return self._signer.sign(_KNOWN, "", KNOWN_SECONDS)

    def _was_let_in(self, known: str | None) -> bool:
        return self._signer.read(_KNOWN, known) is not None

    def _own(self, who: Visit) -> _Wrong:
        found = self._wrong.get(_name(who))
        if found is None or self._clock() - found.last > FORGOTTEN_AFTER:
            found = _Wrong()
        return _remember(self._wrong, _name(who), found)

    def _here(self, address: str) -> Allowance:
        found = self._addresses.get(address) or Allowance(WRONG_AT_ONCE, WRONG_SECONDS, self._clock)
        return _remember(self._addresses, address, found)


def _remember(held: OrderedDict[str, Held], key: str, value: Held) -> Held:
    held[key] = value
    held.move_to_end(key)
    if len(held) > MOST_HELD:
        held.popitem(last=False)
    return value


def _name(who: Visit) -> str:
    """Those without an identity of their own count by their address."""
    return who.identity if who.known else f"{who.identity} at {who.address}"


@cache
def gate() -> Gate:
    """One for the process: a wait holds for all of its pages."""
    return Gate(signer())
