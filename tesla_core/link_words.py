"""A text as one word of a link, and back."""

from __future__ import annotations

import base64
import binascii
import zlib

from tesla_core.errors import TeslaError

MOST_TEXT = 256 * 1024


def pack(text: str) -> str:
    """Text as one URL-safe word."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(word: str) -> str:
    """The text of such a word; at most MOST_TEXT characters come out, whatever went in."""
    try:
        inflate = zlib.decompressobj()
        data = inflate.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)), MOST_TEXT)
        if not inflate.eof:
            raise ValueError
        return data.decode()
    except (ValueError, binascii.Error, zlib.error):
        raise TeslaError("This link is torn: a part of it is missing or changed. Copy it again in full.") from None
