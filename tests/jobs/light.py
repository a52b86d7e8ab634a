"""Jobs that start in a blink, for tests of what is around them. A job's name says how it behaves (light_runner.py)."""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.processes import members
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.timing import Timing
from tesla_core.problems.parity.experiment import ParitySpec

HERE = Path(__file__).resolve().parent
PATIENCE = 300.0
SPEC = ParitySpec(bits=8, train_size=64, width=16, epochs=3, batch=16)
QUICK = Timing(
    active_poll=0.01,
    idle_poll=0.02,
    idle_exit=60.0,
    first_beat=30.0,
    silence=30.0,
    find_patience=0.5,
    cancel_grace=0.3,
    drain_grace=5.0,
    first_backoff=0.01,
    longest_backoff=0.1,
)


def light_command(job: Job, _gpus: Sequence[str] = ()) -> list[str]:
    """-I -S: without the site's modules Python starts in a fiftieth of a second."""
    return [sys.executable, "-I", "-S", str(HERE / "light_runner.py"), str(job.folder), job.request.name]


def wanted(behaviour: str, **options: Any) -> Request:
    return Request(SPEC, name=behaviour, device="cpu", **options)


def submit(store: Store, *behaviours: str, **options: Any) -> list[str]:
    return [job.id for job in store.submit([wanted(behaviour, **options) for behaviour in behaviours])]


def wait_until(happens: Callable[[], Any], about: str, between: Callable[[], object] = lambda: time.sleep(0.01)) -> Any:
    """What `happens` says once it says something; `between` is done in between."""
    deadline = time.monotonic() + PATIENCE
    while not (answer := happens()):
        assert time.monotonic() < deadline, f"waited in vain: {about}"
        between()
    return answer


def lock_intervals(folder: Path) -> list[tuple[int, int | None, str]]:
    """When the run's lock was held, and by which token, in order; None for an end that a kill left unsaid."""
    path = RunFolder(folder).attempts_file
    records = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    ends: dict[str, list[int]] = {}
    for record in records:
        if "unlocked" in record:
            ends.setdefault(record["token"], []).append(record["unlocked"])
    starts = sorted((record["locked"], record["token"]) for record in records if "locked" in record)
    return [(start, ends[token].pop(0) if ends.get(token) else None, token) for start, token in starts]


def assert_never_two_at_once(folder: Path) -> None:
    """Each attempt took the lock after the one before had let it go."""
    intervals = lock_intervals(folder)
    for (_, end, token), (start, _, after) in itertools.pairwise(intervals):
        assert end is None or end <= start, f"{token} and {after} ran at once"


def kill_leftovers(store: Store) -> None:
    """Whatever a test's jobs left running."""
    for job in store.list(limit=-1):
        for row in store.attempts(job.id):
            for process in members(row.token):
                process.send(9)
