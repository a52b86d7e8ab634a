"""The table for people and the JSON for programs."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch

from benchmarks.harness import Measurement


def table(measurements: Sequence[Measurement]) -> str:
    """One line a measurement: the median, its quartiles, and the target with its verdict."""
    lines = [_line("benchmark", "subject", "median", "quartiles", "", "target", "")]
    previous = ""
    for m in measurements:
        quartiles = f"{m.ratio.low:.2f} – {m.ratio.high:.2f}"
        verdict = "" if m.met is None else "met" if m.met else "NOT MET"
        name = m.benchmark if m.benchmark != previous else ""
        lines.append(_line(name, m.subject, f"{m.ratio.median:.2f}", quartiles, m.unit, str(m.target or ""), verdict))
        previous = m.benchmark
    return "\n".join(lines)


def _line(benchmark: str, subject: str, median: str, quartiles: str, unit: str, target: str, verdict: str) -> str:
    return f"{benchmark:<24} {subject:<32} {median:>7}  {quartiles:<16} {unit:<26} {target:<6} {verdict}".rstrip()


def write(measurements: Sequence[Measurement], seconds: float, path: Path) -> None:
    data: dict[str, Any] = {
        "measured": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 1),
        "processor": processor(),
        "torch": torch.__version__,
        "load": [round(load, 2) for load in os.getloadavg()],  # of the last 1, 5 and 15 minutes; idle: under 1
        "threads": torch.get_num_threads(),
        "measurements": [m.to_dict() for m in measurements],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_runs(summaries: Sequence[dict[str, Any]], machine: dict[str, Any], seconds: float, path: Path) -> None:
    """Several runs: the machine as the last one found it, and each line over all of them."""
    data = {**machine, "seconds": round(seconds, 1), "summaries": list(summaries)}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def processor() -> str:
    """The processor's name where the system tells it, else its architecture."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
