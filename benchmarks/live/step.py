"""A training step of 100 points: what it takes, how much of it the matrix products are, and how many operations.

    python -m benchmarks.live.step [--turns 40] [--playground nn.mjs]

Processor time of one thread, medians. With --playground, TensorFlow Playground's engine (its nn.ts as JavaScript, in
Node) takes turns with one 2-128-128-1 model and with twelve together.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile

from benchmarks.live.site import report
from tesla_core.live.spec import default_panels
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.loop import Training
from tesla_core.training.settings import Settings

STEPS = 5  # of a turn
PRODUCTS = ((torch, "bmm"), (torch, "baddbmm"), (torch, "mm"), (torch.Tensor, "addmm_"))


class Contestant:
    """Panels that are trained together, without the evaluation that ends an epoch."""

    def __init__(self, panels: tuple[ModelSpec, ...]) -> None:
        settings = Settings(epochs=100_000, batch=100)
        models = [build_model(panel, 2, 1, 0) for panel in panels]
        self.training = Training(models, ToyTask("spiral").sample(), settings, [0] * len(panels))
        self._steps = self.training.steps()

    def turn(self, steps: int = STEPS) -> float:
        """Milliseconds a step."""
        start = time.thread_time()
        for _ in range(steps):
            if self.training.batch == self.training.batches - 1:
                self.training.batch = 0
            next(self._steps)
        return 1e3 * (time.thread_time() - start) / steps


CONTESTANTS = {
    "twelve panels": default_panels(),
    "one ReLU model": (ModelSpec("relu"),),
    "one TESLA K=8 model": (ModelSpec("tesla", harmonics=8),),
}


@contextmanager
def timed_products() -> Iterator[list[float]]:
    """The milliseconds of every product while it is open."""
    found: list[float] = []

    def timed(product: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            start = time.thread_time()
            result = product(*arguments, **options)
            found.append(1e3 * (time.thread_time() - start))
            return result

        return call

    originals = [(place, name, getattr(place, name)) for place, name in PRODUCTS]
    for place, name, product in originals:
        setattr(place, name, timed(product))
    try:
        yield found
    finally:
        for place, name, product in originals:
            setattr(place, name, product)


def operations(contestant: Contestant) -> tuple[int, int]:
    """Of a step: torch's operations with those inside them, and those that are called; machine code is apart."""
    with profile(activities=[ProfilerActivity.CPU]) as seen:
        contestant.turn(1)
    names = [event for event in seen.events() or [] if event.name.startswith("aten::")]
    return len(names), sum(event.cpu_parent is None for event in names)


class Playground:
    def __init__(self, path: Path) -> None:
        command = ["node", str(Path(__file__).with_name("playground.mjs")), str(path.resolve())]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._answer()

    def turn(self) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        return float(self._answer())

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--playground", type=Path, help="TensorFlow Playground's nn.ts, as JavaScript")
    options = parser.parse_args()
    torch.set_num_threads(1)
    contestants = {name: Contestant(panels) for name, panels in CONTESTANTS.items()}
    playground = Playground(options.playground) if options.playground else None
    times: dict[str, list[float]] = {name: [] for name in contestants}
    shares: dict[str, list[float]] = {name: [] for name in contestants}
    theirs: list[float] = []
    for contestant in contestants.values():
        contestant.turn(20)
    for _ in range(options.turns):
        for name, contestant in contestants.items():
            contestant.turn(1)  # caches that the one before left behind
            times[name].append(contestant.turn())
            with timed_products() as products:  # the clock's own time counts as none of theirs
                shares[name].append(STEPS * contestant.turn())
            shares[name][-1] = sum(products) / shares[name][-1]
        if playground is not None:
            theirs.append(playground.turn())
    rows = []
    for name, contestant in contestants.items():
        inside, called = operations(contestant)
        rows.append((f"{name}, ms a step", f"{median(times[name]):.2f}"))
        rows.append(("  of which matrix products", f"{100 * median(shares[name]):.0f}%"))
        rows.append(("  operations called, with those inside", f"{called}, {inside}"))
        if theirs:
            models = len(contestant.training.stack)
            ratio = median(models * other / own for other, own in zip(theirs, times[name], strict=True))
            rows.append(("  × the speed of Playground's engine", f"{ratio:.0f}"))
    if playground is not None:
        playground.close()
        rows.append(("Playground's engine, one ReLU model, ms a step", f"{median(theirs):.1f}"))
    report("A training step of 100 points", rows, {"ms": times, "products": shares, "playground": theirs})


if __name__ == "__main__":
    main()
