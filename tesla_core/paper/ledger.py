"""All entries in the paper's order, and what the results say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from tesla_core.errors import TeslaError, shown
from tesla_core.messages.say import say
from tesla_core.paper import claims
from tesla_core.paper.entry import Entry
from tesla_core.paper.runs import Runs
from tesla_core.paper.statements import STATEMENTS, Statement
from tesla_core.paper.verdict import ClaimVerdict, Judgement

# Of every module of the folder that has entries: one that is added there needs no line here.
ALL_ENTRIES: tuple[Entry, ...] = tuple(
    entry
    for found in iter_modules(claims.__path__, f"{claims.__name__}.")
    for entry in getattr(import_module(found.name), "ENTRIES", ())
)
ENTRIES: Mapping[str, Entry] = MappingProxyType({entry.id: entry for entry in ALL_ENTRIES})


@dataclass(frozen=True)
class Judged:
    """A statement, how it is tested, and what came out."""

    statement: Statement
    entry: Entry
    finding: Judgement


def judge(statement: Statement, runs: Runs) -> Judged:
    """What the runs say of a statement; of what is computed, they say nothing."""
    entry = ENTRIES[statement.id]
    return Judged(statement, entry, entry.judge(entry.runs_among(runs)))


def ledger(runs: Runs) -> tuple[Judged, ...]:
    """Every statement, in the paper's order."""
    return tuple(judge(statement, runs) for statement in STATEMENTS)


def counted(lines: Iterable[Judged]) -> dict[ClaimVerdict, int]:
    """How many have each verdict, those that a reader must know first at the front."""
    found = Counter(line.finding.verdict for line in lines)
    return {verdict: found[verdict] for verdict in ClaimVerdict}


def statement_of(name: str) -> Statement:
    """Raises for an id that is not there, with the near ones."""
    by_id = {statement.id: statement for statement in STATEMENTS}
    if name not in by_id:
        near = get_close_matches(name, by_id, n=5, cutoff=0.5)
        told = say("Near it: {names}.", names=", ".join(near)) if near else say("`paper` names them all.")
        raise TeslaError(say("The paper's ledger has no claim {name}.", name=shown(name)) + f" {told}")
    return by_id[name]
