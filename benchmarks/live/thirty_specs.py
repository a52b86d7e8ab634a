"""Thirty viewers on thirty different specs: nobody starves, nothing fails, memory stays flat.

Recordings grow until they are as large as they may be, some five minutes on two cores, sooner with large batches:
--fill lets that pass first.

python -m benchmarks.live.thirty_specs [--viewers 30] [--fill 0] [--seconds 60] [--panels 12] [--batch 100]
"""

from __future__ import annotations

import argparse
import asyncio
import time
from statistics import median
from typing import Any

from benchmarks.live.site import KEY, engine_of, painter, report, running_app, visit_token, wait_for_engine
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

TOYS = ("spiral", "checkerboard", "circles", "moons")
SAMPLES = 20  # of the memory


async def measure(viewers: int, fill: float, seconds: float, panels: int, batch: int) -> dict[str, Any]:
    service = LiveService(KEY)
    settings = Settings(epochs=5000, batch=batch)
    specs = [LiveSpec(ToyTask(TOYS[i % 4], seed=i), default_panels()[:panels], settings, i) for i in range(viewers)]
    mounts = [service.mount(spec) for spec in specs]
    with running_app() as (app, port):
        await wait_for_engine(port, mounts[0])
        opened = [painter(port, mount, playing=True, speed=0, visit=visit_token()) for mount in mounts]
        watching = [await each.__aenter__() for each in opened]
        while not all(viewer.head > 0 for viewer in watching):
            await asyncio.sleep(0.1)
        await asyncio.sleep(fill)
        engine = engine_of(app)
        heads = [viewer.head for viewer in watching]
        since = time.monotonic()
        memory: list[tuple[float, float]] = []
        for _ in range(SAMPLES):
            await asyncio.sleep(seconds / SAMPLES)
            memory.append((engine.memory_info().rss / 1e6, app.memory_info().rss / 1e6))
        until = time.monotonic()
        epochs = [viewer.head - head for viewer, head in zip(watching, heads, strict=True)]
        rates = [viewer.frames_a_second(since, until) for viewer in watching]
        errors = sum(len(viewer.errors) for viewer in watching)
        for each in opened:
            await each.__aexit__(None, None, None)
    half = SAMPLES // 2
    return {
        "viewers": viewers,
        "seconds": until - since,
        "epochs_median": median(epochs),
        "epochs_slowest": min(epochs),
        "slowest_over_median": min(epochs) / median(epochs),
        "frames_a_second_median": median(rates),
        "engine_megabytes_halves": [median(m[0] for m in memory[:half]), median(m[0] for m in memory[half:])],
        "web_megabytes_halves": [median(m[1] for m in memory[:half]), median(m[1] for m in memory[half:])],
        "engine_megabytes": [round(m[0]) for m in memory],
        "errors": errors,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=30)
    parser.add_argument("--fill", type=float, default=0.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--panels", type=int, default=12)
    parser.add_argument("--batch", type=int, default=100)
    options = parser.parse_args()
    data = asyncio.run(measure(options.viewers, options.fill, options.seconds, options.panels, options.batch))
    engine, web = (" → ".join(f"{m:.0f}" for m in data[f"{name}_megabytes_halves"]) for name in ("engine", "web"))
    rows = [
        ("epochs of the slowest / of the median", f"{data['slowest_over_median']:.2f}"),
        ("epochs, median", f"{data['epochs_median']:.1f} in {data['seconds']:.0f} s"),
        ("frames/s, median", f"{data['frames_a_second_median']:.2f}"),
        ("engine, MB in the first and the second half", engine),
        ("web process, MB in the halves", web),
        ("errors", str(data["errors"])),
    ]
    report(f"{data['viewers']} viewers on {data['viewers']} specs", rows, data)


if __name__ == "__main__":
    main()
