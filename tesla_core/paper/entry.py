"""A line of the ledger: a statement of the paper, how it is tested here, and the rule from results to a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tesla_core.paper.runs import Runs, matches, together
from tesla_core.paper.verdict import Judgement


@dataclass(frozen=True)
class Suite:
    """Runs of one experiment that a claim rests on. table: the list of runs that measures them; where: which of them,
    by their options (`Runs.where`). beside: whether they are only told of, where there are any; the verdict does
    not need them, and who runs the claim again does not train them."""

    table: str
    experiment: str
    where: Mapping[str, Any] = field(default_factory=dict)
    beside: bool = False

    def has(self, spec: Any) -> bool:
        """Whether it is one of them. What a specialist did is no run of the paper's."""
        by_network = not getattr(spec, "by_specialist", False)
        return by_network and spec.experiment == self.experiment and matches(spec, self.where)


@dataclass(frozen=True)
class Entry:
    """id: the statement's. wording: what the paper says, in words of ours. theirs: its numbers. tested, rule: how, and
    the rule in words; `judge` is that rule. suites: the runs it reads; none where it is computed. deviations: in what
    the runs differ from the paper's, beside what their tables say, tuning among it. figure: its name for the command
    `figure`. live: a page of the lab that shows it, as its path and query."""

    id: str
    wording: str
    tested: str
    rule: str
    judge: Callable[[Runs], Judgement]
    theirs: str = ""
    suites: tuple[Suite, ...] = ()
    deviations: tuple[str, ...] = ()
    figure: str = ""
    live: str = ""

    def runs_among(self, runs: Runs) -> Runs:
        """Those that it rests on."""
        return together(Runs(tuple(run for run in runs.all if suite.has(run.spec))) for suite in self.suites)

    @property
    def computed(self) -> bool:
        """Whether it needs no training."""
        return not self.suites
