"""What a soak measured, written into a file as it goes on, so that one that is interrupted keeps its figures."""

from __future__ import annotations

import json
import math
import os
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.soak.draw import WEIGHTS
from tesla_core.files import write_atomically

LIMIT = 10.0  # seconds until all who watch have a frame again, and jobs a supervisor


@dataclass
class Figures:
    """recoveries: seconds by kind, of kills that all came back from before the next one. overtaken: those of which
    they did not, since another came first; they are over with that one. restarts: seconds from a job's kill to its
    next attempt's process. above_others: whether app and viewers went before other programs of the machine."""

    seed: int
    wanted: int
    above_others: bool = False
    kills: Counter[str] = field(default_factory=Counter)
    overtaken: Counter[str] = field(default_factory=Counter)
    recoveries: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in WEIGHTS})
    restarts: list[float] = field(default_factory=list)
    loads: list[float] = field(default_factory=list)
    jobs: dict[str, int] = field(default_factory=dict)
    attempts: int = 0
    app_starts: int = 0
    frames: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    finished: bool = False
    began: float = field(default_factory=time.monotonic)

    def recovered(self, kind: str, seconds: float, about: str = "") -> None:
        self.recoveries[kind].append(seconds)
        if seconds > LIMIT:
            self.failures.append(f"{about or kind}: back after {seconds:.1f} s at a load of {os.getloadavg()[0]:.1f}")

    def to_dict(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "kills_wanted": self.wanted,
            "kills": self.kills.total(),
            "kills_by_kind": dict(self.kills),
            "overtaken_by_the_next": dict(self.overtaken),
            "limit_seconds": LIMIT,
            "back_after_seconds": {kind: spread(times) for kind, times in self.recoveries.items() if times},
            "job_goes_on_after_seconds": spread(self.restarts),
            "later_than_the_limit": sum(seconds > LIMIT for times in self.recoveries.values() for seconds in times),
            "jobs": self.jobs,
            "attempts": self.attempts,
            "app_starts": self.app_starts,
            "frames": self.frames,
            "load_median": round(statistics.median(self.loads), 2) if self.loads else None,
            "load_max": round(max(self.loads), 2) if self.loads else None,
            "cores": os.cpu_count(),
            "above_others": self.above_others,
            "minutes": round((time.monotonic() - self.began) / 60, 1),
            "finished": self.finished,
            "failures": self.failures,
        }

    def write(self, path: Path) -> None:
        self.loads.append(os.getloadavg()[0])
        write_atomically(path, (json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n").encode())

    def summary(self) -> str:
        data = self.to_dict()
        lines = [f"{data['kills']} kills of {self.wanted} in {data['minutes']} min, seed {self.seed}"]
        lines.append(f"  load of the machine: median {data['load_median']}, most {data['load_max']}")
        for kind, times in data["back_after_seconds"].items():
            numbers = ", ".join(f"{name} {times[name]:.1f}" for name in ("median", "p99", "max"))
            lines.append(
                f"  {kind:<10} {self.kills[kind]:4} killed; back after {numbers} s ({times['count']} measured)"
            )
        jobs = ", ".join(f"{count} {state}" for state, count in self.jobs.items())
        lines.append(f"  jobs: {jobs}; {self.attempts} attempts; {self.app_starts} starts of the app")
        return "\n".join([*lines, *(f"  FAILED: {failure}" for failure in self.failures)])


def spread(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile (the smallest that 99 of 100 don't exceed) and largest."""
    if not times:
        return {"count": 0}
    ordered = sorted(times)
    percentile = ordered[math.ceil(0.99 * len(ordered)) - 1]
    rounded = {"median": statistics.median(ordered), "p99": percentile, "max": ordered[-1]}
    return {"count": len(ordered), **{name: round(value, 2) for name, value in rounded.items()}}
