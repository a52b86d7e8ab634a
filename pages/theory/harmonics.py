"""Which K: the Walsh spectrum of a Boolean function, the K that the paper's rule names, and what was measured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.controls import address
from pages._ui.controls.board import Board
from pages._ui.inspect.pick import pick
from pages._ui.jobs.plot import live_chart
from pages._ui.theory.measured import ParityRun, measured_runs
from pages._ui.theory.page import draw_controls, head, read_controls
from tesla_core.analysis.formula import MOST_BITS
from tesla_core.analysis.formula_parser import LONGEST, FormulaError, read_formula
from tesla_core.analysis.harmonic_count import KAPPA_BEST, KAPPA_RANGE, sample_factor, suggested_harmonics
from tesla_core.analysis.walsh import effective_order, mass_by_degree
from tesla_core.figures import walsh_figure
from tesla_core.figures.theory.rule import rule_figure
from tesla_core.figures.theory.success import success_figure
from tesla_core.lab.controls import Choice, Number, Text, Values
from tesla_core.lab.presets import Preset
from tesla_core.messages.say import marked, say
from tesla_core.models.init import parse_init
from tesla_core.wording import listed

EQUATION = r"K^\star=\kappa\, m_\mathrm{eff},\qquad \kappa\in[0.2,\,0.4]"
LOOK = marked(
    "The paper chooses the number of harmonics by the *effective order* of what is to be learned: split the function "
    "into parts that depend on 0, 1, 2, … bits together (its *Walsh spectrum*), and m_eff is the degree up to which "
    "nearly all of its energy lies. **Look at** which bars are tall, and at what the rule makes of them; then, below, "
    "at what was measured: where the rule names the K that learn, and where it does not. **Move the bits, or choose "
    "another function.**"
)
GRAMMAR = marked(
    "Bits are `x1`, `x2`, …; `and`, `or`, `xor`, `not` (or `& | ^ !`) and parentheses join them; `maj(…)` is true "
    "where more than half of its parts are, `parity(…)` where an odd number is; `address(…)` has bits that choose one "
    "of the others; `x1..x8` stands for a range and `xn` for the last bit; `random(7)` draws every value with seed 7."
)
BOARD = Board(
    "theory_k_",
    (
        Text("f", marked("A Boolean function"), "parity(x1..xn)", GRAMMAR, longest=LONGEST),
        Number("bits", marked("Bits of a string"), 8, low=1, high=MOST_BITS),
        Choice(
            "epsilon",
            marked("Energy that may be left out, ε"),
            0.01,
            options=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3),
            slider=True,
        ),
        Choice(
            "samples",
            marked("Samples N"),
            100_000,
            marked("The paper's κ is for N = 100,000; it grows with log N."),
            options=(100, 350, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000),
            slider=True,
        ),
    ),
    (
        Preset(
            marked("Parity of all bits"),
            marked("All of the energy lies at the highest degree, so that m_eff is the number of bits."),
            {},
        ),
        Preset(
            marked("Parity of three bits of eight"),
            marked("The other five bits do not matter, and the rule does not count them: d/4 does."),
            {"f": "parity(x2, x5, x7)"},
        ),
        Preset(
            marked("Majority of nine"),
            marked("Most of the energy lies at degree 1; a long tail of odd degrees decides how large m_eff is."),
            {"f": "maj(x1..xn)", "bits": 9},
        ),
        Preset(
            marked("Address: three bits choose one of eight"),
            marked("A multiplexer. No part depends on more than four bits together."),
            {"f": "address(x1..x3, x4..x11)", "bits": 11},
        ),
        Preset(
            marked("Drawn at random"),
            marked("The energy spreads as the number of sets of each size does: around half of the bits."),
            {"f": "random(7)", "bits": 10},
        ),
        Preset(
            marked("And of all bits"),
            marked(
                "Nearly constant: 98% of its energy is at degree 0, and the rest, spread thin, still makes m_eff 3."
            ),
            {"f": "and(x1..xn)"},
        ),
    ),
)
OWN = marked("Your own function or size. The list above has functions to compare it with.")


@st.fragment
def show_function() -> None:
    """The function's spectrum and what the rule says; its sliders run this part alone."""
    values = read_controls(BOARD)
    preset = BOARD.preset_list(values)
    draw_controls(BOARD, values, ("f",), ("bits", "epsilon", "samples"))
    # Always there: what comes and goes above the charts would have the browser make both of them anew.
    st.caption(say(preset.note) if preset else say(OWN))
    try:
        table = read_formula(values["f"], values["bits"]).table
    except FormulaError as error:
        _explain(values["f"], error)
        return
    mass = mass_by_degree(table)
    order = effective_order(table, values["epsilon"])
    left, right = st.columns([0.62, 0.38], gap="medium")
    with left:
        live_chart("theory_k_walsh", walsh_figure(mass, theme=theme(), height=300, order=order), "walsh")
        live_chart("theory_k_rule", _rule(values, order), "rule")
    with right:
        st.markdown(_verdict(values, order))


