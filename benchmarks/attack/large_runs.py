"""The largest runs that there may be, one after the other."""

from __future__ import annotations

import asyncio
import contextlib
import json

from benchmarks.attack.ground import Ground
from tesla_core.errors import TeslaError
from tesla_core.live.protocol import FRAME, frame_position
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

SECONDS_EACH = 6.0


async def play_the_largest_runs(ground: Ground) -> None:
    """Have the largest run built that is signed, play it, and turn to the next of its kind."""
    for seed in range(1_000):
        mount = ground.mount(largest_spec(seed))
        async with ground.socket() as socket:
            watch = {"type": "watch", "spec": mount["spec"], "token": mount["token"], "playing": True, "speed": 0}
            await socket.send(json.dumps(watch))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_EACH):
                    async for message in socket:
                        if isinstance(message, bytes) and message[0] == FRAME:
                            await socket.send(json.dumps({"type": "ack", "frame": frame_position(message)[0]}))


def largest_spec(seed: int) -> LiveSpec:
    """The largest run that a spec may describe, from sixteen panels of 512 × 8 at 128 × 128 pixels downwards."""
    sizes = [
        (panels, width, depth, resolution)
        for panels in (16, 12, 8)
        for width, depth in ((512, 8), (512, 4), (512, 2), (256, 4), (256, 3), (256, 2), (128, 4), (128, 2))
        for resolution in (128, 64, 40)
    ]
    for panels, width, depth, resolution in sorted(sizes, key=_work, reverse=True):
        with contextlib.suppress(TeslaError):
            models = tuple(ModelSpec("tesla", harmonics=16, width=width, depth=depth) for _ in range(panels))
            task, settings = ToyTask("spiral", samples=2000, seed=seed), Settings(epochs=5000, batch=1000)
            return LiveSpec(task, models, settings, seed, resolution=resolution)
    raise AssertionError("no spec at all is allowed")


def _work(size: tuple[int, int, int, int]) -> int:
    panels, width, depth, resolution = size
    return panels * width**2 * depth * resolution**2
