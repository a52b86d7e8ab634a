"""What a page of this very site posts to one of its routes."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import Request


def is_same_site(headers: Mapping[str, str]) -> bool:
    """Whether a page of this very site asks. Browsers say so themselves; old ones give only where the page is from."""
    if (site := headers.get("sec-fetch-site")) is not None:
        return site == "same-origin"
    try:
        return bool(headers.get("host")) and urlsplit(headers.get("origin", "")).netloc == headers.get("host")
    except ValueError:
        return False


async def posted(request: Request, most: int) -> bytes | None:
    """What was sent; None where it has more than `most` bytes, which are then not read to their end."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return body
