"""Paper and measured: what the paper reports beside what this program measured, seed by seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from pages._ui.charts import chart, theme
from tesla_core.experiments.results import Result, ResultsFile, pivot
from tesla_core.experiments.tables import TABLES, TASK_BLIND
from tesla_core.figures import Comparison, comparison_figure
from tesla_core.paper import parity

RESULTS = Path(__file__).parents[2] / "assets" / "results"


@dataclass(frozen=True)
class View:
    """One table on this page. choices: the options a person picks one value of. reported: the paper's number."""

    table: str
    title: str
    finding: str
    choices: tuple[str, ...]
    reported: Callable[[Result], float | None] = lambda _: None


def _parity_reported(result: Result) -> float | None:
    key = (result.value("bits"), result.spec.activation, result.value("noise"))
    return parity.TABLE[key].value if key in parity.TABLE else None


VIEWS = (
    View(
        "parity",
        "Parity with label noise",
        "The paper says nothing of the init, and the init decides. Under **rademacher** (one weight magnitude a "
        "neuron) nearly every activation learns 32 bits, so that row alone says nothing about TESLA. Under a rule that "
        f"knows nothing of the task, **{TASK_BLIND}**, whether a seed learns is a lottery, each harmonic a ticket.",
        ("bits", "noise", "init"),
        _parity_reported,
    ),
    View(
        "surface",
        "10-bit parity from 350 points",
        "Accuracy on the 674 strings never seen. TESLA finds the rule; so do SIREN and KAN. ReLU and its kin memorise.",
        ("init",),
    ),
    View(
        "lpn",
        "Learning parity with noise",
        "Half of the bits are secret, one label in ten is flipped, so that 90% is the best possible. "
        "The paper sustains its accuracy to 27 bits. Measured here, two layers of 128 lose it between 20 and 24 bits; "
        "one layer of 2,048 with weight decay keeps it at 24, and so does SIREN under the same rule.",
        ("bits", "init"),
    ),
    View(
        "forrelation",
        "Forrelation, n = 12",
        "Only the bilinear form of the two truth tables tells the classes apart. An **even** start (cosines alone) is "
        "blind to the linear noise around it, and that is worth more than anything else here.",
        ("width",),
    ),
)

OWN_RULE = "own"  # such runs stand beside those of whatever rule is chosen
FIRST_VALUE = ("noise", "width")
NAMES = {"bits": "Bits", "noise": "Flip rate", "init": "First-layer rule", "width": "Width"}


@st.cache_data(show_spinner=False)
def load(table: str, _modified: float) -> list[Result]:
    return ResultsFile(RESULTS / f"{table}.jsonl").read()


def pick(view: View, results: Sequence[Result]) -> list[Result]:
    """The results with the values a person chose."""
    columns = st.columns(len(view.choices))
    for column, name in zip(columns, view.choices, strict=True):
        values = sorted({result.value(name) for result in results} - {OWN_RULE})
        with column:
            chosen = st.segmented_control(
                NAMES[name],
                values,
                default=values[0] if name in FIRST_VALUE else values[-1],
                key=f"paper_{view.table}_{name}",
                bind="query-params",
                required=True,
            )
        results = [result for result in results if result.value(name) in (chosen, OWN_RULE)]
    return list(results)


def comparisons(view: View, results: Sequence[Result]) -> list[Comparison]:
    """One row a model, in the order measured."""
    grouped: dict[str, list[Result]] = {}
    for result in results:
        note = ", its own init" if result.spec.init == OWN_RULE else ""
        grouped.setdefault(f"{result.value('model')}{note}", []).append(result)
    return [
        Comparison(
            label,
            group[0].spec.activation,
            view.reported(group[0]),
            tuple(100 * result.test_accuracy for result in group),
        )
        for label, group in grouped.items()
    ]


def whole_table(view: View, results: Sequence[Result]) -> pd.DataFrame:
    """Every cell: mean test accuracy in percent and how many seeds learned."""
    table = TABLES[view.table]
    rows = []
    for row, cells in pivot(results, table.rows, table.column).items():
        texts = {f"{table.column} {key}": f"{100 * c.mean:.1f} ({c.learned}/{c.seeds})" for key, c in cells.items()}
        rows.append(dict(zip(table.rows, map(str, row), strict=True)) | texts)
    return pd.DataFrame(rows)


def show(view: View) -> None:
    st.subheader(view.title, anchor=view.table)
    path = RESULTS / f"{view.table}.jsonl"
    if not path.exists():
        st.info(f"Not measured yet. `python -m tesla_core table {view.table} --out {view.table}.jsonl` measures it.")
        return
    results = load(view.table, path.stat().st_mtime)
    st.markdown(view.finding)
    rows = comparisons(view, pick(view, results))
    figure = comparison_figure(rows, "Test accuracy (%)", theme())
    lowest = min((value for row in rows for value in row.measured), default=50.0)
    figure.update_xaxes(range=[min(45.0, lowest - 2), 102])
    chart(f"paper_{view.table}_chart", figure)
    with st.expander("All cells: mean test accuracy in percent (seeds that learned / seeds run)"):
        st.dataframe(whole_table(view, results), hide_index=True, key=f"paper_{view.table}_cells")
        st.caption(
            "The epoch is chosen on validation, the number is from test. A seed learned when it is past half the way "
            "from guessing to the best that the noise allows. "
            f"Measure it again: `python -m tesla_core table {view.table} --out FILE`."
        )
        st.download_button(
            "Download every run (JSON lines)", path.read_bytes(), path.name, key=f"paper_{view.table}_file"
        )


st.title("Paper and measured")
st.markdown("Diamonds are the paper's numbers; each mark in colour is one seed, measured by this program.")
for one in VIEWS:
    show(one)
