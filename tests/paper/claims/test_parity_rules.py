"""Parity beyond the paper's own table: what stands beside a verdict, and what may change it."""

from __future__ import annotations

from tesla_core.paper.ledger import ENTRIES
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement
from tests.paper.made_up import MadeUpRun, parity

HOLDS, CONDITION = ClaimVerdict.HOLDS, ClaimVerdict.CONDITION


def judged(claim: str, *runs: MadeUpRun) -> Judgement:
    entry = ENTRIES[claim]
    return entry.judge(entry.runs_among(Runs(runs)))


def test_longer_strings_stand_beside_32_bits_and_do_not_decide() -> None:
    """Runs of 40 bits that fail say nothing against a claim on 32."""
    alone = judged("abstract-32-bits", parity(1.0))
    both = judged("abstract-32-bits", parity(1.0), parity(1.0, bits=40), parity(0.5, bits=64))
    assert alone.verdict is both.verdict is HOLDS
    assert "Beside it" not in alone.because
    assert "40 bits, width 128, K = 8, rademacher: 1 of 1 runs learn" in both.because
    assert "64 bits, width 128, K = 8, rademacher: 0 of 1 runs learn" in both.because
    assert both.runs == 3


def test_wider_networks_stand_beside_the_paper_s() -> None:
    wide = parity(1.0, init="uniform(0.35)", width=512, harmonics=16)
    assert judged("abstract-32-bits", wide).verdict is ClaimVerdict.NOT_MEASURED
    found = judged("abstract-32-bits", parity(0.5, init="uniform(0.35)"), wide)
    assert found.verdict is ClaimVerdict.NOT_REPRODUCED
    assert "32 bits, width 512, K = 16, uniform(0.35): 1 of 1 runs learn" in found.because


def test_what_holds_the_last_epoch_is_told_and_does_not_decide() -> None:
    """Weight decay is nothing that the paper has: with it at the limit, the claim on its own setting is as it was."""
    plain = parity(0.7, last=0.6, noise=0.3)
    held = parity(0.7, last=0.695, noise=0.3, weight_decay=1.0)
    penalised = parity(0.7, last=0.65, noise=0.3, budget_weight=0.01)
    found = judged("s5.6-bayes", plain, held, penalised)
    assert found.verdict is judged("s5.6-bayes", plain).verdict is CONDITION
    assert "32 bits with 30% flipped" in found.because
    assert (
        "60.0% with nothing against it, 69.5% with weight decay 1 and 65.0% with an ℓ1 weight of 0.01" in found.because
    )
    assert {row["epoch"] for row in found.rows} == {"best", "last"}


def test_the_supplement_s_setting_is_asked_by_itself() -> None:
    """Five percent of flips have K = d/4 and 30 epochs only; a mean over both settings would be of neither."""
    table, own = parity(0.9, noise=0.1), parity(0.6, noise=0.05, bits=24, harmonics=6, epochs=30)
    found = judged("s5.6-bayes", table, own)
    assert found.verdict is CONDITION
    assert "rademacher, K = d/4 and 30 epochs, best epoch (up to 35.0 points short)" in found.because


def test_periodic_activations_alike_beyond_32_bits_are_no_lead() -> None:
    blind = [parity(1.0, bits=28, init="uniform(0.35)"), parity(0.5, bits=28, init="uniform(0.35)", activation="siren")]
    assert judged("s5.6-siren-collapses", *blind).verdict is HOLDS
    long = [parity(1.0, bits=64), parity(1.0, bits=64, activation="siren")]
    found = judged("s5.6-siren-collapses", *blind, *long)
    assert found.verdict is CONDITION
    assert "not with 64 bits, rademacher (TESLA 100.0%, others 100.0%)" in found.because


def test_falling_is_not_guessing() -> None:
    """66% of 64 bits is far less than at 32 and still no coin."""
    found = judged("s5.6-collapse", parity(0.5, activation="gelu"), parity(0.66, activation="relu", bits=64))
    assert found.verdict is ClaimVerdict.CONTRADICTED
    assert "ReLU, 64 bits, rademacher (66.0%)" in found.because
