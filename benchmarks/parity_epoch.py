"""An epoch of 32-bit parity (100,000 samples, batch 1,024, TESLA K=8) and its evaluation against plain loops."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.harness import Effort, Measurement, at_least, compare, take_turns
from benchmarks.plain import PlainTESLA, plain_epochs, plain_mlp
from benchmarks.together import epochs_of
from tesla_core.problems.parity.experiment import ParitySpec

STACKED = 2  # seeds trained together
SMALL = 4096  # training samples in a smoke test


def run(effort: Effort) -> list[Measurement]:
    return [_of(1, effort.turns(3), effort), _of(STACKED, effort.turns(3), effort)]


def _of(runs: int, turns: int, effort: Effort) -> Measurement:
    specs = [
        ParitySpec(bits=32, harmonics=8, epochs=100_000, seed=seed, train_size=SMALL if effort.quick else None)
        for seed in range(runs)
    ]
    ours = epochs_of(specs)
    loops = [
        plain_epochs(plain_mlp(spec.bits, spec.width, lambda: PlainTESLA(8)), spec.task().sample(), spec.batch)
        for spec in specs
    ]
    contestants: dict[str, Callable[[], object]] = {
        "ours": lambda: next(ours),
        "plain": lambda: [next(loop) for loop in loops],
    }
    times = take_turns(contestants, turns, warm_up=0)
    subject = "one run" if runs == 1 else f"{runs} runs, stacked"
    return compare("parity epoch", times, "plain", "ours", "× faster than plain loops", at_least(3.0), subject)
