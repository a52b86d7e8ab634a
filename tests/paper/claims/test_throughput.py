"""What is said of TESLA's cost, on made-up measurements."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from tesla_core.paper.claims.throughput import TABLE_4
from tesla_core.paper.ledger import ENTRIES
from tesla_core.paper.rules import activation_label
from tesla_core.paper.verdict import ClaimVerdict
from tests.paper.made_up import MadeUpRun, made_up, runs, verdict

CONDITION, NOT_MEASURED = ClaimVerdict.CONDITION, ClaimVerdict.NOT_MEASURED


def timed(slower: float = 1.0, *, counted: bool = True, size: int = 224, **other: float) -> list[MadeUpRun]:
    """Every network in both passes, TESLA taking so many times as long as each of the others; and all that is counted,
    as the paper has it. other: the ratio where TESLA is compared with another than GELU."""
    found = []
    for network, row in TABLE_4.items():
        for benchmark, name in itertools.product(("vision step", "vision inference"), ("relu", "gelu", "silu")):
            told = {"benchmark": benchmark, "backbone": network, "against": activation_label(name), "image_size": size}
            ratio = other.get(name, slower) if network == "vit-t16" else 1.0
            found.append(made_up("benchmark", told, median=ratio, low=ratio, high=ratio))
        for name, (flops, _, parameters) in row.items() if counted else ():
            told = {"backbone": network, "activation": name, "data": "generated", "classes": 1000}
            found.append(made_up("imagenet100", told, flops=1e9 * flops, parameters=1e6 * parameters))
    return found


THROUGHPUT = ("s1-overhead", "s5.6-one-percent", "table-4")


@pytest.mark.parametrize("claim", THROUGHPUT)
def test_on_a_processor_a_speed_holds_with_that_condition_at_most(claim: str) -> None:
    """The card says first that it is not the paper's GPU; of small pictures, or of a part, it says nothing."""
    entry = ENTRIES[claim]
    found = entry.judge(entry.runs_among(runs(*timed(1.01))))
    assert found.verdict is CONDITION
    assert found.because.startswith("On a processor, not on the paper's GPU. So it is in every case")
    assert verdict(claim, *timed(1.01, size=32)) is NOT_MEASURED
    assert verdict(claim, *timed(1.01)[1:]) is NOT_MEASURED


def test_overhead_is_two_percent_at_most_of_gelu_and_of_the_fastest() -> None:
    entry = ENTRIES["s1-overhead"]
    slow = entry.judge(entry.runs_among(runs(*timed(1.5))))
    assert slow.verdict is CONDITION
    assert "not with ViT-T/16, training (+50.0%)" in slow.because
    fast = ENTRIES["s5.6-one-percent"]
    against_relu = runs(*timed(1.0, relu=1.1))
    assert "+10.0%" in fast.judge(fast.runs_among(against_relu)).because
    assert "+10.0%" not in entry.judge(entry.runs_among(against_relu)).because


def test_counts_and_speed_are_both_asked_of_table_4() -> None:
    assert verdict("table-4", *timed(counted=False)) is NOT_MEASURED
    assert verdict("s5.6-one-percent", *timed(counted=False)) is NOT_MEASURED
    first, *rest = (run for run in timed() if "flops" in run.numbers)
    other = replace(first, numbers={**first.numbers, "parameters": 4e6})
    entry = ENTRIES["table-4"]
    found = entry.judge(entry.runs_among(runs(other, *rest, *timed(counted=False))))
    assert "not with parameters (15 of 16 as printed)" in found.because
