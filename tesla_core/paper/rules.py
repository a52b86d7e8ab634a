"""Rules that several claims share: from cases, each of which agrees with the paper or does not, to a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tesla_core.activations.registry import find_activation
from tesla_core.messages.say import marked, say
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import Cell, ClaimVerdict, Judgement
from tesla_core.wording import listed

BY_CASES = marked(
    "It holds if it appears in every case, with a condition if in some, and is not reproduced if in none."
)
BY_CASES_STRICT = marked("It holds if it appears in every case; a single case against it contradicts it.")
NO_RUNS = marked("No run of it is among the results.")
NONE = Runs()
MOST_NAMED = 6  # cases that a sentence names


@dataclass(frozen=True)
class Case:
    """One case of a claim: its name, whether it is as the paper says, and its numbers in short."""

    name: str
    agrees: bool
    ours: str = ""
    row: Mapping[str, Cell] | None = None


def by_cases(cases: Sequence[Case], runs: Runs = NONE, *, note: str = "") -> Judgement:
    """The commonest rule, `BY_CASES`. note: a sentence more."""
    if not cases:
        return Judgement(ClaimVerdict.NOT_MEASURED, say(NO_RUNS))
    good, bad = [case for case in cases if case.agrees], [case for case in cases if not case.agrees]
    if not bad:
        verdict, because = ClaimVerdict.HOLDS, say("So it is in every case: {cases}.", cases=_named(good))
    elif good:
        verdict = ClaimVerdict.CONDITION
        because = say("So it is with {good}; not with {bad}.", good=_named(good), bad=_named(bad))
    else:
        verdict, because = ClaimVerdict.NOT_REPRODUCED, say("So it is in no case: {cases}.", cases=_named(bad))
    return _with(verdict, because, cases, runs, note)


def every_case(cases: Sequence[Case], runs: Runs = NONE, *, note: str = "") -> Judgement:
    """`BY_CASES_STRICT`: for what the paper says of all, or proves."""
    if not cases:
        return Judgement(ClaimVerdict.NOT_MEASURED, say(NO_RUNS))
    bad = [case for case in cases if not case.agrees]
    if bad:
        return _with(ClaimVerdict.CONTRADICTED, say("Not so: {cases}.", cases=_named(bad)), cases, runs, note)
    because = say("So it is in every case: {cases}.", cases=_named(cases))
    return _with(ClaimVerdict.HOLDS, because, cases, runs, note)


def untestable(why: str) -> Callable[[Runs], Judgement]:
    """The rule of what this program can't test."""
    return lambda _runs: Judgement(ClaimVerdict.UNTESTABLE, say(why))


def better(
    runs: Runs, number: str, ours: Mapping[str, Any], others: Mapping[str, Any], lower: bool = False
) -> tuple[bool, float, float] | None:
    """Whether the mean of `ours` is better than the best mean of `others`, by activation and rule; with both means.
    None where one side has no runs."""
    own = runs.where(**ours).values(number)
    means = [
        group.mean(number) for group in runs.where(**others).by("activation", "init").values() if group.values(number)
    ]
    if not own or not means:
        return None
    best, mean = (min if lower else max)(means), sum(own) / len(own)
    return (mean < best if lower else mean > best), mean, best


def activation_label(name: object) -> str:
    """As charts and lists call it."""
    return find_activation(str(name)).label


def rows_of(runs: Runs, number: str, *options: str) -> tuple[dict[str, Cell], ...]:
    """A row a setting: how many seeds, and the mean, lowest and highest of a number."""
    rows: list[dict[str, Cell]] = []
    for key, group in runs.by(*options).items():
        values = group.values(number)
        if values:
            spread: dict[str, Cell] = {
                "seeds": len(values),
                f"{number} mean": group.mean(number),
                "lowest": min(values),
                "highest": max(values),
            }
            rows.append({**dict(zip(options, key, strict=True)), **spread})
    return tuple(rows)


def _named(cases: Sequence[Case]) -> str:
    """Each with its numbers; of many, the first and how many more."""
    names = [f"{case.name} ({case.ours})" if case.ours else case.name for case in cases]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], say("{count} more", count=len(names) - MOST_NAMED + 1)]
    return listed(names)


def _with(verdict: ClaimVerdict, because: str, cases: Sequence[Case], runs: Runs, note: str) -> Judgement:
    rows = tuple({"case": case.name, "agrees": "yes" if case.agrees else "no", **(case.row or {})} for case in cases)
    agreeing = sum(case.agrees for case in cases)
    ours = say("{agreeing} of {all} cases agree", agreeing=agreeing, all=len(cases))
    return Judgement(verdict, f"{because} {note}".strip(), ours, rows, len(runs), runs.seeds)