def _explain(text: str, error: FormulaError) -> None:
    """Where the formula fails, with a mark under the place."""
    st.error(str(error), icon=":material/error:")
    st.code(f"{text}\n{' ' * (error.position - 1)}^", language=None)
    st.markdown(say("What was written stays as it is. {grammar}", grammar=say(GRAMMAR)))


def _rule(values: Values, order: int) -> go.Figure:
    factor = order * sample_factor(values["samples"])
    low, high = (kappa * factor for kappa in KAPPA_RANGE)
    return rule_figure(low, KAPPA_BEST * factor, high, values["bits"] / 4, theme())


def _verdict(values: Values, order: int) -> str:
    bits, samples = values["bits"], values["samples"]
    rule = suggested_harmonics(order, samples)
    said = [
        f"## m_eff = {order}",
        say(
            "Degrees 0 to {order}, shaded, hold at least {share} of the energy.",
            order=order,
            share=f"{100 * (1 - values['epsilon']):g}%",
        ),
        f"## K* = {rule.low} … {rule.high}",
        say(
            "by κ from {low} to {high} at N = {samples}; best near {best}.",
            **_kappa(),
            samples=f"{samples:,}",
            best=rule.best,
        ),
        say("The paper's shorthand d/4 for {bits} bits: {quarter}.", bits=bits, quarter=f"**{bits / 4:g}**"),
    ]
    if order < bits:
        said.append(say("d/4 counts all bits, m_eff only what the function makes of them: here they differ."))
    return "\n\n".join(said)


def _kappa() -> dict[str, str]:
    low, high = KAPPA_RANGE
    return {"low": f"{low:g}", "high": f"{high:g}"}


# ---- measured


@st.fragment
def show_measured() -> None:
    """Runs on the parity of all bits, nothing flipped, by K and bits."""
    measured = measured_runs()
    measured.name_left_out()
    runs = measured.of_whole_parities
    st.header(say("Measured: which K learned the parity of all bits"), anchor="measured")
    if not runs:
        st.info(say("Not measured yet."))
        return
    by_setting: defaultdict[str, list[ParityRun]] = defaultdict(list)
    for run in runs:
        by_setting[run.init].append(run)
    settings = sorted(by_setting, reverse=True, key=lambda name: (_cells_of(by_setting[name]), name))
    st.markdown(
        say(
            "Each cell counts seeds: how many of its runs learned the parity, more than half the way from guessing to "
            "all right. Framed are the K that the paper's rule names for so many bits and samples. “–”: not measured "
            "on three seeds or more. How the first layer's weights are drawn decides a lot; choose it here:"
        )
    )
    chosen = pick("theory_k_start", say("First layer"), settings, shown=_start_words)
    address.tell("measured", address.noted())
    shown = by_setting[chosen]
    chart("theory_k_success", _success(shown))
    st.subheader(say("Where the rule holds, and where it fails"), anchor=False)
    st.dataframe(pd.DataFrame(_rule_rows(runs)), hide_index=True, key="theory_k_settings")
    st.caption(
        say(
            "Every setting in which at least two K were measured. The rule's K are those of κ from {low} to {high} "
            "with the paper's growth by log N, as above.",
            **_kappa(),
        )
    )


