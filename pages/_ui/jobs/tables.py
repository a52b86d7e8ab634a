"""The paper's tables as dot plots: what the paper reports beside what this program measured, seed by seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import pandas as pd
import streamlit as st

from pages._ui.aside import show_aside
from pages._ui.charts import chart, look_of_run, theme
from pages._ui.language import language
from tesla_core.experiments.arrays import SHIPPED
from tesla_core.experiments.beside_paper import metric_in_words, not_its_setting
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.experiments.specialist import NOT_ITS_OWN
from tesla_core.experiments.view import Quantity, ReportedView, TableView
from tesla_core.figures import Comparison, comparison_figure
from tesla_core.messages.readers import ENGLISH
from tesla_core.messages.say import say
from tesla_core.paper.deviation import Deviation
from tesla_core.paper.reported import Difference
from tesla_core.problems.registry import problems
from tesla_core.wording import listed

OWN_RULE = "own"
BESIDE_ALL = {OWN_RULE, NOT_ITS_OWN}
"""Such runs stand beside those of whatever is chosen."""


@st.cache_data(show_spinner=False)
def load(table: str, _modified: float) -> list[Result]:
    return ResultsFile(SHIPPED / f"{table}.jsonl").read()


def pick(view: TableView, results: Sequence[Result]) -> tuple[list[Result], Quantity]:
    """The results with the values a person chose, and the number to show of them."""
    several = len(view.quantities) > 1
    columns = iter(st.columns(len(view.picks) + several))
    for one in view.picks:
        # What a specialist alone has solved so far is no choice: there would be nobody to compare it with.
        networks = (result for result in results if not result.spec.by_specialist)
        values = sorted({result.value(one.option) for result in networks} - BESIDE_ALL)
        default, key = values[0] if one.lowest else values[-1], f"paper_{view.table}_{one.option}"
        with next(columns):
            chosen = st.segmented_control(
                say(one.label), values, default=default, key=key, bind=in_link(key), required=True
            )
        chosen = default if chosen is None else chosen
        results = [result for result in results if result.value(one.option) in {chosen, *BESIDE_ALL}]
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


def grouped_by_model(results: Sequence[Result]) -> dict[str, list[Result]]:
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
    return grouped


def comparison(label: str, group: Sequence[Result], quantity: Quantity) -> Comparison:
    """A diamond is for a number of the same setting alone."""
    nearest = quantity.reported(group[0])
    return Comparison(
        label,
        look_of_run(group[0].spec),
        nearest.number.value if nearest and nearest.exact else None,
        tuple(value for result in group if (value := quantity.of(result)) is not None),
    )


def nearest_in_words(groups: dict[str, list[Result]], quantity: Quantity) -> list[str]:
    """The paper's numbers that are not of the runs' setting: a sentence for each set of differences."""
    told: dict[tuple[Difference, ...], dict[str, None]] = {}
    for group in groups.values():
        nearest = quantity.reported(group[0])
        if nearest and not nearest.exact:
            number = say("{model} {number}", model=group[0].value("model"), number=nearest.number.text)
            told.setdefault(nearest.differences, {})[number] = None
    metric = metric_in_words(quantity.beside or quantity.name)
    return [
        say("The paper's nearest numbers, {metric}: {numbers}.", metric=metric, numbers=listed(list(numbers)))
        + f" {not_its_setting(differences)}"
        for differences, numbers in told.items()
    ]


def show_deviations(deviations: Sequence[Deviation]) -> None:
    """What was done otherwise, in sight; what the paper leaves open, folded."""
    changed = [one for one in deviations if one.kind != "open"]
    left_open = [one for one in deviations if one.kind == "open"]
    if changed:
        st.caption("\n".join(f"- {one}" for one in changed))
    if left_open:
        with st.expander(say("What the paper leaves open, and how it is here")):
            st.markdown("\n".join(f"- {one}" for one in left_open))


def show_table(view: TableView) -> None:
    st.header(say(view.title), anchor=view.table)
    path = SHIPPED / f"{view.table}.jsonl"
    if not path.exists():
        command = f"`python -m tesla_core table {view.table} --out {view.table}.jsonl`"
        st.info(say("Not measured yet. {command} measures it.", command=command))
        return
    results = load(view.table, path.stat().st_mtime)
    st.markdown(say(view.finding))
    kept = tuple(one for one in view.quantities if any(one.of(result) is not None for result in results))
    chosen, quantity = pick(replace(view, quantities=kept), results)
    groups = grouped_by_model(chosen)
    rows = [comparison(label, group, quantity) for label, group in groups.items()]
    of_paper = metric_in_words(quantity.beside) if quantity.beside else ""
    figure = comparison_figure(rows, quantity.label, theme(), of_paper)
    if quantity.log:
        figure.update_xaxes(type="log", exponentformat="power", tickangle=0)
    if quantity.is_share:
        lowest = min((value for row in rows for value in row.measured), default=50.0)
        figure.update_xaxes(range=[min(45.0, lowest - 2), 102])
    chart(f"paper_{view.table}_chart", figure)
    for sentence in nearest_in_words(groups, quantity):
        st.caption(sentence)
    show_deviations(TABLES[view.table].deviations)
    if view.aside:
        show_aside(view.aside, f"paper_{view.table}_aside")
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
    show_deviations(view.deviations)


def show_tables() -> None:
    """Every table of every problem, in the order of the problems."""
    st.markdown(
        say(
            "A diamond is the paper's number for the same setting, as far as the paper gives it; where ours differs, "
            "its nearest number is said in words, with every difference. Each mark in colour is one seed, measured by "
            "this program."
        )
    )
    for problem in problems().values():
        for one in problem.views:
            if isinstance(one, TableView):
                show_table(one)
            else:
                show_reported(one)
