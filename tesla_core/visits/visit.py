"""A visit: who somebody is by a token that this server signed, and where they come from.

A browser gets its token as a cookie with the first page. Where cookies don't come back (in another site's frame, say)
the page itself carries one. Both are bound to the address they were given to, unless proxies are trusted, behind which
addresses change. One without either is nobody in particular: all such visitors count as one.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tesla_core.allowance import Allowance
from tesla_core.visits.address import neighbourhood, trusted_proxies
from tesla_core.visits.tokens import Signer, signer

COOKIE = "tesla_lab_visit"
LIFETIME = 30 * 24 * 3600.0  # seconds
NOBODY = "nobody"
_OTHERS = "others at "
# A class of a hundred opens its pages within a minute; after that an address gets a new visitor every other second.
NEW_AT_ONCE, NEW_SECONDS = 200, 2.0
MOST_ADDRESSES = 10_000

_BROWSER, _PAGE = "visit", "visit of a page"


@dataclass(frozen=True)
class Visit:
    """identity: the server's name for one browser. address: a neighbourhood of one router or machine."""

    identity: str
    address: str

    @property
    def known(self) -> bool:
        """Whether the server gave this identity, rather than none."""
        return self.identity != NOBODY

    @property
    def own(self) -> bool:
        """Whether it is one browser's alone, so that something may be theirs; many of an address can share one."""
        return self.known and not self.identity.startswith(_OTHERS)


class Visits:
    """Gives out identities and reads them. An address that asks for very many gets one for all that come after."""

    def __init__(self, sign: Signer, bind: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        """bind: whether a token holds only at the address it was given to."""
        self._signer, self._bind, self._clock = sign, bind, clock
        self._new: OrderedDict[str, Allowance] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, address: str) -> Visit:
        """Somebody who has no token yet."""
        at = neighbourhood(address)
        with self._lock:
            allowance = self._new.setdefault(at, Allowance(NEW_AT_ONCE, NEW_SECONDS, self._clock))
            self._new.move_to_end(at)
            if len(self._new) > MOST_ADDRESSES:
                self._new.popitem(last=False)
            if allowance.wait() > 0.0:
                return Visit(f"{_OTHERS}{at}", at)
            allowance.use()
        return Visit(secrets.token_hex(8), at)

    def cookie(self, visit: Visit) -> str:
        return self._signer.sign(_BROWSER, visit.identity, LIFETIME, self._bound(visit.address))

    def page_token(self, visit: Visit) -> str:
        """For a page to carry; it says the same as the browser's cookie."""
        return self._signer.sign(_PAGE, visit.identity, LIFETIME, self._bound(visit.address))

    def find(self, address: str, cookie: str | None = None, page_token: str | None = None) -> Visit:
        """Whose tokens these are, at this address."""
        at = neighbourhood(address)
        for purpose, token in ((_BROWSER, cookie), (_PAGE, page_token)):
            identity = self._signer.read(purpose, token, self._bound(at))
            if identity is not None:
                return Visit(identity, at)
        return Visit(NOBODY, at)

    def _bound(self, at: str) -> str:
        return at if self._bind else ""


@cache
def visits() -> Visits:
    """The process's one: for the web server's requests and for its pages."""
    return Visits(signer(), bind=not trusted_proxies())
