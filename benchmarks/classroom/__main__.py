"""A class on one app: thirty who join, a hundred who follow, thirty values of an experiment, two jobs beside it.

    python -m benchmarks.classroom [--students 30] [--followers 100] [--seconds 20] [--out FILE]

Students are sockets that acknowledge frames as a page does; one Chromium measures what a follower's page transfers. The
numbers go to results/classroom.json, each beside what it should be; a busy machine's say little.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from benchmarks.classroom import load
from benchmarks.classroom.jobs import two_jobs
from benchmarks.classroom.page import first_visit
from benchmarks.classroom.people import open_room
from benchmarks.live.site import engine_of, running_app, wait_for_engine
from benchmarks.report import processor
from tesla_core.classroom.room import Room
from tesla_core.data_folder import VARIABLE
from tesla_core.live.service import LiveService
from tesla_core.visits.visit import Visit

RESULTS = Path(__file__).parents[1] / "results" / "classroom.json"
FOLLOWED, TRIED = "/boundaries", "/parity"
"""The pages that two rooms are shown, as they open: a race of twelve panels, and parity of ten bits in 50 epochs."""
PARTS = ("page", "jobs", "experiment")
SCRUBBED = (40.0, 5.0, 60.0, 20.0, 80.0, 10.0, 70.0, 30.0)

TARGETS: dict[str, tuple[str, float]] = {
    "join.median_seconds": ("at most", 0.7),
    "join.slowest_seconds": ("at most", 2.0),
    "follow.frames_a_second_median": ("at least", 5.0),
    "follow.kilobytes_a_second_most": ("at most", 40.0),
    "follow.web_process_core_share": ("at most", 0.5),
    "scrub.median_follower_milliseconds": ("at most", 300.0),
    "scrub.slowest_follower_milliseconds": ("at most", 1000.0),
    "seeds.all_done_seconds": ("at most", 120.0),
    "rates.all_done_seconds": ("at most", 120.0),
    "beside_jobs.cores_a_slot": ("at most", 1.0),
    "page.kilobytes": ("at most", 100.0),
    "page.first_frame_seconds": ("at most", 0.5),
}
"""What the numbers should be, by their place in the results."""

Numbers = dict[str, Any]


async def measure(port: int, app: psutil.Process, home: Path, rooms: list[tuple[Room, Visit]], asked: Any) -> Numbers:
    (followed, teacher), (tried, experimenter), (visited, _) = rooms
    assert followed.spec is not None
    assert tried.spec is not None
    mount = {"spec": followed.spec, "token": LiveService("benchmark").sign(followed.spec)}
    await wait_for_engine(port, mount)
    engine, found = engine_of(app), {}
    if "page" in asked.parts:
        found["page"] = await asyncio.to_thread(first_visit, port, visited.code)
    async with AsyncExitStack() as stack:
        held = load.Class(port, followed.code, teacher, followed.spec, stack)
        leader = await held.lead(playing=True, speed=0)
        found["join"] = load.waits(await held.come(asked.students, 5.0))
        await leader.until(lambda page: page.frames[-1][1] > max(SCRUBBED), 300.0)  # what is scrubbed has to be there
        await leader.send("pause")
        found["scrub"] = await load.scrub(held, leader, SCRUBBED)
        if "jobs" in asked.parts:
            found["beside_jobs"] = await two_jobs(home, held, leader, SCRUBBED[:4], asked.seconds, app, engine)
        await held.come(asked.followers - asked.students, 10.0)
        found["follow"] = await load.follow(held, leader, asked.seconds, app, engine)
    if "experiment" not in asked.parts:
        return found
    async with AsyncExitStack() as stack:
        held = load.Class(port, tried.code, experimenter, tried.spec, stack)
        await held.come(asked.students, 5.0)
        for name, field in (("seeds", "seed"), ("rates", "settings.lr")):
            found[name] = await load.experiment(held, field, asked.students)
    return found


def judged(found: Numbers) -> list[tuple[str, str, str, bool]]:
    """Each number that has a target: its name, itself, what it should be, and whether it is."""
    rows = []
    for name, (sense, target) in TARGETS.items():
        part, _, key = name.partition(".")
        if part not in found:
            continue
        value = found[part][key]
        met = value <= target if sense == "at most" else value >= target
        rows.append((name, f"{value:g}", f"{sense} {target:g}", met))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--followers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each window")
    parser.add_argument("--parts", nargs="*", default=PARTS, choices=PARTS, help="beside joining, scrubbing, following")
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--log", type=Path, help="where the app's output goes")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home, began = Path(folder), time.monotonic()
        rooms = [open_room(home, page) for page in (FOLLOWED, TRIED, FOLLOWED)]
        os.environ[VARIABLE] = folder
        with running_app(asked.log) as (app, port):
            found = asyncio.run(measure(port, app, home, rooms, asked))
    rows = judged(found)
    width = max(len(name) for name, *_ in rows)
    for name, value, target, met in rows:
        print(f"{name:<{width}}  {value:>8}  {target:<16} {'met' if met else 'NOT MET'}")
    data = {
        "measured": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - began, 1),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": [round(one, 2) for one in os.getloadavg()],
        **found,
        "targets": {name: {"value": value, "target": target, "met": met} for name, value, target, met in rows},
    }
    asked.out.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    print(f"Written to {os.path.relpath(asked.out)}")
    return 0 if all(met for *_, met in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
