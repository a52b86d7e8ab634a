"""What is said of an ℓ1 penalty on A_K, on made-up results."""

from __future__ import annotations

from typing import Any

from tesla_core.paper.ledger import ENTRIES
from tesla_core.paper.verdict import ClaimVerdict
from tests.paper.made_up import MadeUpRun, parity, pictured, runs, verdict

HOLDS, CONDITION = ClaimVerdict.HOLDS, ClaimVerdict.CONDITION
NOT_REPRODUCED, NOT_MEASURED = ClaimVerdict.NOT_REPRODUCED, ClaimVerdict.NOT_MEASURED


def test_a_penalty_that_keeps_the_last_epoch() -> None:
    def held(weight: float, last: float) -> MadeUpRun:
        return parity(1.0, last, bits=24, noise=0.1, init="uniform(0.35)", budget_weight=weight)

    assert verdict("s4.1-trade-off", held(0.0, 0.8), held(0.01, 0.9)) is HOLDS
    assert verdict("s4.1-trade-off", held(0.0, 0.8), held(0.01, 0.8)) is NOT_REPRODUCED
    assert verdict("s4.1-trade-off", held(0.0, 0.8)) is NOT_MEASURED


def test_a_penalty_that_stops_learning_is_said_and_holds_nothing() -> None:
    """Accuracy that is lost to noise comes back with a small weight; a large one leaves nothing to lose."""

    def bits(weight: float, accuracy: float, last: float, **options: object) -> MadeUpRun:
        common = {"bits": 32, "noise": 0.2, "budget_weight": weight}
        return parity(accuracy, last, **{**common, **options})

    entry = ENTRIES["s4.1-trade-off"]
    noisy = [bits(0.0, 0.8, 0.7), bits(1e-3, 0.8, 0.79)]
    assert verdict(entry.id, *noisy) is HOLDS
    found = entry.judge(entry.runs_among(runs(*noisy, bits(0.1, 0.5, 0.5))))
    assert found.verdict is CONDITION
    assert "32 bits, 20% flips (0 of 1 runs learn from a weight of 0.1 on)" in found.because


def test_where_nothing_is_left_to_gain_no_penalty_is_blamed_for_it() -> None:
    """Clean bits that are learned whole can't be learned better, nor by a seed that only one side has."""
    entry = ENTRIES["s4.1-trade-off"]
    clean = {"bits": 24, "init": "uniform(0.35)"}
    both = [parity(1.0, **clean), parity(1.0, **clean, budget_weight=1e-4), parity(0.5, **clean, seed=4)]
    found = entry.judge(entry.runs_among(runs(*both)))
    assert found.verdict is NOT_REPRODUCED
    assert "Left out, since less than a point could be gained: 24 bits, clean." in found.because
    assert found.runs == 2


def test_a_penalty_on_photographs_is_the_papers_against_none_on_the_same_seeds() -> None:
    def weighed(weight: float, top1: float, **options: Any) -> MadeUpRun:
        return pictured(top1, "tesla", budget_weight=weight, place="last-stage", **options)

    claim = "s5.6-penalty"
    assert verdict(claim, weighed(0.0, 0.80), weighed(1e-3, 0.82)) is CONDITION
    assert verdict(claim, weighed(0.0, 0.80), weighed(1e-3, 0.80), weighed(0.1, 0.9)) is NOT_REPRODUCED
    assert verdict(claim, weighed(0.0, 0.80), weighed(1e-3, 0.80), weighed(1e-3, 0.99, seed=1)) is NOT_REPRODUCED
    assert verdict(claim, weighed(0.0, 0.80), weighed(0.1, 0.9)) is NOT_MEASURED
