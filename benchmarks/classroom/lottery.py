"""Whether the lottery that a class draws is one: the thirty starts of the preset for a class, trained as a class
experiment trains them, on three draws of the strings.

`python -m benchmarks.classroom.lottery` trains them, about a minute of one core, keeps the numbers in
results/class_lottery.json and says whether what the preset's note claims of thirty is so; with `--check` it trains
nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.preset_runs import PAGES, tickets
from tesla_core.classroom.experiment.measures import LEARNED
from tesla_core.classroom.experiment.plan import ClassPlan, make_plan
from tesla_core.files import to_json, write_atomically
from tesla_core.live.engine.cursor import Cursor
from tesla_core.live.spec import LiveSpec
from tesla_core.problems.scene import Scene

RESULTS = Path(__file__).parents[1] / "results" / "class_lottery.json"
PAGE, PRESET = "parity", "The lottery for a class: 32 bits"
STUDENTS = 30
SEEDS = (0, 1, 2)

Found = Mapping[str, Any]


def plan_of(seed: int) -> ClassPlan:
    """What a class of thirty trains that is shown the preset, the seed of the start being what differs."""
    page = PAGES[PAGE]
    return make_plan(page.spec(page.preset(PRESET), seed), 0, "seed", None, STUDENTS)


def train(plan: ClassPlan) -> dict[str, Any]:
    """By seed of the start: the epoch at which it had learned, its accuracy at the end, and its best ticket."""
    torch.set_num_threads(1)
    began, wall = time.process_time(), time.monotonic()
    starts: dict[str, Any] = {}
    for run in plan.runs:
        starts |= _train_run(run)
    return {
        "runs": [run.address for run in plan.runs],
        "processor_seconds": round(time.process_time() - began, 1),
        "wall_seconds": round(time.monotonic() - wall, 1),
        "starts": starts,
    }


def _train_run(run: LiveSpec) -> dict[str, Any]:
    cursor = Cursor(run, Scene(run), torch.device("cpu"))
    margins = list(tickets(cursor).values())
    history: list[np.ndarray] = []
    over = False
    while not over:
        end = cursor.advance()
        if end is not None:
            history.append(end.metrics[:, run.kind.titled[1]])
            over = end.over
    scores = np.stack(history)  # (epochs, panels)
    return {
        str(start): {
            "reached": int((scores[:, panel] >= LEARNED).argmax()) + 1 if scores[:, panel].max() >= LEARNED else None,
            "end": round(float(scores[-1, panel]), 4),
            "ticket": margins[panel],
        }
        for panel, start in enumerate(run.starts)
    }


def winners(found: Found) -> list[Found]:
    return [one for one in found["starts"].values() if one["reached"] is not None]


def losers(found: Found) -> list[Found]:
    return [one for one in found["starts"].values() if one["reached"] is None]


def better_ticket(found: Found) -> float:
    """How often, of a start that learned and one that did not, the first had the better ticket."""
    pairs = [(won["ticket"] > lost["ticket"]) for won in winners(found) for lost in losers(found)]
    return sum(pairs) / len(pairs)


CLAIMS: Mapping[str, Callable[[Found], bool]] = {
    "eleven to fifteen of thirty": lambda found: 11 <= len(winners(found)) <= 15,
    "within nine epochs": lambda found: all(one["reached"] <= 9 for one in winners(found)),
    "in 56 to 76 of 100 pairs": lambda found: 0.555 <= better_ticket(found) <= 0.765,
    "in eleven seconds of one core": lambda found: found["processor_seconds"] < 11.5,
}
"""What the note says of thirty starts, and whether the runs of one draw show it."""


def recorded() -> dict[str, Any]:
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def problems() -> list[str]:
    """What the note says and the kept runs do not show, in sentences."""
    kept, note = recorded(), PAGES[PAGE].preset(PRESET).note
    wrong = [f"The note does not say “{says}” any more." for says in CLAIMS if says not in note]
    for seed in SEEDS:
        found = kept.get(str(seed))
        if found is None or found["runs"] != [run.address for run in plan_of(seed).runs]:
            wrong.append(f"Seed {seed} of today's preset was not measured.")
            continue
        wrong += [f"Seed {seed}: “{says}” is not so." for says, holds in CLAIMS.items() if not holds(found)]
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom.lottery", description=__doc__)
    parser.add_argument("--check", action="store_true", help="train nothing; judge the numbers that are kept")
    asked = parser.parse_args(arguments)
    if not asked.check:
        found = {str(seed): train(plan_of(seed)) for seed in SEEDS}
        lines = ",\n".join(f" {json.dumps(seed)}: {to_json(one)}" for seed, one in found.items())
        write_atomically(RESULTS, f"{{\n{lines}\n}}\n".encode())
    for seed, found in recorded().items():
        epochs = sorted(one["reached"] for one in winners(found))
        print(
            f"seed {seed}: {len(epochs)} of {STUDENTS} learned, by epoch {epochs[-1]}; the others ended at "
            f"{max(one['end'] for one in losers(found)):.1%} at most; the winner of a pair had the better ticket in "
            f"{better_ticket(found):.0%}; {found['processor_seconds']} s of one core"
        )
    wrong = problems()
    print("\n".join(wrong) or "the note is true")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
