"""If these fail, a crowd's pictures stand in line before everybody else's, or two pictures of a run get mixed up."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Generator
from itertools import count

import pytest
import torch

from tesla_core.live.engine.sharing.pictures import PIECE, PictureQueue
from tesla_core.visits.visit import Visit

PEOPLE = {"honest": [Visit("me", "home")], **{f"r{i}": [Visit(f"i{i}", "mill")] for i in range(40)}}


def pictures_on_a_clock_of_pieces() -> PictureQueue:
    """Every piece takes as long as a turn, whatever the machine is busy with."""
    pictures = PictureQueue(torch.device("cpu"), lambda address: PEOPLE.get(address, []))
    ticks = count()
    pictures._clock = lambda: next(ticks) * PIECE
    return pictures


def picture(address: str, pieces: int, seen: Callable[[str], object]) -> Generator[None, None, str]:
    for _ in range(pieces):
        seen(address)
        yield
    return address


def test_forty_identities_at_one_address_leave_half_of_the_pictures_to_one_elsewhere() -> None:
    made: Counter[str] = Counter()

    async def story() -> None:
        pictures = pictures_on_a_clock_of_pieces()

        async def again_and_again(address: str) -> None:
            while made.total() < 2000:
                await pictures.make(address, picture(address, 4, lambda whose: made.update([whose])))

        await asyncio.gather(*(again_and_again(address) for address in PEOPLE))

    asyncio.run(story())
    assert made["honest"] >= 0.45 * made.total()


def test_pictures_of_one_run_are_made_one_after_the_other() -> None:
    """They share one stack of models."""
    order: list[str] = []

    async def story() -> None:
        pictures = pictures_on_a_clock_of_pieces()
        works = [picture(name, 3, order.append) for name in "abc"]
        found = await asyncio.gather(*(pictures.make("honest", work) for work in works))
        assert [name for name, _ in found] == list("abc")
        assert all(seconds > 0 for _, seconds in found)

    asyncio.run(story())
    assert order == [*"aaa", *"bbb", *"ccc"]


def test_one_that_breaks_or_is_given_up_holds_up_no_other() -> None:
    def broken() -> Generator[None, None, str]:
        yield
        raise RuntimeError("on purpose")

    async def story() -> None:
        pictures = pictures_on_a_clock_of_pieces()
        left = asyncio.create_task(pictures.make("honest", picture("left", 1000, lambda _: None)))
        failing = asyncio.create_task(pictures.make("r0", broken()))
        await asyncio.sleep(0)
        left.cancel()
        with pytest.raises(RuntimeError, match="on purpose"):
            await failing
        for address in ("honest", "r0", "unwatched"):
            assert (await pictures.make(address, picture(address, 2, lambda _: None)))[0] == address

    asyncio.run(story())
