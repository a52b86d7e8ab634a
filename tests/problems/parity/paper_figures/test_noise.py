"""Figure 3 shows runs of the paper's setting and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tesla_core.experiments.results import Result
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.paper_figures.noise import is_drawn

OF_PAPER = ParitySpec(bits=32, noise=0.1, init="rademacher")


def drawn(spec: ParitySpec) -> bool:
    return is_drawn(Result(spec, {"test_accuracy": 0.9}))


@pytest.mark.parametrize(
    "spec",
    [
        replace(OF_PAPER, weight_decay=1.0),
        replace(OF_PAPER, budget_weight=0.01),
        replace(OF_PAPER, width=512),
        replace(OF_PAPER, harmonics=16),
        replace(OF_PAPER, bits=12),
        replace(OF_PAPER, bits=64),
        replace(OF_PAPER, seed=4),
        replace(OF_PAPER, epochs=30),
        replace(OF_PAPER, noise=0.05),
        replace(OF_PAPER, secret_weight=16, train_size=2_000_000),
    ],
)
def test_another_setting_is_not_averaged_with_the_paper_s(spec: ParitySpec) -> None:
    """A run with weight decay in the mean of runs without would be a mark of nothing."""
    assert drawn(OF_PAPER)
    assert not drawn(spec)


def test_five_percent_are_the_supplement_s_runs() -> None:
    """Table 5 has no 5%; the supplement's settings do."""
    assert drawn(replace(OF_PAPER, noise=0.05, bits=24, harmonics=6, epochs=30))