def _cells_of(runs: Sequence[ParityRun]) -> int:
    return len({(run.harmonics, run.bits) for run in runs})


def _start_words(init: str) -> str:
    """A rule of first layers in words; a link holds its name."""
    rule = parse_init(init)
    if rule.name == "uniform":
        return say("weights from ±{c}", c=f"{rule.c:g}")
    return say("all weights +c or −c") if rule.name == "rademacher" else init


def _success(runs: Sequence[ParityRun]) -> go.Figure:
    columns = sorted({(run.bits, run.samples) for run in runs})
    cells: dict[tuple[int, int], tuple[int, int]] = {}
    for run in runs:
        place = run.harmonics, columns.index((run.bits, run.samples))
        learned, count = cells.get(place, (0, 0))
        cells[place] = learned + run.learned, count + 1
    rules = [suggested_harmonics(bits, samples) for bits, samples in columns]
    counts = sorted({run.harmonics for run in runs})
    return success_figure(cells, counts, columns, [(rule.low, rule.high) for rule in rules], theme())


def _rule_rows(runs: Sequence[ParityRun]) -> list[dict[str, str]]:
    """A row a setting: what the rule says, which K learned on every seed, on some, on none."""
    groups: defaultdict[tuple[int, int, str], defaultdict[int, list[ParityRun]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for run in runs:
        groups[run.bits, run.samples, run.init][run.harmonics].append(run)
    rows = []
    for (bits, samples, init), by_k in sorted(groups.items()):
        if len(by_k) < 2:
            continue
        rule = suggested_harmonics(bits, samples)
        inside = [k for k in by_k if rule.low <= k <= rule.high]
        every = [k for k in sorted(by_k) if all(run.learned for run in by_k[k])]
        none = [k for k in sorted(by_k) if not any(run.learned for run in by_k[k])]
        some = [k for k in sorted(by_k) if k not in every and k not in none]
        rows.append(
            {
                say("Bits"): str(bits),
                say("Samples N"): f"{samples:,}",
                say("The rule's K"): f"{rule.low} … {rule.high}",
                say("So the rule"): _judged(inside, every, none),
                say("Every seed learned"): _with_range(every, by_k),
                say("Some did"): _with_range(some, by_k),
                say("None did"): _with_range(none, by_k),
                say("First layer"): _start_words(init),
            }
        )
    return rows


def _with_range(counts: Sequence[int], by_k: defaultdict[int, list[ParityRun]]) -> str:
    """ "K = 4, 8: 99.7 to 100%"."""
    if not counts:
        return "–"
    scores = [100 * run.accuracy for k in counts for run in by_k[k]]
    low, high = f"{min(scores):.1f}", f"{max(scores):.1f}"
    span = f"{low}%" if low == high else say("{low} to {high}%", low=low, high=high)
    return f"K = {', '.join(map(str, counts))}: {span}"


def _judged(inside: Sequence[int], every: Sequence[int], none: Sequence[int]) -> str:
    if not inside:
        return say("names no K that was measured")
    failed = [k for k in inside if k in none]
    if failed and every:
        return say("fails: of its K, {failed} never learn, and {every} do", failed=listed(failed), every=listed(every))
    if failed:
        return say("can't be judged: no K learned on every seed")
    if all(k in every for k in inside):
        return say("holds, and {count} other K learn too", count=len([k for k in every if k not in inside]))
    return say("holds for some of its K and some seeds")


if __name__ == "__main__":
    head(marked("Which K?"), EQUATION, LOOK)
    show_function()
    show_measured()
