"""The run that the Spectra and Taylor pages look into: made by the sidebar's controls, or brought along by a link.

Any live run with a TESLA panel can be opened: `{prefix}run=` holds its spec as one word, as other pages write it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui.controls import address
from pages._ui.controls.board import Board, group
from pages._ui.controls.branching import Branching
from pages._ui.controls.training import draw_models, new_seed
from pages._ui.live.sessions import assemble, show_run
from pages._ui.live.view import live_view
from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Choice, Control, Number, Values
from tesla_core.lab.panels import read_panel
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Story, Surroundings
from tesla_core.lab.training import panels_of, settings_of, stop_of, training_controls
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.task import TOYS, ToyTask
from tesla_core.training.settings import MOST_PANELS

PARITY = "parity"
PANELS = ["TESLA K=4", "TESLA K=8"]
STYLE = Path(__file__).parents[3] / "assets" / "pages" / "inspect.css"
CANVAS_HEIGHT = 236  # a row of panels that leaves room for charts on the same screen


@dataclass(frozen=True)
class Source:
    """A run with at least one TESLA panel. classes: what the task's classes are called."""

    spec: LiveSpec
    labels: tuple[str, ...]
    classes: tuple[str, ...]

    @property
    def teslas(self) -> tuple[int, ...]:
        """Which panels have harmonics."""
        return teslas_of(self.spec.panels)

    @property
    def unseen(self) -> str:
        """What the nets are tested on."""
        return "unseen strings" if isinstance(self.spec.task, SurfaceTask) else "test points"


def teslas_of(panels: Sequence[ModelSpec]) -> tuple[int, ...]:
    return tuple(index for index, panel in enumerate(panels) if panel.entry.series)


def source_controls() -> tuple[Control, ...]:
    """The table of the sidebar's controls."""
    names = (*(toy.label for toy in TOYS.values()), "Parity of all strings")
    return (
        Choice("data", "Data", "checkerboard", options=(*TOYS, PARITY), names=names),
        Number("turns", "Turns", 2.0, low=0.5, high=4.0, step=0.5),
        Number("cells", "Cells a side", 8, low=2, high=16, step=2),
        Number("samples", "Points", 1000, low=40, high=4000, step=20),
        Number("bits", "Bits", 10, low=4, high=12),
        Number("seen", "Strings trained on", 350, low=8, high=4000, slider=False),
        *training_controls(panels=PANELS, lr=1e-3, batch=100, epochs=200),
    )


def parity_preset(note: str) -> Preset:
    """The paper's surface: 10 bits, a third of the strings seen, small batches."""
    return Preset(
        "Parity of 10 bits",
        note,
        {"data": PARITY, "bits": 10, "seen": 350, "batch": 32, "init": "uniform(0.5)", "epochs": 50},
    )


def show_source(board: Board, branching: Branching, title: str) -> Source:
    """Title, sidebar, messages and canvas."""
    board.admit()
    branching.admit()
    st.html(STYLE)
    head, chooser = st.columns([0.62, 0.38], vertical_alignment="center")
    with head, st.container(horizontal=True, vertical_alignment="center", key="source_head"):
        st.title(title, anchor=False, width="content")
        note = st.container()
    given = _given_run(board)
    if given is not None:
        return _show_given(board, given, chooser)
    with group("Data"):
        values = _draw_data(board)
    with group("Models"):
        values |= draw_models(board, branching)
    values = {control.name: board.default(control.name) for control in board.controls} | values
    with chooser:
        preset = board.preset_list(branching.initial(values), branching.words)
    values = _with_tesla(board, values)
    shown = assemble(board, branching, values, spec_of)
    board.show_messages(values)
    scene = _beside_charts(shown.spec)
    show_run(board, branching, shown, scene, {})
    if preset:
        note.caption(preset.note)
    return Source(shown.spec, shown.labels, scene.class_names)


def _draw_data(board: Board) -> Values:
    values: Values = {"data": board.draw("data")}
    toy = TOYS.get(values["data"])
    if toy is None:
        values |= {name: board.draw(name) for name in ("bits", "seen")}
    else:
        names = ([toy.option.name] if toy.option else []) + ["samples"]
        values |= {name: board.draw(name) for name in names}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        values["seed"] = board.draw("seed")
        st.button("New seed", on_click=new_seed, args=(board,), key=board.key("new seed"))
    return values


