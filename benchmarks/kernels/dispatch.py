"""What one eager call on 16 elements costs, beside what it cost at an earlier revision: in turns, a process each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.harness import Effort, Measurement, Times, at_most, compare

BEFORE = "36e8c8f"  # the last revision without operators
KINDS = ("forward", "forward and backward")
ROOT = Path(__file__).parents[2]
CODE = """
import statistics, sys, time
sys.path.insert(0, sys.argv[1])
import torch
torch.set_num_threads(1)
from tesla_core.activations import TESLA
layer, z, g = TESLA(8), torch.randn(16, requires_grad=True), torch.randn(16)
leaves = [z, layer.a, layer.b]
def forward():
    layer(z)
def both():
    torch.autograd.grad(layer(z), leaves, g)
for call in (forward, both):
    times = []
    for turn in range(41):
        start = time.process_time()
        for _ in range(100):
            call()
        times.append((time.process_time() - start) / 100)
    print(statistics.median(times[1:]))
"""


def run(effort: Effort) -> list[Measurement]:
    times: Times = {f"{tree} {kind}": [] for tree in ("now", "before") for kind in KINDS}
    with _tree_of(BEFORE) as before:
        if before is None:
            print(f"dispatch: left out, for revision {BEFORE} is not at hand", file=sys.stderr)
            return []
        trees = {"now": ROOT, "before": before}
        for turn in range(effort.turns(3)):
            for name in trees if turn % 2 == 0 else reversed(trees):
                for kind, seconds in zip(KINDS, _seconds(trees[name]), strict=True):
                    times[f"{name} {kind}"].append(seconds)
    unit, limit = f"× the time at {BEFORE}", at_most(1.0)
    return [compare("call on 16 elements", times, f"now {kind}", f"before {kind}", unit, limit, kind) for kind in KINDS]


def _seconds(tree: Path) -> list[float]:
    command = [sys.executable, "-c", CODE, str(tree)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=True, timeout=120)
    return [float(line) for line in done.stdout.split()]


@contextmanager
def _tree_of(revision: str) -> Iterator[Path | None]:
    """The files of a revision; None in a copy without its history."""
    with TemporaryDirectory(prefix="tesla-before-") as folder:
        archive = subprocess.run(["git", "archive", revision, "tesla_core"], cwd=ROOT, capture_output=True)
        if archive.returncode != 0:
            yield None
            return
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        yield Path(folder)
