"""Whose picture is made next, on a thread of its own beside training: by the same weights as training, in an account of
its own. Otherwise the pictures of a crowd would stand in line before everybody else's."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import torch

from tesla_core.live.engine.pieces import InPieces, Result, Stretch, clock_of, do_pieces
from tesla_core.live.engine.sharing.shares import FairShare
from tesla_core.visits.visit import Visit

PIECE = 0.02  # seconds of one picture before another's turn


@dataclass
class _Order:
    """A picture that somebody waits for, and what its pieces have cost until now."""

    work: InPieces[Any]
    done: asyncio.Future[tuple[Any, float]]
    seconds: float = 0.0


class PictureQueue:
    """What is made of one run is made in the order it was asked for, one to its end before the next: a run's pictures
    share one stack of models."""

    def __init__(self, device: torch.device, people: Callable[[str], Collection[Visit]]) -> None:
        """people: for whom a run's pictures are, by its address."""
        self._people, self._clock = people, clock_of(device)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="darkroom")
        self._share = FairShare()
        self._orders: dict[str, deque[_Order]] = {}
        self._turning: asyncio.Task[None] | None = None

    async def make(self, address: str, work: InPieces[Result]) -> tuple[Result, float]:
        """Have a run's picture, or anything else that is made in pieces; and what it cost, in seconds."""
        loop = asyncio.get_running_loop()
        order = _Order(work, loop.create_future())
        self._orders.setdefault(address, deque()).append(order)
        if self._turning is None or self._turning.done():
            self._turning = loop.create_task(self._turns())
        return await order.done

    async def _turns(self) -> None:
        """While there are orders: a piece of the one whose turn it is."""
        loop = asyncio.get_running_loop()
        while self._orders:
            address = self._share.pick({address: self._people(address) for address in self._orders})
            order = self._orders[address][0]
            try:
                stretch: Stretch[Any] = await loop.run_in_executor(
                    self._thread, do_pieces, order.work, PIECE, self._clock
                )
            except Exception as broken:
                self._end(address)
                if not order.done.cancelled():
                    order.done.set_exception(broken)
                continue
            order.seconds += stretch.seconds
            self._share.charge(address, stretch.seconds)
            if stretch.results or order.done.cancelled():
                self._end(address)
            if stretch.results and not order.done.cancelled():
                order.done.set_result((stretch.results[0], order.seconds))
                await asyncio.sleep(0)  # who waited for it may have the next one for us

    def _end(self, address: str) -> None:
        orders = self._orders[address]
        orders.popleft()
        if not orders:
            del self._orders[address]
