"""The lottery: winning tickets counted on drawn weights, the bound beside them, and who learned with how many."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.controls.board import Board
from pages._ui.jobs.plot import live_chart
from pages._ui.theory.measured import measured_runs
from pages._ui.theory.page import draw_controls, head, read_controls
from pages._ui.theory.play import playable
from pages._ui.theory.tickets import GROUPS, by_tickets
from tesla_core.analysis.alignment import expected_tickets, mean_square_sine
from tesla_core.analysis.lottery import MOST_BITS, DrawnTickets, draw_tickets
from tesla_core.figures.theory.lottery import harmonics_figure, ticket_success_figure, tickets_figure
from tesla_core.lab.controls import Choice, Number, Values
from tesla_core.lab.presets import Preset
from tesla_core.messages.say import marked, say

EQUATION = r"\mathbb{E}[\text{tickets}]\;\le\;\text{width}\cdot K\cdot N\cdot 2^{-d}"
LOOK = marked(
    "Before training, each wave of each neuron leans a little towards the parity of d bits, by ∏|sin k·wᵢ|: mostly by "
    "nothing, now and then by more than the noise 1/√N of N samples. That is a *winning ticket*, something for "
    "training to follow. For phases spread evenly there are on average no more than width · K · N · 2⁻ᵈ, a bound "
    "and not an estimate. **Move the bits and look at** how far below it the counted line runs, where the count falls "
    "under one, and how a small c lifts it: then all factors of a wave with k·c near 2.25 are large together."
)
SIZES = (16, 32, 64, 128, 256, 512, 1024)
SAMPLES = (100, 350, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
BOARD = Board(
    "theory_l_",
    (
        Number("bits", marked("Bits d"), 24, low=2, high=MOST_BITS),
        Number("harmonics", marked("Harmonics K"), 8, low=1, high=32),
        Choice("width", marked("Width"), 128, options=SIZES, slider=True),
        Choice("samples", marked("Samples N"), 100_000, options=SAMPLES, slider=True),
        Number(
            "c",
            marked("Weights drawn from ±c"),
            3.14,
            marked("At 3.14 the phases are spread evenly over the circle, as the law assumes."),
            low=0.05,
            high=3.14,
            step=0.01,
        ),
    ),
    (
        Preset(
            marked("24 bits, even phases: the law's own case"),
            marked("The bound says six, the count less than one."),
            {},
        ),
        Preset(
            marked("32 bits, ±0.35: more than the law allows"),
            marked(
                "Even phases would hold at most 0.02 tickets; these weights, all of a size, hold ten times as many and "
                "more."
            ),
            {"bits": 32, "c": 0.35},
        ),
        Preset(
            marked("Sure: 10 bits, K = 8"),
            marked("Ten bits from 350 strings, ±0.5: every draw holds a ticket."),
            {"bits": 10, "samples": 350, "c": 0.5},
        ),
        Preset(
            marked("Hopeless: 10 bits, K = 1"),
            marked("The same with one harmonic: no factor is above sin 0.5, and no draw holds a ticket."),
            {"bits": 10, "samples": 350, "c": 0.5, "harmonics": 1},
        ),
    ),
)
SURE, HOPELESS = 0.95, 0.05  # share of draws that hold a ticket


@st.cache_data(max_entries=512, show_spinner=False)
def counted(width: int, harmonics: int, samples: int, c: float) -> DrawnTickets:
    """The same draw for everybody who sets the same."""
    return draw_tickets(width, harmonics, samples, c, np.random.default_rng(11))


@st.fragment
def show_count() -> None:
    """Sliders, the count and its bounds; a slider runs this part alone."""
    values = read_controls(BOARD)
    preset = BOARD.preset_list(values)
    draw_controls(BOARD, values, ("bits", "harmonics", "width", "samples", "c"))
    bits, c = values["bits"], values["c"]
    lottery = values["width"], values["harmonics"], values["samples"]
    found = counted(*lottery, c)
    even = [expected_tickets(*lottery, length) for length in range(1, MOST_BITS + 1)]
    own = [expected_tickets(*lottery, length, half_range=c) for length in range(1, MOST_BITS + 1)]
    left, right = st.columns([0.62, 0.38], gap="medium")
    with left:
        live_chart("theory_l_tickets", tickets_figure(found.by_bits, even, own, bits, theme(), 360), "tickets")
    with right:
        st.markdown(_verdict(values, found, even[bits - 1], own[bits - 1]))
        _play(values)
        if preset:
            st.caption(say(preset.note))
    bound = [
        values["width"] * min(1.0, values["samples"] * mean_square_sine(k, c) ** bits)
        for k in range(1, values["harmonics"] + 1)
    ]
    live_chart(
        "theory_l_by_harmonic", harmonics_figure(found.by_harmonic[:, bits - 1], bound, theme(), 250), "harmonics"
    )


def _verdict(values: Values, found: DrawnTickets, even: float, own: float) -> str:
    bits = values["bits"]
    held = float(found.held[bits - 1])
    if held >= SURE:
        call = say("A sure thing")
    elif held <= HOPELESS:
        call = say("Hopeless, as far as tickets go")
    else:
        call = say("Luck decides")
    return "\n\n".join(
        [
            f"## {call}",
            say(
                "**{tickets} tickets** a network, counted on {draws} that were drawn; {held} of them hold at least "
                "one.",
                tickets=f"{found.by_bits[bits - 1]:.2g}",
                draws=found.draws,
                held=f"{held:.0%}",
            ),
            say(
                "The law for even phases: at most **{even}**. The same bound for weights from ±{c}: at most **{own}**.",
                even=f"{even:.2g}",
                own=f"{own:.2g}",
                c=f"{values['c']:g}",
            ),
        ]
    )


def _play(values: Values) -> None:
    """The way to a page where the setting trains, as near as it can."""
    near = playable(values["bits"], values["samples"], values["width"], values["harmonics"], values["c"])
    if near is None:
        st.caption(
            say(
                "No page plays strings of {bits} bits live; the Jobs page trains on them.",
                bits=values["bits"],
            )
        )
        return
    st.page_link(
        near.page, label=say("Train this setting live"), icon=":material/play_circle:", query_params=near.query
    )
    st.caption(
        say(
            "There: {seen} strings, weights from ±{c}, the nearest that page can set.",
            seen=f"{near.seen:,}",
            c=f"{near.half_range:.2g}",
        )
    )


def show_success() -> None:
    """Every run measured, by the tickets of its own first layer."""
    measured = measured_runs()
    measured.name_left_out()
    st.header(say("Measured: who learned, with how many tickets"), anchor="measured")
    learned, runs = by_tickets(measured.runs)
    if not any(runs):
        st.info(say("Not measured yet."))
        return
    st.markdown(
        say(
            "For each of {runs} runs that were measured (parities with and without flipped labels, secret subsets; "
            "TESLA, SIREN and SNAKE, whose first layers are waves) the first layer was drawn again from its seed and "
            "its tickets counted. **With at least one ticket {good} of {with_one} learned; with none, but a wave near "
            "the noise, {lucky} of {near}; with no wave near it, {against} of {far}.**",
            runs=sum(runs),
            good=sum(learned[2:]),
            with_one=sum(runs[2:]),
            lucky=learned[1],
            near=runs[1],
            against=learned[0],
            far=runs[0],
        )
    )
    chart("theory_l_success", ticket_success_figure([say(name) for name in GROUPS], learned, runs, theme(), 340))
    st.caption(
        say(
            "“Near”: the best wave is within a factor of ten of the noise 1/√N. Flipped labels hide a part 2p of every "
            "alignment, which is taken off. Runs whose first layer follows their activation's own rule are left out."
        )
    )


if __name__ == "__main__":
    head(marked("The lottery"), EQUATION, LOOK)
    show_count()
    show_success()
