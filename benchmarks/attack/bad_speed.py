"""A lab that is full, and messages that wait in it unread."""

from __future__ import annotations

import asyncio
import contextlib
import json

from benchmarks.attack.ground import Ground
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

PLACES, ADDRESSES = 64, 16


async def wait_with_a_bad_speed(ground: Ground) -> None:
    """Watch 64 runs, wait for a 65th at the speed "fast", and make a place for it: again and again."""
    specs = [
        LiveSpec(ToyTask("moons", samples=40), (ModelSpec("relu", width=4),), Settings(epochs=20, batch=40), seed)
        for seed in range(PLACES + 4)
    ]
    mounts = [ground.mount(spec) for spec in specs]
    async with contextlib.AsyncExitStack() as open_ones:
        sockets = []
        for number, mount in enumerate(mounts):
            socket = await open_ones.enter_async_context(ground.socket(number % ADDRESSES))
            speed = "fast" if number >= PLACES - 1 else 1
            await socket.send(json.dumps({"type": "watch", **_signed(mount), "speed": speed}))
            sockets.append(socket)
        await asyncio.sleep(1.0)
        for socket in sockets[:8]:
            await socket.close()
            await asyncio.sleep(0.2)


def _signed(mount: dict[str, str]) -> dict[str, str]:
    return {"spec": mount["spec"], "token": mount["token"]}
