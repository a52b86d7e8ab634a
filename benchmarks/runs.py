"""Several runs of the same benchmarks, a process each: how far their medians lie apart, and how often a target is met.

A run's own quartiles say how steady its turns were. Between runs other things change: where memory lies, what else the
machine does. benchmarks/results/speed.json has ten runs of `activation dispatch compiled-step pinn-step`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.harness import Ratio


@dataclass(frozen=True)
class Summary:
    """One line of the runs' tables over all runs."""

    benchmark: str
    subject: str
    unit: str
    medians: tuple[float, ...]
    target: str
    met: int | None

    def to_dict(self) -> dict[str, Any]:
        ratio = Ratio.of(self.medians)
        return {
            "benchmark": self.benchmark,
            "subject": self.subject,
            "unit": self.unit,
            "median": round(ratio.median, 4),
            "low": round(ratio.low, 4),
            "high": round(ratio.high, 4),
            "runs": list(self.medians),
            "target": self.target,
            "met_in_runs": self.met,
        }

    def __str__(self) -> str:
        ratio = Ratio.of(self.medians)
        met = "" if self.met is None else f"{self.target}: {self.met} of {len(self.medians)}"
        quartiles = f"{ratio.low:.2f} – {ratio.high:.2f}"
        return f"{self.benchmark:<28} {self.subject:<22} {ratio.median:>6.2f}  {quartiles:<14} {self.unit:<24} {met}"


def measure(names: Sequence[str], runs: int, quick: bool) -> tuple[list[Summary], dict[str, Any]]:
    """The summaries, and what the last run says about the machine."""
    found: list[dict[str, Any]] = []
    with TemporaryDirectory(prefix="tesla-runs-") as folder:
        for number in range(runs):
            path = Path(folder) / f"{number}.json"
            command = [sys.executable, "-m", "benchmarks", *names, "--out", str(path), *(["--quick"] if quick else [])]
            print(f"run {number + 1} of {runs} …", file=sys.stderr, flush=True)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            found.append(json.loads(path.read_text(encoding="utf-8")))
    machine = {key: value for key, value in found[-1].items() if key != "measurements"}
    return summarise([run["measurements"] for run in found]), machine


def summarise(runs: Sequence[Sequence[dict[str, Any]]]) -> list[Summary]:
    """Line by line; all runs have the same lines."""
    return [_summary(lines) for lines in zip(*runs, strict=True)]


def _summary(lines: Sequence[dict[str, Any]]) -> Summary:
    first = lines[0]
    target = first["target"]
    words = "" if target is None else f"{'≤' if target['kind'] == 'at most' else '≥'} {target['limit']:g}"
    met = None if target is None else sum(line["target"]["met"] for line in lines)
    medians = tuple(line["median"] for line in lines)
    return Summary(first["benchmark"], first["subject"], first["unit"], medians, words, met)
