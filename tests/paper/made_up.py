"""Runs that nobody trained, to see what a rule makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from tesla_core.paper.ledger import ENTRIES
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement


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


def pictured(top1: float, activation: str, backbone: str = "resnet18", **options: Any) -> MadeUpRun:
    """A run on photographs with the paper's ℓ1 weight."""
    told = {"activation": activation, "backbone": backbone, "data": "fashion-mnist", "budget_weight": 1e-3, **options}
    return made_up("imagenet100", told, top1=top1)


def found_of(claim: str, *each: MadeUpRun) -> Judgement:
    """What a claim's rule says of these runs, as far as it looks at them."""
    entry = ENTRIES[claim]
    return entry.judge(entry.runs_among(runs(*each)))


def verdict(claim: str, *each: MadeUpRun) -> ClaimVerdict:
    return found_of(claim, *each).verdict
