"""Thirty viewers on one link, some pausing and scrubbing: frames a second each, and what the web process pays.

python -m benchmarks.live.one_link [--viewers 30] [--seconds 30] [--speed 5]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from statistics import median
from typing import Any

from benchmarks.live.site import (
    KEY,
    Painter,
    engine_of,
    painter,
    processor_seconds,
    report,
    running_app,
    visit_token,
    wait_for_engine,
)
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

RESTLESS = 5  # every how many-th viewer pauses and scrubs
WARM_UP = 5.0


async def fidget(viewer: Painter, seed: int) -> None:
    """Pause, scrub back, play on, again and again."""
    chance = random.Random(seed)
    while True:
        await asyncio.sleep(chance.uniform(1.0, 3.0))
        await viewer.send("pause")
        await viewer.send("seek", epoch=chance.uniform(0.0, max(viewer.head, 1.0)))
        await asyncio.sleep(chance.uniform(0.2, 0.6))
        await viewer.send("play")


async def measure(viewers: int, seconds: float, speed: float, first_panels: int) -> dict[str, Any]:
    spec = LiveSpec(ToyTask("spiral"), default_panels()[:first_panels], Settings(epochs=2000, batch=100))
    mount = LiveService(KEY).mount(spec)
    with running_app() as (app, port):
        await wait_for_engine(port, mount)
        async with asyncio.TaskGroup() as tasks:
            opened = [painter(port, mount, playing=True, speed=speed, visit=visit_token()) for i in range(viewers)]
            watching = [await each.__aenter__() for each in opened]
            restless = watching[::RESTLESS]
            fidgeting = [tasks.create_task(fidget(viewer, i)) for i, viewer in enumerate(restless)]
            await asyncio.sleep(WARM_UP)
            engine = engine_of(app)
            since, paid, trained = time.monotonic(), processor_seconds(app), processor_seconds(engine)
            head = max(viewer.head for viewer in watching)
            await asyncio.sleep(seconds)
            until = time.monotonic()
            paid, trained = processor_seconds(app) - paid, processor_seconds(engine) - trained
            head = max(viewer.head for viewer in watching) - head
            for task in fidgeting:
                task.cancel()
            steady = [viewer for viewer in watching if viewer not in restless]
            rates = [viewer.frames_a_second(since, until) for viewer in steady]
            restless_rates = [viewer.frames_a_second(since, until) for viewer in restless]
            errors = [error for viewer in watching for error in viewer.errors]
            nbytes = sum(viewer.nbytes for viewer in watching) / max(sum(len(v.times) for v in watching), 1)
            for each in opened:
                await each.__aexit__(None, None, None)
    return {
        "viewers": viewers,
        "frames_a_second_median": median(rates),
        "frames_a_second_minimum": min(rates),
        "restless_minimum": min(restless_rates),
        "web_process_core_share": paid / (until - since),
        "engine_core_share": trained / (until - since),
        "epochs_a_second": head / (until - since),
        "bytes_a_frame": nbytes,
        "errors": len(errors),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--speed", type=float, default=5.0, help="epochs a second; 0 for as fast as training goes")
    parser.add_argument("--panels", type=int, default=12, help="the first so many of the twelve default panels")
    options = parser.parse_args()
    data = asyncio.run(measure(options.viewers, options.seconds, options.speed, options.panels))
    rows = [
        ("frames/s, median of the steady", f"{data['frames_a_second_median']:.1f}"),
        ("frames/s, slowest of the steady", f"{data['frames_a_second_minimum']:.1f}"),
        ("frames/s, slowest who pauses and scrubs", f"{data['restless_minimum']:.1f}"),
        ("web process, share of a core", f"{data['web_process_core_share']:.1%}"),
        ("engine, share of a core", f"{data['engine_core_share']:.1%}"),
        ("epochs/s of the run", f"{data['epochs_a_second']:.1f}"),
        ("KB a frame", f"{data['bytes_a_frame'] / 1000:.1f}"),
        ("errors", str(data["errors"])),
    ]
    report(f"{data['viewers']} viewers on one link", rows, data)


if __name__ == "__main__":
    main()
