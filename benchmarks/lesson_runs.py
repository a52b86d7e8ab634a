"""Whether what lessons promise is so: the runs beside their questions are trained, and their numbers kept.

`python -m benchmarks.lesson_runs` trains those that are missing, a few seconds each, and keeps by the run's address the
test accuracies in results/lesson_runs.json. `tests/lessons/test_promises.py` holds the answers of questions to them.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from tesla_core.canvas.scene import LinkedRun
from tesla_core.files import to_json, write_atomically
from tesla_core.lessons.links import run_of
from tesla_core.lessons.shelf import shelf
from tesla_core.live.engine.cursor import Cursor
from tesla_core.messages.readers import ENGLISH
from tesla_core.problems.scene import Scene

RESULTS = Path(__file__).parent / "results" / "lesson_runs.json"


def lesson_links() -> dict[str, LinkedRun]:
    """By link, every run that stands beside a step."""
    steps = [step for lesson in shelf(ENGLISH).lessons for step in lesson.steps]
    return {step.link.text: run_of(step.link) for step in steps if step.link and step.link.live}


def train(found: LinkedRun) -> dict[str, Any]:
    """Of one run: by panel, the two numbers of its title after each epoch, in per mille."""
    spec = found.spec
    torch.set_num_threads(1)
    cursor, history, over = Cursor(spec, Scene(spec), torch.device("cpu")), [], False
    while not over:
        end = cursor.advance()
        if end is not None:
            history.append(end.metrics[:, list(spec.kind.titled)])
            over = end.over
    numbers = np.rint(1000 * np.stack(history)).astype(int)  # (epochs, panels, 2)
    panels = [
        {"label": label, "train": numbers[:, index, 0].tolist(), "test": numbers[:, index, 1].tolist()}
        for index, label in enumerate(found.labels)
    ]
    return {"run": spec.address, "panels": panels}


def kept() -> dict[str, Any]:
    """By link."""
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lesson_runs", description=__doc__)
    parser.add_argument("--again", action="store_true", help="train those that are kept as well")
    again = parser.parse_args().again
    before, links = kept(), lesson_links()
    now: dict[str, Any] = {}
    for link, found in links.items():
        same = before.get(link, {}).get("run") == found.spec.address
        now[link] = before[link] if same and not again else train(found)
        if not same or again:
            ends = ", ".join(f"{panel['label']} {panel['test'][-1] / 10:.1f}%" for panel in now[link]["panels"])
            print(f"{link}\n    {ends}", flush=True)
    rows = ",\n".join(f" {json.dumps(link, ensure_ascii=False)}: {to_json(run)}" for link, run in sorted(now.items()))
    write_atomically(RESULTS, f"{{\n{rows}\n}}\n".encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
