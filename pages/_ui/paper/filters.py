"""What of the ledger is in sight: how many claims have which verdict, and which of them a reader asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pages._ui.paper.judged import COLOURS, ICONS
from tesla_core.messages.say import marked, say
from tesla_core.paper.ledger import Judged, counted
from tesla_core.paper.statements import PARTS
from tesla_core.paper.verdict import COUNTED, MEANINGS, WORDS, ClaimVerdict

VERDICT, SECTION, CLAIM = "ledger_verdict", "ledger_section", "claim"
FIRST, EVERYTHING = "first", "all"
SECTIONS = {FIRST: marked("First to know"), EVERYTHING: marked("All"), **PARTS}
FIRST_TO_KNOW = (ClaimVerdict.CONTRADICTED, ClaimVerdict.NOT_REPRODUCED)


def show_counts(lines: Sequence[Judged]) -> None:
    """One line that counts the verdicts."""
    counts = counted(lines)
    told = " ".join(
        f":{COLOURS[verdict]}-badge[{ICONS[verdict]} {count} {say(COUNTED[verdict])}]"
        for verdict, count in counts.items()
        if count
    )
    st.markdown(f"{say('{count} statements of the paper:', count=len(lines))} {told}")


def chosen(lines: Sequence[Judged]) -> list[Judged]:
    """The claims that a reader asked for: the one that the link names, then those of the two rows of buttons."""
    counts = counted(lines)
    verdicts = [str(verdict) for verdict in ClaimVerdict if counts[verdict]]
    asked = one_of_link(CLAIM, [line.statement.id for line in lines])
    with st.container(horizontal=True, key="ledger_filters"):
        section = _buttons(say("Section"), SECTION, SECTIONS, one_of_link(SECTION, SECTIONS) or FIRST)
        names = {name: WORDS[ClaimVerdict(name)] for name in verdicts}
        verdict = _buttons(say("Verdict"), VERDICT, names, one_of_link(VERDICT, verdicts))
    _write_link(section, verdict)
    if verdict:
        st.caption(f"{say(WORDS[ClaimVerdict(verdict)])}: {say(MEANINGS[ClaimVerdict(verdict)])}.")
    named = [line for line in lines if line.statement.id == asked]
    found = [line for line in lines if line not in named and _within(line, section, verdict)]
    if section == FIRST:
        found.sort(key=lambda line: list(ClaimVerdict).index(line.finding.verdict))
    return [*named, *found]


def one_of_link(name: str, known: Sequence[str] | Mapping[str, str]) -> str | None:
    """A parameter of the link, if it is one of those known."""
    given = st.query_params.get(name)
    return given if given in known else None


def _within(line: Judged, section: str | None, verdict: str | None) -> bool:
    if verdict and line.finding.verdict != verdict:
        return False
    if section == FIRST:
        return bool(verdict) or line.finding.verdict in FIRST_TO_KNOW
    return section in (None, EVERYTHING, line.statement.part)


def _buttons(label: str, key: str, names: Mapping[str, str], start: str | None) -> str | None:
    return st.pills(label, list(names), default=start, key=key, format_func=lambda name: say(names[name]))


def _write_link(section: str | None, verdict: str | None) -> None:
    """The link has what was chosen and leaves out what a page opens with."""
    wanted = {SECTION: section if section not in (None, FIRST) else None, VERDICT: verdict}
    for name, value in wanted.items():
        if value:
            if st.query_params.get(name) != value:
                st.query_params[name] = value
        elif name in st.query_params:
            del st.query_params[name]
