"""Decision boundaries: activations race on points in the plane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.board import Board, group
from pages._ui.controls.branching import Branching
from pages._ui.controls.brought import kept, uploader
from pages._ui.controls.training import draw_models, new_seed
from pages._ui.jobs.promote import promote_button
from pages._ui.live.sessions import asked_chart, assemble, show_run
from pages._ui.live.sharp import sharp_dialog
from pages._ui.page_style import use_full_width
from pages._ui.share.exports import export_shelf
from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Choice, Number, Toggle, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Drawing, Story, Surroundings
from tesla_core.lab.training import panels_of, settings_of, stop_of, training_controls
from tesla_core.live.spec import LiveSpec
from tesla_core.problems.toys.point_set import DRAWN_CLASSES, MOST_DRAWN, POINTS_FILE, PointSet, starter_drawing
from tesla_core.problems.toys.points import FEWEST_POINTS, PointsTask
from tesla_core.problems.toys.task import TOYS, ToyTask

INTRO = (
    "Every panel is a network that learns to tell the points of two or more classes apart. All see the same points in "
    "the same order; they differ in their *activation*, the curve that each neuron sends its input through. TESLA "
    "learns that curve, and KAN learns one for each connection; most of the others have a fixed one."
)
DRAWN, FILE = "drawn", "file"
SOURCES = (*TOYS, DRAWN, FILE)
SOURCE_NAMES = (*(toy.label for toy in TOYS.values()), "Drawn by hand", "From a file")
PAPER_PANELS = [
    *(f"TESLA K={harmonics}" for harmonics in (1, 2, 4, 8, 16)),
    *("KAN", "ReLU", "GELU", "SiLU", "Tanh", "SIREN ω₀=30", "SNAKE α=1"),
]
RACE_PANELS = ["TESLA K=2", "TESLA K=4", "TESLA K=8", "ReLU", "GELU", "Tanh", "SIREN ω₀=30", "Fourier features"]

CONTROLS = (
    Choice("data", "Data", "spiral", options=SOURCES, names=SOURCE_NAMES),
    Number("turns", "Turns", 2.0, low=0.5, high=4.0, step=0.5),
    Number("cells", "Cells a side", 4, low=2, high=16, step=2),
    Number("noise", "Noise", 0.02, low=0.0, high=0.5, step=0.01),
    Number("samples", "Points", 1000, low=40, high=4000, step=20),
    Number("train", "Train share (%)", 70, low=10, high=90, step=5),
    Toggle("test_points", "Show test points", True),
    *training_controls(panels=PAPER_PANELS, lr=1e-3, batch=100, epochs=200),
)
PRESETS = (
    Preset(
        "The paper's figure: spiral",
        "Two arms, two turns. SIREN has them after one epoch. The more harmonics (K) TESLA has, the sooner it follows: "
        "K = 16 by epoch 20, 8 by 30, 4 by 60, 2 by about 100. KAN takes 30 epochs, SNAKE 60 to 70, ReLU and GELU 80 "
        "to 130; SiLU, Tanh and K = 1 need all 200 or more.",
        {},
    ),
    Preset(
        "8×8 checkerboard: who sees the squares?",
        "Sixty-four squares from 700 points. SIREN sees most of them by epoch 10; TESLA with K = 8 takes until about "
        "100 and passes it in the end, K = 4 is slower. K = 2, ReLU, GELU and Tanh stay below 70%. Fourier features "
        "know their 700 points by heart and little of the rest.",
        {"data": "checkerboard", "cells": 8, "noise": 0.0, "panels": RACE_PANELS},
    ),
    Preset(
        "Spiral: who gets it first?",
        "Three turns. SIREN needs one epoch, TESLA with K = 8 about 35, K = 4 between 45 and 90, K = 2 about 135. ReLU "
        "and GELU are still on their way at epoch 200, Tanh has hardly begun, and Fourier features know their 700 "
        "points by heart, but not the arms.",
        {"data": "spiral", "turns": 3.0, "noise": 0.01, "panels": RACE_PANELS},
        pace=5,
    ),
    *(
        Preset(f"The paper's figure: {name}", note, {"data": name, "noise": TOYS[name].default_noise})
        for name, note in (
            (
                "circles",
                "One ring inside another: an easy one, which everybody has by epoch 35. SIREN and SNAKE take two "
                "epochs, TESLA fewer with each doubling of its harmonics.",
            ),
            (
                "moons",
                "Two half moons: an easy one too. SIREN has them after one epoch, TESLA with K = 16 by 10, with K = 1 "
                "after 80 or more. In the end all others are at 99%, SIREN anywhere from 86 to 99: look at the shapes "
                "far from the points.",
            ),
            (
                "checkerboard",
                "Sixteen squares. SIREN has over 90% of the test points after ten epochs; TESLA with K = 8 or 16 "
                "passes 95% by epoch 30. K = 2 and 4, KAN, ReLU and SNAKE end above 90%; GELU, Tanh, SiLU and "
                "K = 1 do not. Look at how each cuts the corners.",
            ),
        )
    ),
    Preset(
        "Few noisy points: who overfits?",
        "Thirty points to learn from, with noise, and seventy to be tested on. SIREN bends most freely: by epoch 10 it "
        "has all thirty right and little more than half of the others. TESLA with K = 16 and KAN end with all thirty "
        "right, too, and still fare as well as the rest: 68 to 86% of the others.",
        {"data": "moons", "noise": 0.25, "samples": 100, "train": 30, "batch": 16},
    ),
)
BOARD = Board("b_", CONTROLS, PRESETS)
BRANCHING = Branching(BOARD)


def brought_points(source: str) -> PointSet | None:
    """The drawn or uploaded set in force."""
    return st.session_state.get(BOARD.key("points")) or (starter_drawing() if source == DRAWN else None)


def admit_points() -> None:
    """For who arrives, the points are the address'."""
    if not BOARD.arrived:
        return
    key = BOARD.key("points")
    st.session_state.pop(key, None)
    for word in address.given(key)[-1:]:
        try:
            st.session_state[key] = POINTS_FILE.from_word(word, kept(BOARD.prefix).find)
        except TeslaError as error:
            BOARD.tell(str(error))


