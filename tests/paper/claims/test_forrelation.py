"""Forrelation's claims while its long runs are half measured."""

from __future__ import annotations

from tesla_core.paper.ledger import ENTRIES
from tesla_core.paper.verdict import ClaimVerdict
from tests.paper.made_up import MadeUpRun, made_up, runs


def trained(tesla: float, relu: float, width: int, epochs: int, *seeds: int) -> list[MadeUpRun]:
    """TESLA and ReLU of one width."""
    common = {"harmonics": 1, "init": "default", "coefficient_start": "normal", "width": width, "epochs": epochs}
    return [
        made_up("forrelation", {**common, "activation": name, "seed": seed}, test_accuracy=accuracy)
        for name, accuracy in (("tesla", tesla), ("relu", relu))
        for seed in seeds
    ]


SHORT = [one for width in (128, 512) for one in trained(0.5, 0.6, width, 6, 0, 1, 2)]


def test_one_seed_of_three_does_not_replace_what_is_whole() -> None:
    """A table that is being measured would otherwise turn a verdict over by its first seed."""
    found = ENTRIES["s7-forrelation"].judge(runs(*SHORT, *trained(0.9, 0.5, 128, 20, 0)))
    assert found.verdict is ClaimVerdict.NOT_REPRODUCED
    assert found.runs == len(SHORT)


def test_a_whole_width_counts_and_the_card_says_which() -> None:
    found = ENTRIES["s7-forrelation"].judge(runs(*SHORT, *trained(0.9, 0.5, 128, 20, 0, 1, 2)))
    assert found.verdict is ClaimVerdict.CONDITION
    assert "Width 128 after the paper's 20 epochs; width 512 after 6" in found.because


def test_widths_are_compared_after_the_same_number_of_epochs() -> None:
    one = trained(0.9, 0.5, 128, 20, 0, 1, 2)
    assert ENTRIES["s5.6-wider"].judge(runs(*SHORT, *one)).runs == len(SHORT)
    both = [*one, *trained(0.95, 0.6, 512, 20, 0, 1, 2)]
    found = ENTRIES["s5.6-wider"].judge(runs(*SHORT, *both))
    assert found.runs == len(both)
    assert found.verdict is ClaimVerdict.HOLDS
