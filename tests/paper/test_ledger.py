"""The ledger: every statement of the paper has a card, and every verdict is the work of a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.ledger.found import shipped, units_of
from tesla_core.experiments.registry import TABLES
from tesla_core.paper.claims.continuous import TABLE_1
from tesla_core.paper.claims.supplement import LENGTHS, SUPPLEMENT, TABLES_WITH_SPREAD
from tesla_core.paper.claims.throughput import NETWORKS, TABLE_4
from tesla_core.paper.ledger import ALL_ENTRIES, ENTRIES, Judged, counted, ledger, statement_of
from tesla_core.paper.runs import Runs
from tesla_core.paper.statements import PARTS, STATEMENTS, StatementKind
from tesla_core.paper.verdict import MEANINGS, WORDS, ClaimVerdict
from tesla_core.problems.burgers import paper as burgers
from tesla_core.problems.imagenet100 import paper as imagenet100
from tesla_core.problems.imagenet100.backbones import BACKBONES
from tesla_core.problems.parity import paper as parity


@pytest.fixture(scope="module")
def lines() -> tuple[Judged, ...]:
    return ledger(shipped().runs)


def test_every_statement_has_one_entry_and_no_entry_is_of_nothing() -> None:
    """Nobody looks for Table 3 and finds no card, or finds a card of what the paper does not say."""
    ids = [statement.id for statement in STATEMENTS]
    assert len(set(ids)) == len(ids)
    assert set(ENTRIES) == set(ids)
    assert len(ALL_ENTRIES) == len(ids)


@pytest.mark.parametrize(
    ("kind", "count"),
    [(StatementKind.EQUATION, 8), (StatementKind.THEOREM, 1), (StatementKind.TABLE, 9), (StatementKind.FIGURE, 7)],
)
def test_what_the_paper_numbers_is_whole(kind: StatementKind, count: int) -> None:
    """Eight equations, one theorem, six tables and four figures, and three of each in the supplement."""
    assert len([one for one in STATEMENTS if one.kind is kind]) == count


def test_every_section_of_a_statement_can_be_filtered() -> None:
    assert {statement.part for statement in STATEMENTS} == set(PARTS)


def test_every_verdict_has_a_reason_and_every_entry_its_rule_in_words(lines: tuple[Judged, ...]) -> None:
    """A reader never meets a bare verdict."""
    assert len(lines) == len(STATEMENTS)
    assert sum(counted(lines).values()) == len(lines)
    assert set(WORDS) == set(MEANINGS) == set(ClaimVerdict)
    for line in lines:
        assert line.finding.because
        assert all((line.entry.wording, line.entry.rule, line.entry.tested))


def test_what_is_contradicted_is_named(lines: tuple[Judged, ...]) -> None:
    """What a reader of the paper must know first: computed of its own words, or measured under one rule for all."""
    found = {line.statement.id for line in lines if line.finding.verdict is ClaimVerdict.CONTRADICTED}
    assert found >= {"s4.1-order", "s4.1-coefficients", "s5.3-samples", "s5.6-collapse", "supp-mean-std"}


def test_without_results_nothing_that_was_measured_has_a_verdict() -> None:
    """A rule never fills in what nobody ran."""
    for entry in ENTRIES.values():
        if entry.suites:
            assert entry.judge(Runs()).verdict is ClaimVerdict.NOT_MEASURED, entry.id


def test_a_measured_claim_can_be_run_again() -> None:
    """Every suite names runs of a table that this version has, so that `reproduce` has something to do."""
    for entry in ENTRIES.values():
        for suite in entry.suites:
            if suite.table:
                assert suite.table in TABLES
                # Those that are only told of are not trained anew, and still runs of a table.
                assert units_of(replace(entry, suites=(replace(suite, beside=False),))), entry.id
        if entry.suites:
            assert bool(units_of(entry)) is all(suite.table for suite in entry.suites)


def test_an_id_that_is_not_there_names_the_near_ones() -> None:
    assert statement_of("table-5").place == "Table 5"
    with pytest.raises(TeslaError, match="table-5"):
        statement_of("table5")
    with pytest.raises(TeslaError, match="names them all"):
        statement_of("zzzzzz")


def test_numbers_that_rules_repeat_are_the_papers() -> None:
    """The rooms of problems have the paper's tables; what a rule has of them must not drift."""
    for name, losses in TABLE_1.items():
        own = burgers.TABLE[name]
        assert losses == tuple(one.value for one in (own.total, own.pde, own.initial, own.boundary))
    titles = {title: name for name, title in imagenet100.TITLES.items()}
    for network, row in TABLE_4.items():
        assert BACKBONES[network].paper == titles[NETWORKS[network]]
        for activation, numbers in row.items():
            own = imagenet100.TABLE[BACKBONES[network].paper, activation]
            assert numbers == (own.flops.value, own.throughput.value, own.parameters.value)
    assert all(SUPPLEMENT["harmonics"](bits) == parity.harmonics_for(bits) for bits in LENGTHS)
    assert SUPPLEMENT["epochs"] == parity.HYPERPARAMETERS.epochs
    assert TABLES_WITH_SPREAD["Table 4"] is (imagenet100.TABLE["vit", "relu"].top1.spread is not None)
    assert TABLES_WITH_SPREAD["Table 5"] is (parity.TABLE[32, "tesla", 0.0].spread is not None)
