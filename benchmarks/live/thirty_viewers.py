"""Many viewers of one link over sockets, with the message that a page sent: the frames that each gets."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

from benchmarks.live.cold_visit import PLAYED_AT
from benchmarks.live.site import painter

WARM_UP = 2.0


async def watch_together(
    port: int, watch: Mapping[str, Any], viewers: int, seconds: float, visit: Callable[[], str]
) -> dict[str, float]:
    """watch: a page's own message, with whatever its revision signs. visit: gives a viewer an identity."""
    fields = {key: value for key, value in watch.items() if key not in ("type", "spec", "token", "visit", "viewer")}
    fields |= {"playing": True, "speed": float(PLAYED_AT), "eases": False, "epoch": 0}
    async with contextlib.AsyncExitStack() as open_ones:
        watching = []
        for number in range(viewers):
            who = {"visit": visit(), "viewer": f"viewer {number}"}
            watching.append(await open_ones.enter_async_context(painter(port, watch, **fields, **who)))
        await asyncio.sleep(WARM_UP)
        since = time.monotonic()
        before = [(len(viewer.times), viewer.nbytes) for viewer in watching]
        await asyncio.sleep(seconds)
        until = time.monotonic()
        rates = [viewer.frames_a_second(since, until) for viewer in watching]
        frames = sum(len(viewer.times) - was for viewer, (was, _) in zip(watching, before, strict=True))
        nbytes = sum(viewer.nbytes - was for viewer, (_, was) in zip(watching, before, strict=True))
    return {
        f"frames/s of each of {viewers}, median": median(rates),
        f"frames/s of each of {viewers}, least": min(rates),
        f"KB a frame of {viewers}": nbytes / max(frames, 1) / 1e3,
    }
