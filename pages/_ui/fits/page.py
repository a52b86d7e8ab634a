"""What the experiments of the continuous page have in common, and the page around one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui.controls.board import Board, group
from pages._ui.controls.branching import Branching
from pages._ui.controls.training import draw_models, new_seed
from pages._ui.fits.charts import Charts, charts_dialog
from pages._ui.jobs.promote import LAUNCH, full_size_of, promotion_button
from pages._ui.jobs.shared import job_control
from pages._ui.live.sessions import Shown, asked_chart, assemble, show_run
from pages._ui.share.exports import export_shelf
from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Toggle, Values
from tesla_core.lab.surroundings import Surroundings
from tesla_core.lab.training import panels_of, settings_of
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.live import Task
from tesla_core.wording import counted

INITS = ("default", *(f"uniform({c})" for c in (1, 2, 3, 4, 10, 20, 30)), "own")
PUBLISHED = Toggle(
    "published", "SIREN starts by its paper's rule", True, rare=True, help="Whatever “First layer” says."
)


def nothing() -> Mapping[str, str]:
    return {}


def no_image(_launched: bool) -> str:
    return ""


def unmeasured(_values: Values) -> str:
    return ""


@dataclass(frozen=True)
class Experiment:
    """One of them. intro: what a panel is, in a sentence.

    draw_data: its widgets in the Data group. task_of, scene_of: from the controls' values. charts: of one panel.
    extras: what else a link must hold. image: the name by which jobs know a picture that was brought; it is kept on
    disk only when they are launched. why: the fold below. resolution: of its pictures, where they have no size of their
    own. yardstick: a sentence on what the numbers are to be held against.
    """

    label: str
    intro: str
    board: Board
    draw_data: Callable[[Board], Values]
    task_of: Callable[[Values], Task]
    scene_of: Callable[[Values], Surroundings]
    charts: Charts
    why: Callable[[], None]
    extras: Callable[[], Mapping[str, str]] = field(default=nothing)
    image: Callable[[bool], str] = field(default=no_image)
    resolution: int = 48
    yardstick: Callable[[Values], str] = field(default=unmeasured)

    def spec_of(self, values: Values) -> LiveSpec:
        return LiveSpec(
            task=self.task_of(values),
            panels=tuple(_started(panel, values["published"]) for panel in panels_of(values)[0]),
            settings=settings_of(values),
            seed=values["seed"],
            resolution=self.resolution,
        )


def _started(panel: ModelSpec, published: bool) -> ModelSpec:
    """A panel with its activation's own first-layer rule, if it has one and shall keep it."""
    has_own = panel.entry.has_own_init
    return replace(panel, init="own") if published and has_own else panel


def draw_seed(board: Board) -> Values:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        seed = board.draw("seed")
        st.button("New seed", on_click=new_seed, args=(board,), key=board.key("new seed"))
    return {"seed": seed}


def show_experiment(experiment: Experiment, head: DeltaGenerator) -> None:
    """Sidebar, canvas and what is below it. head: the row of the page's title, where the presets go."""
    board, branching = experiment.board, Branching(experiment.board)
    board.admit()
    branching.admit()
    with group("Data"):
        values = experiment.draw_data(board)
    with group("Models"):
        values |= draw_models(board, branching)
    values = {control.name: board.default(control.name) for control in board.controls} | values
    with head:
        preset = board.preset_list(branching.initial(values), branching.words)
    shown = assemble(board, branching, values, experiment.spec_of)
    board.show_messages({**values, **experiment.extras()})
    scene = experiment.scene_of(shown.values)
    show_run(board, branching, shown, scene, experiment.extras())
    if said := " ".join(filter(None, (preset.note if preset else "", experiment.yardstick(shown.values)))):
        st.caption(said)
    _show_full_size(shown, experiment.image)
    export_shelf(board.prefix, shown.spec, shown.labels, (), None, scene.file)
    experiment.why()
    if asked := asked_chart(board, shown.spec.panels):
        charts_dialog(experiment.charts, shown.spec, *asked, label=shown.labels[asked[0]])


def _show_full_size(shown: Shown, image: Callable[[bool], str]) -> None:
    spec = shown.spec
    train = spec.samples
    panel = spec.panels[0]
    st.caption(
        f"Kept small, so that you can watch it train: {counted(panel.depth, 'hidden layer')} of {panel.width} neurons, "
        f"{counted(train, 'sample')}, {counted(spec.settings.epochs, 'epoch')}."
    )
    try:
        name = image(bool(st.session_state.get(LAUNCH)) and job_control().person.may_launch)
    except TeslaError as error:
        st.error(str(error))
        return
    promotion_button(full_size_of(spec, name), "Run at full size as jobs")
