"""A card of the ledger: what the paper says, the verdict, ours beside theirs; opened, all that it rests on."""

from __future__ import annotations

import io

import pandas as pd
import streamlit as st

from pages._ui.aside import show_aside
from pages._ui.charts import chart, theme
from pages._ui.markdown import plain
from pages._ui.paper.again import run_again, show_own
from pages._ui.paper.filters import CLAIM
from pages._ui.paper.judged import COLOURS, ICONS
from tesla_core.experiments.ledger.found import deviations_of, tuned_for
from tesla_core.figures.paper import FIGURES
from tesla_core.figures.paper.one_panel import one_panel, panel_names
from tesla_core.figures.style import note_text
from tesla_core.messages.say import say, say_count
from tesla_core.paper.entry import Entry
from tesla_core.paper.ledger import Judged
from tesla_core.paper.verdict import WORDS, ClaimVerdict, Judgement
from tesla_core.problems.registry import asides_of


def show_card(line: Judged, opened: bool = False) -> None:
    """A claim in a frame; what is folded is drawn when it is opened."""
    statement, entry, finding = line.statement, line.entry, line.finding
    with st.container(border=True, key=f"card_{_key(entry)}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            show_verdict(finding.verdict)
            link = f"[{plain(statement.id)}](?{CLAIM}={statement.id})"  # to this card, for others
            # Not a caption, which would fade the link below what can be read.
            st.markdown(f":small[{plain(say(statement.place))} · {link}]", width="content")
        st.markdown(f"**{plain(say(entry.wording))}**")
        st.markdown(plain(finding.because))
        theirs, ours = plain(say(entry.theirs)) if entry.theirs else "", plain(finding.ours)
        both = [
            *([say("**The paper:** {numbers}", numbers=theirs)] if theirs else []),
            *([say("**Here:** {numbers}", numbers=ours)] if ours else []),
            evidence_in_words(finding, entry),
        ]
        if finding.runs and (differences := deviations_of(entry)):
            count = say_count(len(differences), "{count} difference to the paper", "{count} differences to the paper")
            tuned = say("{count}, tuning among them", count=count) if tuned_for(entry) else count
            both.append(tuned)
        st.caption(" · ".join(both))
        key = f"open_{_key(entry)}"
        with st.expander(say("How, with what, and again"), key=key, expanded=opened, on_change="rerun") as fold:
            if fold.open:
                _show_details(line)


def show_verdict(verdict: ClaimVerdict) -> None:
    st.badge(say(WORDS[verdict]), icon=ICONS[verdict], color=COLOURS[verdict])


def evidence_in_words(finding: Judgement, entry: Entry) -> str:
    """How much a verdict rests on."""
    if finding.runs and not finding.seeds:
        return say_count(finding.runs, "{count} measurement", "{count} measurements")
    if finding.runs:
        seeds = ", ".join(map(str, finding.seeds))
        return say_count(finding.runs, "{count} run, seed {seeds}", "{count} runs, seeds {seeds}", seeds=seeds)
    if finding.verdict in (ClaimVerdict.UNTESTABLE, ClaimVerdict.NOT_MEASURED):
        return say("no runs")
    return say("computed")


def _show_details(line: Judged) -> None:
    entry, finding = line.entry, line.finding
    st.markdown(say("**Tested:** {how}", how=plain(say(entry.tested))))
    st.markdown(say("**The rule:** {rule}", rule=plain(say(entry.rule))))
    if differences := deviations_of(entry):
        st.markdown(say("**Not as in the paper, or not said there:**"))
        st.markdown("\n".join(f"- {plain(text)}" for text in differences))
    if entry.suites:
        show_own(entry)
    if entry.figure in FIGURES:
        _show_figure(entry)
    if finding.rows:
        table = pd.DataFrame(finding.rows)
        st.dataframe(table, hide_index=True, key=f"rows_{_key(entry)}")
        st.download_button(
            say("Download as CSV"),
            _csv(table),
            f"{entry.id}.csv",
            "text/csv",
            key=f"csv_{_key(entry)}",
            icon=":material/download:",
            on_click="ignore",
        )
    for path in asides_of(entry.id):
        show_aside(path, f"aside_{_key(entry)}")
    st.markdown(say("**Commands**"))
    st.code("\n".join(_commands(entry)), language="bash")
    run_again(entry)


def _show_figure(entry: Entry) -> None:
    figure = FIGURES[entry.figure]
    if not st.toggle(say("Show the figure: {title}", title=say(figure.title)), key=f"figure_{_key(entry)}"):
        return
    drawn = figure.draw(theme())
    names = panel_names(drawn)
    alone = None
    if len(names) > 1:
        alone = st.selectbox(
            say("Panel"),
            range(len(names)),
            index=None,
            key=f"panel_{_key(entry)}",
            format_func=names.__getitem__,
            placeholder=say("All side by side; on a phone, choose one"),
        )
    if alone is not None:
        chart(f"alone_{_key(entry)}", one_panel(drawn, alone, theme()))
    else:
        with st.container(key=f"wide_{_key(entry)}"):  # panels side by side, which a phone shows a part of at a time
            chart(f"drawn_{_key(entry)}", drawn)
    st.caption(plain(note_text(drawn)))
    st.caption(say("In the paper: {shows}", shows=plain(say(figure.shows))))


def _commands(entry: Entry) -> list[str]:
    lines = [f"python -m tesla_core paper --claim {entry.id}"]
    if not entry.suites:
        lines.append(f"python -m tesla_core reproduce {entry.id}")
    elif any(suite.table for suite in entry.suites):
        lines.append(f"python -m tesla_core reproduce {entry.id} --budget 30m")
        tables = dict.fromkeys(suite.table for suite in entry.suites)
        lines += [f"python -m tesla_core table {table} --out {table}.jsonl" for table in tables]
    else:
        lines.append("python -m benchmarks")
    if entry.figure:
        lines.append(f"python -m tesla_core figure {entry.figure} --out figure-{entry.figure}.html")
    return lines


def _csv(table: pd.DataFrame) -> bytes:
    buffer = io.StringIO()
    table.to_csv(buffer, index=False)
    return buffer.getvalue().encode()


def _key(entry: Entry) -> str:
    """Streamlit makes a class of it: letters, digits and dashes."""
    return entry.id.replace(".", "-")