def keep_points(points: PointSet) -> None:
    kept(BOARD.prefix).keep(points)
    st.session_state[BOARD.key("points")] = points


def take_drawing(event: Mapping[str, Any]) -> None:
    """Points were placed or taken away. A drawing too short for a run is kept too: it is the person's own."""
    try:
        keep_points(PointSet.from_drawing(event.get("points"), DRAWN_CLASSES))
    except TeslaError as error:
        BOARD.tell(str(error))


def toy_noise() -> None:
    """Another toy comes with its own amount of noise."""
    toy = TOYS.get(st.session_state[BOARD.key("data")])
    if toy:
        BOARD.set("noise", toy.default_noise)
    st.session_state.pop(BOARD.key("points"), None)


def draw_data() -> Values:
    """The Data group."""
    values: Values = {"data": BOARD.draw("data", on_change=toy_noise)}
    toy = TOYS.get(values["data"])
    if values["data"] == FILE:
        uploader(POINTS_FILE, BOARD.key("upload"), keep_points)
    if toy and toy.option:
        values[toy.option.name] = BOARD.draw(toy.option.name)
    if toy:
        values |= {name: BOARD.draw(name) for name in ("noise", "samples")}
    values["train"] = BOARD.draw("train")
    values["test_points"] = BOARD.draw("test_points")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        values["seed"] = BOARD.draw("seed")
        st.button("New seed", on_click=new_seed, args=(BOARD,), key=BOARD.key("new seed"))
    return values


