"""`reproduce`: what a claim's verdict rests on, computed or trained again here, and both verdicts side by side."""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from typing import Any

from tesla_core.commands import table
from tesla_core.commands.paper import evidence_of, tell_left
from tesla_core.commands.terminal import Column, print_table
from tesla_core.errors import TeslaError, check_range
from tesla_core.experiments.ledger.found import own_folder, read_folder, shipped, units_of
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import ResultsFile
from tesla_core.paper.entry import Entry
from tesla_core.paper.ledger import judge, statement_of
from tesla_core.paper.runs import Runs
from tesla_core.paper.statements import STATEMENTS
from tesla_core.paper.verdict import WORDS, ClaimVerdict

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "": 60.0}
LONGEST = 30 * 24 * 3600.0


def add(commands: Any) -> None:
    command = commands.add_parser(
        "reproduce",
        help="run what a claim of the paper rests on, and compare the verdicts",
        description="Compute a claim again, or train the runs it rests on, and print the shipped verdict and yours. "
        "Stopped, or out of time, it goes on where it was when called again.",
    )
    command.add_argument("claim", nargs="?", metavar="ID", help="as `paper` names it")
    command.add_argument("--list", action="store_true", help="name every claim, and what running it takes")
    command.add_argument("--budget", metavar="TIME", help="stop after so long: 90s, 30m, 2h (default: no limit)")
    command.add_argument("--workers", type=int, default=1, help="processes, one thread each (default: 1)")
    command.add_argument("--out", metavar="DIR", help="where results are kept (default: paper/ in TESLA_LAB_HOME)")
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    check_range("Workers", arguments.workers, 1, 256)
    budget = seconds_of(arguments.budget) if arguments.budget else None
    if arguments.list:
        _print_list()
        return
    if not arguments.claim:
        raise TeslaError("Which claim? Give an ID, or --list to see them all.")
    statement = statement_of(arguments.claim)
    folder = Path(arguments.out) if arguments.out else own_folder()
    line = judge(statement, shipped().runs)
    entry, start = line.entry, time.monotonic()
    if entry.suites and not units_of(entry):
        raise TeslaError(f"{entry.id} rests on a benchmark: `python -m benchmarks` measures it again.")
    missing = _train(entry, folder, budget, arguments.workers) if entry.suites else 0
    found = read_folder(folder)
    own = entry.judge(entry.runs_among(found.runs) if entry.suites else Runs())
    spent = time.monotonic() - start
    print(f"{statement.place}, {entry.id}: {entry.wording}\n")
    rows = [
        ("shipped", WORDS[line.finding.verdict], evidence_of(line.finding), line.finding.because),
        ("yours", WORDS[own.verdict], evidence_of(own) if own.runs or not entry.suites else "no runs", own.because),
    ]
    print_table([Column(""), Column("verdict"), Column("evidence"), Column("because")], rows)
    print(f"\n{_compared(own.verdict, line.finding.verdict)} {spent:.0f} s.")
    if missing:
        print(f"{missing} runs are not done yet: the same command goes on with them.")
    if entry.suites:
        print(f"Results: {folder}")
    tell_left(found)


def _compared(own: ClaimVerdict, shipped_one: ClaimVerdict) -> str:
    if own is shipped_one:
        return "The same verdict."
    return "Nothing to compare yet." if own is ClaimVerdict.NOT_MEASURED else "Another verdict."


def seconds_of(text: str) -> float:
    """ "90s", "30m", "2h"; a number alone means minutes."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*", text)
    if not found:
        raise TeslaError(f"A budget is a time such as 90s, 30m or 2h; {text!r} was given.")
    return check_range("The budget in seconds", float(found[1]) * UNITS[found[2]], 1, LONGEST)


def _train(entry: Entry, folder: Path, budget: float | None, workers: int) -> int:
    """Train what is not there yet, table by table; the number of runs that are left when time is up."""
    end = None if budget is None else time.monotonic() + budget
    done = {run.spec for run in read_folder(folder).runs.all}
    for name, units in units_of(entry, done).items():
        left = None if end is None else end - time.monotonic()
        if left is None or left > 0:
            table.measure(units, ResultsFile(folder / f"{name}.jsonl"), workers, left, TABLES[name].measure)
    done = {run.spec for run in read_folder(folder).runs.all}
    return sum(len(unit) for units in units_of(entry, done).values() for unit in units)


def _print_list() -> None:
    found = shipped()
    rows = []
    for statement in STATEMENTS:
        line = judge(statement, found.runs)
        runs = sum(len(unit) for units in units_of(line.entry).values() for unit in units)
        if line.finding.verdict is ClaimVerdict.UNTESTABLE:
            takes = "can't be run here"
        elif line.entry.suites:
            takes = f"{runs} runs" if runs else "a benchmark"
        else:
            takes = "seconds" if line.finding.verdict is not ClaimVerdict.NOT_MEASURED else "no runs yet"
        rows.append((statement.id, statement.place, WORDS[line.finding.verdict], takes))
    print_table([Column("id"), Column("place"), Column("shipped verdict"), Column("takes")], rows)
