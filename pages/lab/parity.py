"""Parity as a picture: who finds the rule behind the strings it never saw?"""

from __future__ import annotations

import streamlit as st

from pages._ui.controls.board import Board, group
from pages._ui.controls.branching import Branching
from pages._ui.controls.training import draw_models, new_seed
from pages._ui.jobs.promote import promote_button
from pages._ui.live.sections import show_section
from pages._ui.live.sessions import asked_chart, assemble, show_run
from pages._ui.live.sharp import sharp_dialog
from pages._ui.page_style import use_full_width
from pages._ui.share.exports import export_shelf
from tesla_core.lab.controls import Number, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Story, Surroundings
from tesla_core.lab.training import panels_of, settings_of, stop_of, training_controls
from tesla_core.live.spec import LiveSpec
from tesla_core.problems.parity.neighbour_words import NEIGHBOURS
from tesla_core.problems.parity.surface import FEWEST_BITS, MOST_BITS, SurfaceTask
from tesla_core.problems.parity.tickets import TICKETS

PAPER_PANELS = [
    *(f"TESLA K={harmonics}" for harmonics in (2, 4, 8, 16)),
    *("ReLU", "GELU", "SiLU", "Tanh", "SIREN ω₀=30", "SNAKE α=1", "KAN"),
]
NAMES = ("even", "odd")
PARITY = (
    "Parity asks whether a string of bits has an even or an odd number of ones: 01101 00010 has four, so it is even; "
    "flip any one bit and it is odd. Each cell of a picture is one string, orange for odd and blue for even. The "
    "models are trained on the dotted ones: who finds the rule behind the others?"
)
WALSH = (
    "*Walsh energy by degree* splits what a panel says into parts that depend on 0, 1, 2, … bits together. The parity "
    "of n bits lies wholly at degree n."
)
BITS_HELP = (
    f"As many as a picture holds: {MOST_BITS} bits are {2**MOST_BITS:,} strings. The Jobs page trains on longer ones, "
    "with flipped labels too, and the Paper page has the paper's 16 to 32 bits."
)
CONTROLS = (
    Number("bits", "Bits", 10, BITS_HELP, low=FEWEST_BITS, high=MOST_BITS),
    Number("seen", "Strings to learn from", 350, low=1, high=2**MOST_BITS - 1, slider=False),
    *training_controls(panels=PAPER_PANELS, lr=1e-3, batch=32, epochs=50, init="uniform(0.5)"),
)
PRESETS = (
    Preset(
        "The paper's surface: 10 bits, 350 strings",
        "TESLA with K = 4 or more finds the rule, and so do SIREN and KAN. The others miss it: ReLU ends up right on "
        "about half of the unseen strings, GELU, SiLU, Tanh, SNAKE and TESLA with K = 2 on fewer. The chart below "
        "shows why. The paper names no start for the first layer: here every panel's weights are drawn evenly from "
        "-0.5 to 0.5.",
        {},
    ),
    Preset(
        "The same with PyTorch's own start",
        "First-layer weights within ±0.32: with K = 8 or 16 some wave still starts out leaning towards the parity, and "
        "they find the rule, as SIREN and KAN do; K = 4 needs luck. ReLU ends at 50 to 61%, the others below half. "
        "Compare “Before training” below.",
        {"init": "default"},
    ),
    Preset(
        "Six bits: a small one",
        "64 strings, half of them seen: so few that luck decides. With seed 1 TESLA with K = 4 or 8 finds the rule; "
        "with 0 and 2 nobody does. ReLU, GELU, SiLU, Tanh, SNAKE and K = 2 stay below 40%: they answer as for the "
        "seen neighbours, which have the other parity.",
        {"bits": 6, "seen": 32, "batch": 8},
    ),
    Preset(
        "Twelve bits, a quarter seen",
        "4,096 strings. TESLA with K = 4 or more and SIREN have the rule within ten epochs, KAN by the end. ReLU gets "
        "to 67 to 81%, and the others are right on fewer than half. Look at “Before training” below before you play: "
        "only TESLA with K = 4 or more and SIREN start with a wave that leans clearly towards the parity.",
        {"bits": 12, "seen": 1024},
    ),
    Preset(
        "First layer made for parity, for everyone",
        "All weights of a neuron have the same size and random signs: a rule that knows the task. TESLA, SIREN and "
        "SNAKE have the parity within five epochs; ReLU, GELU and Tanh, which miss it otherwise, end at 95% or more, "
        "SiLU at about 80%. KAN has no such layer and learns as before.",
        {"init": "rademacher"},
    ),
)
BOARD = Board("p_", CONTROLS, PRESETS)
BRANCHING = Branching(BOARD)


