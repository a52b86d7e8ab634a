"""Runs that nobody trained, to see what a rule makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from tesla_core.paper.runs import Runs


@dataclass(frozen=True)
class MadeUpRun:
    spec: Any
    numbers: Mapping[str, float | None]
    learned: bool


def made_up(experiment: str, options: Mapping[str, Any], **numbers: float | None) -> MadeUpRun:
    """A run whose label noise leaves `1 - noise`; learned when it is more than halfway there."""
    spec = SimpleNamespace(**{"experiment": experiment, "seed": 0, **options})
    best = 1 - options.get("noise", 0.0)
    return MadeUpRun(spec, numbers, (numbers.get("test_accuracy") or 0) > 0.5 + (best - 0.5) / 2)


def parity(accuracy: float, last: float | None = None, **options: Any) -> MadeUpRun:
    common = {
        "activation": "tesla",
        "bits": 32,
        "noise": 0.0,
        "init": "rademacher",
        "secret_weight": 0,
        "harmonics": 8,
        "epochs": 20,
        "width": 128,
        "depth": 2,
        "weight_decay": 0.0,
        "budget_weight": 0.0,
    }
    final = accuracy if last is None else last
    return made_up("parity", {**common, **options}, test_accuracy=accuracy, final_accuracy=final)


def runs(*each: MadeUpRun) -> Runs:
    return Runs(each)
