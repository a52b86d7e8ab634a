"""`python -m benchmarks`: run all benchmarks, or those named, print the table and write the JSON."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from benchmarks import (
    memory,
    parity_epoch,
    pinn_step,
    runs,
    training_step,
    twelve_models,
    vision_step,
)
from benchmarks.harness import Effort, Measurement
from benchmarks.kernels import activation, compiled_step, dispatch, first_call
from benchmarks.report import table, write, write_runs
from tesla_core.allocator import keep_freed_memory

BENCHMARKS: dict[str, Callable[[Effort], list[Measurement]]] = {
    "activation": activation.run,
    "activation-plain": activation.run_slow,
    "dispatch": dispatch.run,
    "first-call": first_call.run,
    "training-step": training_step.run,
    "compiled-step": compiled_step.run,
    "twelve-models": twelve_models.run,
    "parity-epoch": parity_epoch.run,
    "memory": memory.run,
    "vision-step": vision_step.run,
    "pinn-step": pinn_step.run,
}
RESULTS = Path(__file__).parent / "results" / "ratios.json"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {', '.join(BENCHMARKS)} (default: all)")
    parser.add_argument("--out", type=Path, help="where the JSON goes (default: benchmarks/results/ratios.json)")
    parser.add_argument("--runs", type=int, default=1, help="so many runs, a process each, and the quartiles over them")
    parser.add_argument("--quick", action="store_true", help="a smoke test: few turns, numbers of no worth")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"unknown benchmark {unknown[0]!r}; choose any of: {', '.join(BENCHMARKS)}")
    if options.out is None and (options.quick or options.names or options.runs > 1):
        parser.error("a quick or partial run doesn't replace the full results: name a file with --out")

    path = options.out or RESULTS
    if options.runs > 1:
        return _several(options.names, options.runs, options.quick, path)
    torch.set_num_threads(1)
    torch.manual_seed(0)  # the plain loops draw from it
    start = time.monotonic()
    measurements: list[Measurement] = []
    for name in options.names or BENCHMARKS:
        print(f"{name} …", file=sys.stderr, flush=True)
        measurements += BENCHMARKS[name](Effort(quick=options.quick))
    print(table(measurements))
    write(measurements, time.monotonic() - start, path)
    print(f"\nWritten to {os.path.relpath(path)}")
    return 0


def _several(names: Sequence[str], count: int, quick: bool, path: Path) -> int:
    start = time.monotonic()
    summaries, machine = runs.measure(names, count, quick)
    print(*summaries, sep="\n")
    write_runs([one.to_dict() for one in summaries], machine, time.monotonic() - start, path)
    print(f"\nWritten to {os.path.relpath(path)}")
    return 0


if __name__ == "__main__":
    keep_freed_memory()  # as a process that trains does; else pages asked for anew fall on whoever comes next
    sys.exit(main())
