"""Many who are one: names that a client makes up, runs that stand still, specs left at once, many identities."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from websockets import ClientConnection

from benchmarks.attack.ground import Ground, attackers_address
from benchmarks.live.site import visit_token
from tesla_core.live.protocol import FRAME, frame_position
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

CONNECTIONS, PAUSED, SPECS, ADDRESSES = 40, 64, 70, 8


def spec_of(seed: int) -> LiveSpec:
    panels = tuple(ModelSpec("tesla", harmonics=8, width=128, depth=2) for _ in range(4))
    return LiveSpec(ToyTask("spiral", seed=seed), panels, Settings(epochs=5000, batch=100), seed)


async def paint(socket: ClientConnection) -> None:
    """Acknowledge every frame, so that the engine goes on."""
    async for message in socket:
        if isinstance(message, bytes) and message[0] == FRAME:
            await socket.send(json.dumps({"type": "ack", "frame": frame_position(message)[0]}))


async def watch(socket: ClientConnection, ground: Ground, seed: int, **fields: Any) -> None:
    mount = ground.mount(spec_of(seed))
    await socket.send(json.dumps({"type": "watch", "spec": mount["spec"], "token": mount["token"], **fields}))


async def play_under_forty_names(ground: Ground) -> None:
    """Forty connections from eight addresses, each with a name of its own invention, each at full speed."""
    await _play(ground, lambda number: {"viewer": f"somebody {number}"})


async def play_under_forty_identities(ground: Ground) -> None:
    """Forty connections from one address, each with an identity that the server gave out."""
    await _play(ground, lambda _: {"visit": visit_token(attackers_address(0))}, addresses=1)


async def _play(ground: Ground, who: Any, addresses: int = ADDRESSES) -> None:
    async with contextlib.AsyncExitStack() as open_ones, asyncio.TaskGroup() as tasks:
        for number in range(CONNECTIONS):
            socket = await open_ones.enter_async_context(ground.socket(number % addresses))
            await watch(socket, ground, number, playing=True, speed=0, **who(number))
            tasks.create_task(paint(socket))


async def fill_the_lab_and_pause(ground: Ground) -> None:
    """Sixty-four connections, each at a run of its own that stands still; one more who comes must get a place."""
    async with contextlib.AsyncExitStack() as open_ones, asyncio.TaskGroup() as tasks:
        for number in range(PAUSED):
            socket = await open_ones.enter_async_context(ground.socket(number % ADDRESSES))
            await watch(socket, ground, number, viewer=f"somebody {number}")
            tasks.create_task(paint(socket))


async def hop_over_seventy_specs(ground: Ground) -> None:
    """One connection that plays a spec for a moment and turns to the next."""
    async with ground.socket() as socket, asyncio.TaskGroup() as tasks:
        painting = tasks.create_task(paint(socket))
        visit = visit_token(attackers_address(0))
        for number in range(SPECS):
            await watch(socket, ground, 1000 + number, visit=visit, playing=True, speed=0)
            await asyncio.sleep(0.1)
        painting.cancel()
