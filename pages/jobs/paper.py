"""Paper and measured: what the paper reports beside what this program measured, seed by seed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from pages._ui.charts import chart, theme
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.experiments.view import ACCURACY, Quantity, ReportedView, TableView
from tesla_core.figures import Comparison, comparison_figure
from tesla_core.figures.palette import model_look
from tesla_core.problems.registry import problems

RESULTS = Path(__file__).parents[2] / "assets" / "results"

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
        with next(columns):
            chosen = st.segmented_control(
                one.label,
                values,
                default=values[0] if one.lowest else values[-1],
                key=f"paper_{view.table}_{one.option}",
                bind="query-params",
                required=True,
            )
        results = [result for result in results if result.value(one.option) in (chosen, OWN_RULE)]
    if not several:
        return list(results), view.quantities[0]
    with next(columns):
        label = st.segmented_control(
            "Number",
            [quantity.label for quantity in view.quantities],
            default=view.quantities[0].label,
            key=f"paper_{view.table}_number",
            bind="query-params",
            required=True,
        )
    return list(results), next(quantity for quantity in view.quantities if quantity.label == label)


def comparisons(quantity: Quantity, results: Sequence[Result]) -> list[Comparison]:
    """One row a model, in the order measured."""
    grouped: dict[str, list[Result]] = {}
    rules: dict[str, set[str]] = {}
    for result in results:
        rules.setdefault(result.value("model"), set()).add(result.spec.init)
    for result in results:
        several = len(rules[result.value("model")]) > 1
        note = ", its own init" if result.spec.init == OWN_RULE else f", {result.spec.init}" if several else ""
        grouped.setdefault(f"{result.value('model')}{note}", []).append(result)
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
    st.header(view.title, anchor=view.table)
    path = RESULTS / f"{view.table}.jsonl"
    if not path.exists():
        st.info(f"Not measured yet. `python -m tesla_core table {view.table} --out {view.table}.jsonl` measures it.")
        return
    results = load(view.table, path.stat().st_mtime)
    st.markdown(view.finding)
    chosen, quantity = pick(view, results)
    rows = comparisons(quantity, chosen)
    figure = comparison_figure(rows, quantity.label, theme())
    if quantity.log:
        figure.update_xaxes(type="log", exponentformat="power", tickangle=0)
    if quantity.name == ACCURACY.name:
        lowest = min((value for row in rows for value in row.measured), default=50.0)
        figure.update_xaxes(range=[min(45.0, lowest - 2), 102])
    chart(f"paper_{view.table}_chart", figure)
    with st.expander("All cells"):
        grid = TABLES[view.table].grid(results)
        st.dataframe(
            pd.DataFrame(grid.rows, columns=pd.Index(grid.columns)), hide_index=True, key=f"paper_{view.table}_cells"
        )
        st.caption(f"{grid.reading} Measure it again: `python -m tesla_core table {view.table} --out FILE`.")
        st.download_button(
            "Download every run (JSON lines)", path.read_bytes(), path.name, key=f"paper_{view.table}_file"
        )


def show_reported(view: ReportedView) -> None:
    st.header(view.title, anchor=view.anchor)
    st.markdown(view.finding)
    st.dataframe(pd.DataFrame(view.cells()), hide_index=True, key=f"paper_{view.anchor}_cells")
    st.caption(view.reading)


st.title("Paper and measured")
st.markdown("Diamonds are the paper's numbers; each mark in colour is one seed, measured by this program.")
for problem in problems().values():
    for one in problem.views:
        if isinstance(one, TableView):
            show_table(one)
        else:
            show_reported(one)
