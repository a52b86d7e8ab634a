"""`paper`: the paper claim by claim, with what this program found of each."""

from __future__ import annotations

import argparse
from typing import Any

from tesla_core.commands.terminal import Column, Part, print_facts, print_table
from tesla_core.errors import check_choice
from tesla_core.experiments.ledger.found import FoundRuns, deviations_of, own_folder, read_folder, shipped
from tesla_core.files import to_json
from tesla_core.paper.aside import Aside, aside_at
from tesla_core.paper.ledger import Judged, counted, judge, ledger, statement_of
from tesla_core.paper.verdict import COUNTED, MEANINGS, WORDS, ClaimVerdict, Judgement
from tesla_core.problems.registry import asides_of

STYLES = {
    WORDS[ClaimVerdict.CONTRADICTED]: "red",
    WORDS[ClaimVerdict.NOT_REPRODUCED]: "yellow",
    WORDS[ClaimVerdict.HOLDS]: "green",
    WORDS[ClaimVerdict.NOT_MEASURED]: "dim",
    WORDS[ClaimVerdict.UNTESTABLE]: "dim",
}


def add(commands: Any) -> None:
    command = commands.add_parser(
        "paper",
        help="the paper claim by claim: which hold, which don't, and why",
        description="Every equation, theorem, table, figure and claim of the paper with a verdict that a written rule "
        "computes from the results that ship here. Contradicted ones come first.",
        epilog="verdicts: " + "; ".join(f"{verdict.value}: {MEANINGS[verdict]}" for verdict in ClaimVerdict),
    )
    command.add_argument("--claim", metavar="ID", help="one claim, with all that is known of it")
    command.add_argument("--verdict", metavar="VERDICT", help=f"only these: {', '.join(ClaimVerdict)}")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    statement = statement_of(arguments.claim) if arguments.claim else None
    wanted = check_choice("verdict", arguments.verdict, list(ClaimVerdict)) if arguments.verdict else None
    found = shipped()
    if statement is not None:
        _print_one(judge(statement, found.runs), arguments.json)
        return
    lines = ledger(found.runs)
    counts = counted(lines)
    order = list(ClaimVerdict)
    chosen = sorted(
        (line for line in lines if wanted in (None, line.finding.verdict)),
        key=lambda line: order.index(line.finding.verdict),
    )
    if arguments.json:
        print(to_json({"counts": counts, "claims": [as_data(line) for line in chosen], "left_alone": found.left}))
        return
    print(f"{len(lines)} statements: {counts_in_words(counts)}.\n")
    columns = [Column("verdict", styles=STYLES), Column("id"), Column("place"), Column("what it says")]
    rows = [(WORDS[one.finding.verdict], one.statement.id, one.statement.place, one.entry.wording) for one in chosen]
    print_table(columns, rows)
    print("\n`paper --claim ID` says why; `reproduce ID` runs it again.")
    tell_left(found)


def counts_in_words(counts: dict[ClaimVerdict, int]) -> str:
    return ", ".join(f"{count} {COUNTED[verdict]}" for verdict, count in counts.items() if count)


def as_data(line: Judged) -> dict[str, Any]:
    statement, entry, finding = line.statement, line.entry, line.finding
    return {
        "id": statement.id,
        "kind": statement.kind,
        "section": statement.section,
        "place": statement.place,
        "wording": entry.wording,
        "verdict": finding.verdict,
        "because": finding.because,
        "theirs": entry.theirs,
        "ours": finding.ours,
        "tested": entry.tested,
        "rule": entry.rule,
        "runs": finding.runs,
        "seeds": finding.seeds,
        "deviations": deviations_of(entry),
        "rows": finding.rows,
    }


def tell_left(found: FoundRuns) -> None:
    """Name what was not read."""
    for reason in found.left:
        print(f"left alone: {reason}")


def evidence_of(finding: Judgement) -> str:
    if not finding.runs:
        return "no runs" if finding.verdict in (ClaimVerdict.UNTESTABLE, ClaimVerdict.NOT_MEASURED) else "computed"
    if not finding.seeds:
        return f"{finding.runs} measurements"
    return f"{finding.runs} runs, seeds {', '.join(map(str, finding.seeds))}"


def _print_aside(aside: Aside) -> None:
    paragraphs = [("", text.replace("**", "")) for text in aside.paragraphs]
    print_facts("", [Part(aside.title, paragraphs)])
    if aside.rows:
        print()
        print_table([Column(name) for name in aside.rows[0]], [tuple(map(str, row.values())) for row in aside.rows])


def _print_one(line: Judged, as_json: bool) -> None:
    entry, finding = line.entry, line.finding
    own = entry.judge(entry.runs_among(read_folder(own_folder()).runs)) if entry.suites else None
    if as_json:
        data = as_data(line)
        if own is not None and own.runs:
            data["own"] = {"verdict": own.verdict, "because": own.because, "runs": own.runs, "seeds": own.seeds}
        print(to_json(data))
        return
    facts = [
        ("verdict", WORDS[finding.verdict]),
        ("because", finding.because),
        ("the paper", entry.theirs),
        ("ours", finding.ours),
        ("tested", entry.tested),
        ("rule", entry.rule),
        ("evidence", evidence_of(finding)),
    ]
    if own is not None and own.runs:
        facts.append(("run by you", f"{WORDS[own.verdict]}: {own.because} ({evidence_of(own)})"))
    print_facts(
        f"{line.statement.place}, {line.statement.id}: {entry.wording}", [Part("", [one for one in facts if one[1]])]
    )
    differences = [("", text) for text in deviations_of(entry)]
    print_facts("", [Part("Not as in the paper, or not said there", differences, quiet=True)])
    for path in asides_of(entry.id):
        _print_aside(aside_at(path))
    print(f"\nAgain: python -m tesla_core reproduce {entry.id}")