def draw_data() -> Values:
    """The Data group."""
    values: Values = {"bits": BOARD.draw("bits"), "seen": BOARD.draw("seen")}
    most = 2 ** values["bits"] - 1
    if values["seen"] > most:
        BOARD.tell(f"{values['bits']} bits make {most + 1:,} strings: learning from {most // 2:,}, half of them.")
        values["seen"] = most // 2
    with st.container(horizontal=True, vertical_alignment="bottom"):
        values["seed"] = BOARD.draw("seed")
        st.button("New seed", on_click=new_seed, args=(BOARD,), key=BOARD.key("new seed"))
    return values


def spec_of(values: Values) -> LiveSpec:
    return LiveSpec(
        task=SurfaceTask(values["bits"], values["seen"], values["seed"]),
        panels=panels_of(values)[0],
        settings=settings_of(values),
        seed=values["seed"],
        stop=stop_of(values),
    )


def scene_of(values: Values) -> Surroundings:
    strings, seen = 2 ** values["bits"], values["seen"]
    return Surroundings(
        Story("cells", data=f"{values['bits']}-bit parity", seen=seen, unseen=strings - seen),
        truth="Ground truth",
        truth_text=f"{seen:,} of {strings:,} seen (dots)",
        class_names=NAMES,
        titles=("seen", "unseen"),
        spectrum=True,
        file=f"tesla-parity-{values['bits']}",
    )


def why() -> None:
    with st.expander("Why does TESLA find it, and why are others right on half or fewer?"):
        st.markdown(
            "Each string of n bits is a cell: its first half is the row, its second half the column, read as binary "
            "numbers. Its parity flips with every single bit, so all n *neighbours* of a string, one bit away, have "
            "the opposite parity. A model that remembers its strings and guesses would be right on half of the rest. "
            "One that draws a smooth surface through them does worse: it answers as for the nearest seen strings, and "
            "for nearly every unseen string these are neighbours. We call an accuracy *significantly below half* when "
            "guessing would come out as low less than once in a thousand times (an exact binomial test with the number "
            "of unseen strings)."
        )
        st.markdown(
            "A wave of a weighted sum is another matter: with inputs ±1, harmonic k of a neuron with weights w "
            "correlates with the parity by"
        )
        st.latex(r"\prod_{i=1}^{n}\left|\sin(k\,w_i)\right|,")
        st.markdown(
            "so a layer of width × K waves holds as many tickets in a lottery. A ticket wins when it stands clear of "
            "the sampling noise 1/√N. The Walsh energy beside the panels shows the same from the other side: a panel "
            "that has found the rule has all its energy at degree n."
        )


def page() -> None:
    use_full_width()
    BOARD.admit()
    BRANCHING.admit()
    head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    with group("Data"):
        values = draw_data()
    with group("Models"):
        values |= draw_models(BOARD, BRANCHING)
    values = {control.name: BOARD.default(control.name) for control in CONTROLS} | values
    with head:
        st.title("Parity surfaces", anchor=False, width="content")
        preset = BOARD.preset_list(BRANCHING.initial(values), BRANCHING.words)
    st.caption(PARITY)
    shown = assemble(BOARD, BRANCHING, values, spec_of)
    BOARD.show_messages(values)
    show_run(BOARD, BRANCHING, shown, scene_of(shown.values), {})
    if preset:
        st.caption(preset.note)
    st.caption(WALSH)
    for section in (NEIGHBOURS, TICKETS):
        show_section(BOARD.prefix, section, shown.spec, shown.labels)
    promote_button(shown.spec)
    export_shelf("p", shown.spec, shown.labels, NAMES, ("seen", "unseen"), f"tesla-parity-{shown.values['bits']}")
    why()
    if asked := asked_chart(BOARD, shown.spec.panels):
        sharp_dialog(shown.spec, *asked, label=shown.labels[asked[0]], names=NAMES)


if __name__ == "__main__":
    page()
