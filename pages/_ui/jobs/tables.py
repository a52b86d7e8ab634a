"""The paper's tables as dot plots: what the paper reports beside what this program measured, seed by seed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pandas as pd
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.language import ENGLISH, language
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.experiments.view import ACCURACY, Quantity, ReportedView, TableView
from tesla_core.figures import Comparison, comparison_figure
from tesla_core.figures.palette import model_look
from tesla_core.messages.say import say
from tesla_core.problems.registry import problems

RESULTS = Path(__file__).parents[3] / "assets" / "results"

OWN_RULE = "own"  # such runs stand beside those of whatever rule is chosen


@st.cache_data(show_spinner=False)
def load(table: str, _modified: float) -> list[Result]:
    return ResultsFile(RESULTS / f"{table}.jsonl").read()


def pick(view: TableView, results: Sequence[Result]) -> tuple[list[Result], Quantity]:
    """The results with the values a person chose, and the number to show of them."""
    several = len(view.quantities) > 1
    columns = iter(st.columns(len(view.picks) + several))
    for one in view.picks:
        values = sorted({result.value(one.option) for result in results} - {OWN_RULE})
        default, key = values[0] if one.lowest else values[-1], f"paper_{view.table}_{one.option}"
        with next(columns):
            chosen = st.segmented_control(
                say(one.label), values, default=default, key=key, bind=in_link(key), required=True
            )
        chosen = default if chosen is None else chosen
        results = [result for result in results if result.value(one.option) in (chosen, OWN_RULE)]
    if not several:
        return list(results), view.quantities[0]
    with next(columns):
        return list(results), pick_number(view)


def pick_number(view: TableView) -> Quantity:
    """A bound widget writes into the link what it shows. In other languages the link has the English name, too."""
    key, known = f"paper_{view.table}_number", {quantity.label: quantity for quantity in view.quantities}
    first, asked = view.quantities[0].label, st.query_params.get(key)
    english = language() == ENGLISH
    label = st.segmented_control(
        say("Number"),
        list(known),
        default=asked if asked in known and not english else first,
        key=key,
        bind=in_link(key) if english else None,
        required=True,
        format_func=say,
    )
    if not english and label != (asked or first):
        st.query_params[key] = label
    return known[label or first]


def in_link(key: str) -> Literal["query-params"] | None:
    """For a widget's `bind`. A parameter left empty in a link would mean nothing chosen; here something always is."""
    empty = key in st.query_params and not any(st.query_params.get_all(key))
    return None if empty else "query-params"


def comparisons(quantity: Quantity, results: Sequence[Result]) -> list[Comparison]:
    """One row a model, in the order measured."""
    grouped: dict[str, list[Result]] = {}
    rules: dict[str, set[str]] = {}
    for result in results:
        rules.setdefault(result.value("model"), set()).add(result.spec.init)
    for result in results:
        several = len(rules[result.value("model")]) > 1
        label = result.value("model")
        if result.spec.init == OWN_RULE:
            label = say("{model}, its own init", model=label)
        elif several:
            label = f"{label}, {result.spec.init}"
        grouped.setdefault(label, []).append(result)
    return [
        Comparison(
            label,
            model_look(group[0].spec.model()),
            quantity.reported(group[0]),
            tuple(value for result in group if (value := quantity.of(result)) is not None),
        )
        for label, group in grouped.items()
    ]


def show_table(view: TableView) -> None:
    st.header(say(view.title), anchor=view.table)
    path = RESULTS / f"{view.table}.jsonl"
    if not path.exists():
        command = f"`python -m tesla_core table {view.table} --out {view.table}.jsonl`"
        st.info(say("Not measured yet. {command} measures it.", command=command))
        return
    results = load(view.table, path.stat().st_mtime)
    st.markdown(say(view.finding))
    chosen, quantity = pick(view, results)
    rows = comparisons(quantity, chosen)
    figure = comparison_figure(rows, quantity.label, theme())
    if quantity.log:
        figure.update_xaxes(type="log", exponentformat="power", tickangle=0)
    if quantity.name == ACCURACY.name:
        lowest = min((value for row in rows for value in row.measured), default=50.0)
        figure.update_xaxes(range=[min(45.0, lowest - 2), 102])
    chart(f"paper_{view.table}_chart", figure)
    with st.expander(say("All cells")):
        grid = TABLES[view.table].grid(results)
        st.dataframe(
            pd.DataFrame(grid.rows, columns=pd.Index(grid.columns)), hide_index=True, key=f"paper_{view.table}_cells"
        )
        command = f"`python -m tesla_core table {view.table} --out FILE`"
        st.caption(f"{grid.reading} {say('Measure it again: {command}.', command=command)}")
        st.download_button(
            say("Download every run (JSON lines)"), path.read_bytes(), path.name, key=f"paper_{view.table}_file"
        )


def show_reported(view: ReportedView) -> None:
    st.header(say(view.title), anchor=view.anchor)
    st.markdown(say(view.finding))
    st.dataframe(pd.DataFrame(view.cells()), hide_index=True, key=f"paper_{view.anchor}_cells")
    st.caption(say(view.reading))


def show_tables() -> None:
    """Every table of every problem, in the order of the problems."""
    st.markdown(say("Diamonds are the paper's numbers; each mark in colour is one seed, measured by this program."))
    for problem in problems().values():
        for one in problem.views:
            if isinstance(one, TableView):
                show_table(one)
            else:
                show_reported(one)