def task_of(values: Values) -> ToyTask | PointsTask:
    share, seed = values["train"] / 100, values["seed"]
    toy = TOYS.get(values["data"])
    if toy is None:
        points = brought_points(values["data"])
        if points is None:
            raise TeslaError("Choose a CSV file with columns x, y, label in the sidebar.")
        if values["data"] == DRAWN and not points.enough:
            points = starter_drawing()  # something to mount; the canvas shows the short drawing and waits
        return PointsTask(points.points, train_share=share, seed=seed)
    option: dict[str, Any] = {toy.option.name: values[toy.option.name]} if toy.option else {}
    return ToyTask(toy.name, samples=values["samples"], noise=values["noise"], train_share=share, seed=seed, **option)


def spec_of(values: Values) -> LiveSpec:
    return LiveSpec(
        task=task_of(values),
        panels=panels_of(values)[0],
        settings=settings_of(values),
        seed=values["seed"],
        stop=stop_of(values),
    )


def scene_of(spec: LiveSpec, values: Values, points: PointSet | None) -> Surroundings:
    toy = TOYS.get(values["data"])
    name = toy.label.lower() if toy else "your points"
    names = points.names if points else ("class 0", "class 1")
    drawing = None
    if values["data"] == DRAWN and points:
        names = tuple(f"class {label}" for label in range(max(DRAWN_CLASSES, len(names))))
        drawing = Drawing(points.points, MOST_DRAWN, FEWEST_POINTS, DRAWN_CLASSES)
    total = spec.samples
    train = round(total * values["train"] / 100)
    return Surroundings(
        Story("plane", data=f"the {name}" if toy else name, unseen=total - train, classes=spec.classes),
        truth="Data",
        truth_text=f"{train} train, {total - train} test",
        class_names=names,
        show_test=values["test_points"],
        drawing=drawing,
        file=f"tesla-{values['data']}",
    )


def page() -> None:
    use_full_width()
    BOARD.admit()
    BRANCHING.admit()
    admit_points()
    head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    with group("Data"):
        values = draw_data()
    with group("Models"):
        values |= draw_models(BOARD, BRANCHING)
    values = {control.name: BOARD.default(control.name) for control in CONTROLS} | values
    with head:
        st.title("Decision boundaries", anchor=False, width="content")
        preset = BOARD.preset_list(BRANCHING.initial(values), BRANCHING.words)
    st.caption(INTRO)
    shown = assemble(BOARD, BRANCHING, values, spec_of)
    points = brought_points(shown.values["data"]) if shown.values["data"] in (DRAWN, FILE) else None
    word = points.word if points else ""
    BOARD.show_messages({**values, "points": word})
    show_run(BOARD, BRANCHING, shown, scene_of(shown.spec, shown.values, points), {"points": word}, points=take_drawing)
    names = points.names if points else ("class 0", "class 1")
    if preset:
        st.caption(preset.note)
    promote_button(shown.spec)
    export_shelf("b", shown.spec, shown.labels, names, ("train", "test"), f"tesla-{shown.values['data']}")
    why()
    if asked := asked_chart(BOARD, shown.spec.panels):
        sharp_dialog(shown.spec, *asked, label=shown.labels[asked[0]], names=names)


def why() -> None:
    with st.expander("Why do they differ?"):
        st.markdown(
            "Every panel has the same layers, sees the same points in the same batches and starts from the same "
            "linear weights; only the activation differs. TESLA learns its activation's shape,"
        )
        st.latex(r"\varphi_K(z)=\sum_{k=1}^{K}\Big(\frac{a_k}{k}\,\sin kz+\frac{b_k}{k}\,\cos kz\Big),")
        st.markdown(
            "and a layer of waves can change its mind many times along a line, where a ReLU neuron bends once. A "
            "boundary that turns often (a spiral, a fine checkerboard) is where that shows. Colour is P(class 1): blue "
            "0, white one half, orange 1; the dark line is one half. Discs are points trained on, rings the test."
        )


if __name__ == "__main__":
    page()