def _with_tesla(board: Board, values: Values) -> Values:
    """A list of panels without a TESLA gets one: there would be nothing to look into."""
    if teslas_of([read_panel(text) for text in values["panels"]]):
        return values
    board.tell(f"Only TESLA has harmonics to look into; {PANELS[-1]} was added to the panels.")
    return {**values, "panels": [*values["panels"][: MOST_PANELS - 1], PANELS[-1]]}


def spec_of(values: Values) -> LiveSpec:
    return LiveSpec(
        task=_task_of(values),
        panels=panels_of(values)[0],
        settings=settings_of(values),
        seed=values["seed"],
        stop=stop_of(values),
    )


def _task_of(values: Values) -> ToyTask | SurfaceTask:
    seed = values["seed"]
    toy = TOYS.get(values["data"])
    if toy is None:
        return SurfaceTask(values["bits"], min(values["seen"], 2 ** values["bits"] - 1), seed)
    option: dict[str, Any] = {toy.option.name: values[toy.option.name]} if toy.option else {}
    return ToyTask(toy.name, samples=values["samples"], seed=seed, **option)


def _beside_charts(spec: LiveSpec) -> Surroundings:
    """A canvas that leaves room for charts."""
    return replace(_scene_of(spec), height=CANVAS_HEIGHT)


def _scene_of(spec: LiveSpec) -> Surroundings:
    """What stands around the run, whatever its task."""
    task = spec.task
    if isinstance(task, SurfaceTask):
        return Surroundings(
            Story(
                "cells",
                data=f"parity of {task.bits} bits",
                seen=task.train_size,
                unseen=spec.samples - task.train_size,
            ),
            truth="Parity",
            truth_text=f"{task.train_size} of {spec.samples} seen",
            class_names=("even", "odd"),
            titles=("seen", "unseen"),
            file="tesla-parity",
        )
    assert isinstance(task, ToyTask | PointsTask)
    train = round(spec.samples * task.train_share)
    name = f"the {task.toy.label.lower()}" if isinstance(task, ToyTask) else "these points"
    return Surroundings(
        Story("plane", data=name, unseen=spec.samples - train, classes=spec.classes),
        truth="Data",
        truth_text=f"{train} train, {spec.samples - train} test",
        class_names=tuple(f"class {label}" for label in range(spec.classes)),
        file="tesla-spectra",
    )


# ---- a run that came with the link


def _given_run(board: Board) -> LiveSpec | None:
    """The run in the link, if it is one with something to look into; else a message."""
    key = board.key("run")
    if board.arrived:
        st.session_state[key] = "".join(address.given(key)[-1:])
    word = st.session_state.get(key, "")
    if not word:
        return None
    try:
        spec = LiveSpec.from_link(word)
        if not spec.classes:
            raise TeslaError("The run in this link fits a function; this page looks into runs that tell classes apart.")
        if not teslas_of(spec.panels):
            raise TeslaError("The run in this link has no TESLA panel, so there are no harmonics to look into.")
    except TeslaError as error:
        board.tell(f"{error} Showing “{board.presets[0].name}” instead.")
        st.session_state[key] = ""
        return None
    return spec


def _forget_run(board: Board) -> None:
    st.session_state[board.key("run")] = ""
    address.new_entry()


def _show_given(board: Board, spec: LiveSpec, chooser: DeltaGenerator) -> Source:
    with chooser, st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        st.caption("The run that came with the link", width="content")
        st.button("Choose another", key=board.key("forget run"), on_click=_forget_run, args=(board,))
    labels = tuple(panel.label for panel in spec.panels)
    scene = _beside_charts(spec)
    board.show_messages({"run": spec.address})
    pairs = board.pairs({}, {"run": spec.link})
    live_view(board.key("live"), spec, scene, labels=labels, link=address.query(pairs), on={})
    address.tell("page", pairs, spec.address)
    return Source(spec, labels, scene.class_names)
