"""What a class asks of one app, each as numbers: coming in, following, being led to another moment, experimenting."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from statistics import median
from typing import Any

import psutil

from benchmarks.classroom.people import ADDRESS, Someone, join, someone
from benchmarks.live.site import KEY, processor_seconds
from tesla_core.live.service import LiveService
from tesla_core.visits.visit import Visit

Numbers = dict[str, Any]
PATIENCE = 30.0  # seconds for a frame


class Class:
    """Students of one room, each on a socket of their own, until it is over."""

    def __init__(self, port: int, code: str, owner: Visit, spec: str, stack: AsyncExitStack) -> None:
        self.port, self.code, self.owner, self.spec = port, code, owner, spec
        self._stack = stack
        self.students: list[Someone] = []

    async def come(self, count: int, within: float) -> list[float]:
        """So many come in evenly over some seconds: how long each waits, from sending the form to a first frame."""
        return list(await asyncio.gather(*(self._come(place * within / count) for place in range(count))))

    async def _come(self, after: float) -> float:
        await asyncio.sleep(after)
        visit, since = Visit(secrets.token_hex(16), ADDRESS), time.monotonic()
        await asyncio.to_thread(join, self.port, visit, self.code)
        one = await self._stack.enter_async_context(someone(self.port, visit, self.code, "member"))
        self.students.append(one)
        await one.until(lambda page: page.frames, PATIENCE)
        return one.frames[0][0] - since

    async def lead(self, **fields: Any) -> Someone:
        """The teacher's page of the lab, on the run that the class sees."""
        page = await self._stack.enter_async_context(someone(self.port, self.owner, self.code, "page"))
        token = LiveService(KEY).sign(self.spec)
        await page.send("watch", spec=self.spec, token=token, differences=True, **fields)
        await page.until(lambda page: page.frames, PATIENCE)
        return page

    async def console(self) -> Someone:
        return await self._stack.enter_async_context(someone(self.port, self.owner, self.code, "console"))


def waits(seconds: Sequence[float]) -> Numbers:
    return {"people": len(seconds), "median_seconds": _short(median(seconds)), "slowest_seconds": _short(max(seconds))}


async def follow(held: Class, leader: Someone, seconds: float, app: psutil.Process, engine: psutil.Process) -> Numbers:
    """All follow a run that plays."""
    await leader.send("reset")
    await leader.send("play", speed=5)
    await asyncio.sleep(2.0)  # until all move
    before = [(len(one.frames), one.nbytes) for one in held.students]
    paid, since = [processor_seconds(app), processor_seconds(engine)], time.monotonic()
    await asyncio.sleep(seconds)
    passed = time.monotonic() - since
    shares = [(processor_seconds(process) - old) / passed for process, old in zip((app, engine), paid, strict=True)]
    each = zip(held.students, before, strict=True)
    rates, traffic = zip(
        *(((len(one.frames) - frames) / passed, (one.nbytes - nbytes) / passed) for one, (frames, nbytes) in each),
        strict=True,
    )
    await leader.send("pause")
    return {
        "followers": len(held.students),
        "frames_a_second_median": _short(median(rates)),
        "frames_a_second_slowest": _short(min(rates)),
        "kilobytes_a_second_median": _short(median(traffic) / 1000),
        "kilobytes_a_second_most": _short(max(traffic) / 1000),
        "web_process_core_share": _short(shares[0]),
        "engine_core_share": _short(shares[1]),
        "web_process_megabytes": round(app.memory_info().rss / 2**20),
        "engine_megabytes": round(engine.memory_info().rss / 2**20),
    }


async def scrub(held: Class, leader: Someone, epochs: Sequence[float]) -> Numbers:
    """The teacher drags the playhead: how long until each follower has a picture of that moment."""
    seen: list[list[float]] = []
    for epoch in epochs:
        since = time.monotonic()
        await leader.send("seek", epoch=epoch)
        deadline = since + PATIENCE
        while any(one.first_at(epoch, since) is None for one in held.students) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        found = [one.first_at(epoch, since) for one in held.students]
        if None in found:
            raise SystemExit(f"A follower never saw epoch {epoch:g}.")
        seen.append([at - since for at in found if at is not None])
        await asyncio.sleep(0.3)
    return {
        "followers": len(held.students),
        "scrubs": len(seen),
        "median_follower_milliseconds": round(1000 * median(median(one) for one in seen)),
        "slowest_follower_milliseconds": round(1000 * max(max(one) for one in seen)),
    }


async def experiment(held: Class, field: str, count: int, most: float = 600.0) -> Numbers:
    """The class is the experiment: from the teacher's press until every value is done, seen by all."""
    console = await held.console()
    await console.until(lambda page: page.room)
    since = time.monotonic()
    await console.send("do", what="experiment", field=field, count=count, turn=1)
    await console.until(lambda page: page.done or page.errors)
    if console.errors:
        raise SystemExit(console.errors[0])
    for one in (console, *held.students):
        left = max(1.0, most - (time.monotonic() - since))
        await one.until(lambda page: (page.room.get("experiment") or {}).get("state") == "done", left)
    results = console.room["experiment"]["results"]
    seconds = time.monotonic() - since
    await console.send("do", what="stop", turn=2)
    await console.until(lambda page: page.room.get("experiment") is None)
    return {
        "field": field,
        "values": len(results),
        "students": len(held.students),
        "epochs": results[0]["epoch"],
        "all_done_seconds": _short(seconds),
        "learned": sum(bool(one["learned"]) for one in results),
    }


def _short(value: float) -> float:
    return float(f"{value:.3g}")
