"""Who may launch, cancel and delete jobs: the owner of the machine, or whoever knows the teacher's passcode.

A caller keeps the answer for the person's visit; it does not ask again with every click.
"""

from __future__ import annotations

import getpass
import hmac
import ipaddress
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from tesla_core.allowance import Allowance
from tesla_core.errors import TeslaError

VARIABLE = "TESLA_LAB_PASSCODE"
FREE_TRIES = 5  # wrong ones from one address before it has to wait
TRY_SECONDS = 2.0  # until the next try
FREE_TRIES_OF_ALL, TRY_SECONDS_OF_ALL = 50, 0.2  # the same over all addresses together
MOST_ADDRESSES = 1000
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


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
    """A passcode that was not even looked at, since too many wrong ones came before it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"Too many wrong passcodes. Wait {max(1, round(seconds))} s and try again.")


def local_user() -> Person:
    """The owner of the shell, who may do everything."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in some containers
        name = "local"
    return Person(name, may_launch=True)


def may_launch(address: str | None, passcode_given: str | None) -> bool:
    """Whether a visitor from this address, with this passcode, may launch. Raises TooManyTries while a wait is on."""
    return _gate().may_launch(address, passcode_given)


def passcode_is_set() -> bool:
    return bool(os.environ.get(VARIABLE))


def visitor_address(remote: str | None, headers: Mapping[str, str]) -> str | None:
    """Where a visitor really comes from; None when that can't be known.

    `remote` is the connection's address as Streamlit gives it: None for this machine. A proxy on this machine makes
    everybody look local; what it forwards for is in a header, and such a visitor is never taken for the owner.
    """
    names = {name.lower() for name in headers}
    if any(name in names for name in FORWARDED):
        return remote if remote is not None and not is_loopback(remote) else None
    return "127.0.0.1" if remote is None else remote


def is_loopback(address: str | None) -> bool:
    """Whether an address is this machine's own; None is an unknown one, and isn't."""
    if address is None:
        return False
    try:
        parsed = ipaddress.ip_address(address.strip().strip("[]").partition("%")[0])
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return (mapped or parsed).is_loopback


class Gate:
    """Checks passcodes. Wrong ones use up tries, which come back with time; the right one uses none.

    Each address has its own tries, so that one who guesses doesn't lock the teacher out. A try that comes too early is
    not looked at and does not lengthen the wait.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._lock = threading.Lock()
        self._clock = clock
        self._all = Allowance(FREE_TRIES_OF_ALL, TRY_SECONDS_OF_ALL, clock)
        self._by_address: OrderedDict[str, Allowance] = OrderedDict()

    def may_launch(self, address: str | None, passcode_given: str | None) -> bool:
        passcode = os.environ.get(VARIABLE, "")
        if not passcode:
            return is_loopback(address)
        if not passcode_given:
            return False
        with self._lock:
            own = self._tries_of(address or "")
            if (wait := max(own.wait(), self._all.wait())) > 0.0:
                raise TooManyTries(wait)
            right = hmac.compare_digest(passcode_given.encode(), passcode.encode())
            if not right:
                own.use()
                self._all.use()
            return right

    def _tries_of(self, address: str) -> Allowance:
        tries = self._by_address.setdefault(address, Allowance(FREE_TRIES, TRY_SECONDS, self._clock))
        self._by_address.move_to_end(address)
        if len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)
        return tries


@cache
def _gate() -> Gate:
    """One for the process: a wait holds for all of its pages."""
    return Gate()
