"""Twelve models in lockstep, as a page of panels trains them, against twelve plain loops one after the other."""

from __future__ import annotations

from collections.abc import Callable

from torch import nn

from benchmarks.harness import Effort, Measurement, Target, at_least, compare, take_turns
from benchmarks.plain import PlainTESLA, plain_epochs, plain_mlp
from benchmarks.together import epochs_of
from tesla_core.problems.toys.experiment import ToysSpec

Panel = tuple[str, int]  # activation and its harmonics

PANELS: tuple[Panel, ...] = (
    *(("tesla", k) for k in (1, 2, 3, 4, 6, 8, 12, 16)),
    *((name, 1) for name in ("relu", "gelu", "silu", "tanh")),
)
TWELVE_TESLA: tuple[Panel, ...] = (("tesla", 8),) * 12
PLAIN: dict[str, Callable[[int], nn.Module]] = {
    "tesla": PlainTESLA,
    "relu": lambda _: nn.ReLU(),
    "gelu": lambda _: nn.GELU(),
    "silu": lambda _: nn.SiLU(),
    "tanh": lambda _: nn.Tanh(),
}


def run(effort: Effort) -> list[Measurement]:
    rows = []
    for label, panels in (("8 TESLA and 4 others", PANELS), ("12 TESLA K=8", TWELVE_TESLA)):
        rows.append(_at(label, panels, 100, effort.turns(5), at_least(4.0)))
        rows.append(_at(label, panels, 700, effort.turns(8), at_least(3.0)))
    return rows


def _at(label: str, panels: tuple[Panel, ...], batch: int, turns: int, target: Target) -> Measurement:
    """An epoch of 700 points in batches of `batch`, and the evaluation that ends it."""
    specs = [
        ToysSpec(activation=activation, harmonics=k, batch=batch, epochs=100_000, seed=0) for activation, k in panels
    ]
    data = specs[0].task().sample()
    loops = [
        plain_epochs(plain_mlp(data.inputs, specs[0].width, lambda p=p: PLAIN[p[0]](p[1])), data, batch) for p in panels
    ]
    together = epochs_of(specs)
    contestants: dict[str, Callable[[], object]] = {
        "together": lambda: next(together),
        "separate": lambda: [next(loop) for loop in loops],
    }
    times = take_turns(contestants, turns, warm_up=0)
    return compare(
        f"twelve models, batch {batch}", times, "separate", "together", "× faster than plain loops", target, label
    )
