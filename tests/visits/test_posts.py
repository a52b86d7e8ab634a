"""If these fail, somebody fills the lab's memory by one long post."""

from __future__ import annotations

import asyncio

import pytest
from starlette.requests import Request

from tesla_core.visits.posts import posted


class Sender:
    """Sends two bytes at a time, for as long as somebody reads."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    async def __call__(self) -> dict[str, object]:
        self.left -= 1
        return {"type": "http.request", "body": b"ab", "more_body": self.left > 0}


@pytest.mark.parametrize(("chunks", "found"), [(1, b"ab"), (3, b"ababab"), (4, None)])
def test_a_post_is_read_up_to_its_limit(chunks: int, found: bytes | None) -> None:
    request = Request({"type": "http", "method": "POST", "headers": []}, Sender(chunks))
    assert asyncio.run(posted(request, 6)) == found


def test_what_is_too_long_is_not_read_to_its_end() -> None:
    sender = Sender(1_000)
    assert asyncio.run(posted(Request({"type": "http", "method": "POST", "headers": []}, sender), 6)) is None
    assert sender.left == 996
