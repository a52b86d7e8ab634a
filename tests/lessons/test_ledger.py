"""Lesson six says what became of claims: the ledger's own verdicts."""

from __future__ import annotations

import pytest

from tesla_core.experiments.ledger.found import shipped
from tesla_core.lab.links import given_of
from tesla_core.lessons.shelf import shelf
from tesla_core.paper.ledger import Judged, ledger
from tesla_core.paper.verdict import ClaimVerdict

TOLD = {
    "abstract-sample-share": (ClaimVerdict.HOLDS, "0.0023%"),
    "abstract-32-bits": (ClaimVerdict.CONDITION, "83.2%; 2 of 3 runs learn"),
    "s5.6-collapse": (
        ClaimVerdict.CONTRADICTED,
        "ReLU, 32 bits, rademacher (91.5%), GELU, 32 bits",
    ),
    "s4.4-d-over-4": (ClaimVerdict.NOT_REPRODUCED, "K=3 59.7%, K=4 100.0%, K=6 100.0%"),
    "s5.3-samples": (ClaimVerdict.CONTRADICTED, "65,536"),
    "s1-constructive": (ClaimVerdict.UNTESTABLE, "neither text nor supplement has it"),
}
"""By claim, the verdict that the lesson tells, and a part of the reason."""


@pytest.fixture(scope="module")
def judged() -> dict[str, Judged]:
    return {line.statement.id: line for line in ledger(shipped().runs)}


def test_every_claim_the_lesson_opens_is_held_here() -> None:
    found = shelf("en").find("6-paper")
    assert found
    claims = [claim for step in found.steps if step.link for claim in given_of(step.link.query).get("claim", ())]
    assert claims == list(TOLD)


@pytest.mark.parametrize("claim", TOLD)
def test_the_lesson_tells_the_verdict_that_the_card_shows(claim: str, judged: dict[str, Judged]) -> None:
    """A student who opens the card reads there what the lesson said."""
    verdict, reason = TOLD[claim]
    finding = judged[claim].finding
    assert finding.verdict == verdict
    assert reason in finding.because
