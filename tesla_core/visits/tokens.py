"""Short signed texts that come back from browsers: what they say, for which purpose, until when."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Callable
from functools import cache

from tesla_core.visits.key import signing_key

MOST_CHARACTERS = 1024
_MAC = 32  # bytes
_EXPIRY = 8  # bytes, seconds since 1970


class Signer:
    """Signs with one key. A token for one purpose is none for another, since each purpose has a key of its own."""

    def __init__(self, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self._key, self._clock = key, clock

    def sign(self, purpose: str, content: str, seconds: float, bound: str = "") -> str:
        """A token of letters, digits, - and _. bound: what must be the same when it is read, and is not in it."""
        body = int(self._clock() + seconds).to_bytes(_EXPIRY, "big") + content.encode()
        return _word(self._mac(purpose, body, bound) + body)

    def read(self, purpose: str, token: str | None, bound: str = "") -> str | None:
        """What the token says; None for one that is forged, damaged, too old, or for something else."""
        data = _bytes(token)
        if data is None:
            return None
        mac, body = data[:_MAC], data[_MAC:]
        if not hmac.compare_digest(mac, self._mac(purpose, body, bound)):
            return None
        if int.from_bytes(body[:_EXPIRY], "big") <= self._clock():
            return None
        return body[_EXPIRY:].decode()

    def _mac(self, purpose: str, body: bytes, bound: str) -> bytes:
        own = hmac.digest(self._key, purpose.encode(), "sha256")
        return hmac.digest(own, hashlib.sha256(bound.encode()).digest() + body, "sha256")


@cache
def signer() -> Signer:
    """The process's one, with the key of the data folder."""
    return Signer(signing_key())


def _word(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(token: str | None) -> bytes | None:
    if not isinstance(token, str) or not token or len(token) > MOST_CHARACTERS or not token.isascii():
        return None
    try:
        data = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if len(data) >= _MAC + _EXPIRY else None
