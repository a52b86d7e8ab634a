"""What of the ledger is in sight: how many claims have which verdict, and which of them a reader asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import streamlit as st

from pages._ui.paper.judged import COLOURS, ICONS
from tesla_core.messages.say import marked, say
from tesla_core.paper.ledger import Judged, counted
from tesla_core.paper.statements import PARTS
from tesla_core.paper.verdict import COUNTED, MEANINGS, WORDS, ClaimVerdict

VERDICT, SECTION, CLAIM, WORDS_SOUGHT = "ledger_verdict", "ledger_section", "claim", "ledger_find"
LONGEST_SOUGHT = 60
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
    """The claims that a reader asked for: by words, else the one that the link names and those of the two rows of
    buttons."""
    counts = counted(lines)
    verdicts = [str(verdict) for verdict in ClaimVerdict if counts[verdict]]
    asked = one_of_link(CLAIM, [line.statement.id for line in lines])
    sought = st.text_input(
        say("Find"),
        value=(st.query_params.get(WORDS_SOUGHT) or "")[:LONGEST_SOUGHT],
        max_chars=LONGEST_SOUGHT,
        key=WORDS_SOUGHT,
        placeholder=say("A table, figure, equation or word: Table 5, Theorem 1, SIREN"),
        icon=":material/search:",
    )
    with st.container(horizontal=True, key="ledger_filters"):
        section = _buttons(say("Section"), SECTION, SECTIONS, one_of_link(SECTION, SECTIONS) or FIRST)
        names = {name: WORDS[ClaimVerdict(name)] for name in verdicts}
        verdict = _buttons(say("Verdict"), VERDICT, names, one_of_link(VERDICT, verdicts))
    _write_link(section, verdict, sought.strip())
    if sought.strip():  # of all sections, whichever is pressed
        return [line for line in lines if has_words(line, sought) and (not verdict or line.finding.verdict == verdict)]
    named = [line for line in lines if line.statement.id == asked]
    if verdict:
        st.caption(f"{say(WORDS[ClaimVerdict(verdict)])}: {say(MEANINGS[ClaimVerdict(verdict)])}.")
    found = [line for line in lines if line not in named and _within(line, section, verdict)]
    if section == FIRST:
        found.sort(key=lambda line: list(ClaimVerdict).index(line.finding.verdict))
    return [*named, *found]


def one_of_link(name: str, known: Sequence[str] | Mapping[str, str]) -> str | None:
    """A parameter of the link, if it is one of those known."""
    given = st.query_params.get(name)
    return given if given in known else None


def has_words(line: Judged, sought: str) -> bool:
    """Whether a claim is called so, or has every word in what it says, what it was found to be and where it stands.

    A name with a number means that one: "Table 5" is not found by a 5 elsewhere, nor "Figure 1" by Figure 12.
    """
    statement, entry, finding = line.statement, line.entry, line.finding
    names = [
        statement.place,
        say(statement.place),
        statement.id,
        statement.id.replace("-", " "),
        f"§{statement.section}",
    ]
    wanted = " ".join(sought.lower().split()).replace("eq. ", "equation ").replace("section ", "§")
    if re.fullmatch(r"(\w+, )?\w+ \d+|§?\d(\.\d)?", wanted):
        return any(re.search(rf"(^|\W){re.escape(wanted)}$", name.lower()) for name in names)
    text = " ".join([*names, say(entry.wording), say(entry.theirs) if entry.theirs else "", finding.because]).lower()
    return all(word in text for word in wanted.split())


def _within(line: Judged, section: str | None, verdict: str | None) -> bool:
    if verdict and line.finding.verdict != verdict:
        return False
    if section == FIRST:
        return bool(verdict) or line.finding.verdict in FIRST_TO_KNOW
    return section in (None, EVERYTHING, line.statement.part)


def _buttons(label: str, key: str, names: Mapping[str, str], start: str | None) -> str | None:
    return st.pills(label, list(names), default=start, key=key, format_func=lambda name: say(names[name]))


def _write_link(section: str | None, verdict: str | None, sought: str) -> None:
    """The link has what was chosen and leaves out what a page opens with."""
    wanted = {SECTION: section if section not in (None, FIRST) else None, VERDICT: verdict, WORDS_SOUGHT: sought}
    for name, value in wanted.items():
        if value:
            if st.query_params.get(name) != value:
                st.query_params[name] = value
        elif name in st.query_params:
            del st.query_params[name]
