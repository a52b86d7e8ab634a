"""A problem of the Continuous page: sidebar, canvas and what is below it, as the problem's `FitPage` says."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui.charts import chart, theme
from pages._ui.controls.board import Board, group
from pages._ui.controls.branching import Branching
from pages._ui.controls.brought import brought_picture, draw_picture
from pages._ui.controls.training import draw_models, new_seed
from pages._ui.jobs.promote import LAUNCH, full_size_of, promotion_button
from pages._ui.jobs.shared import job_control
from pages._ui.live.sessions import Shown, asked_chart, assemble, show_run
from pages._ui.share.exports import export_shelf
from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Values
from tesla_core.lab.page import FitPage
from tesla_core.lab.surroundings import Fold, Formula
from tesla_core.lab.training import fitted_panels, settings_of
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.wording import counted

WAIT_SECONDS = 15


def board_of(page: FitPage) -> Board:
    return Board(page.prefix, page.controls, page.presets)


def spec_of(page: FitPage, values: Values) -> LiveSpec:
    """The run that the page's values ask for."""
    return LiveSpec(
        task=page.task_of(values),
        panels=fitted_panels(values),
        settings=settings_of(values),
        seed=values["seed"],
        resolution=page.resolution,
    )


def show_fit_page(page: FitPage, head: DeltaGenerator) -> None:
    """head: the row of the page's title, where the presets go."""
    board = board_of(page)
    branching = Branching(board)
    board.admit()
    branching.admit()
    with group("Data"):
        values = _draw_data(page, board)
    with group("Models"):
        values |= draw_models(board, branching)
    values = {control.name: board.default(control.name) for control in board.controls} | values
    with head:
        preset = board.preset_list(branching.initial(values), branching.words)
    shown = assemble(board, branching, values, lambda given: spec_of(page, given))
    board.show_messages(values)
    around = page.around(shown.values)
    show_run(board, branching, shown, around, _linked(page, values))
    if said := " ".join(filter(None, (preset.note if preset else "", page.yardstick(shown.values)))):
        st.caption(said)
    _show_full_size(page, shown)
    export_shelf(board.prefix, shown.spec, shown.labels, (), None, around.file)
    show_fold(page.why)
    if asked := asked_chart(board, shown.spec.panels):
        _charts_dialog(page, shown.spec, *asked, label=shown.labels[asked[0]])


def _draw_data(page: FitPage, board: Board) -> Values:
    """The Data group's widgets; the seed stands last, with a button for another."""
    values: Values = {}
    for name in page.data:
        values[name] = board.draw(name)
        if page.picture and page.picture.below == name:
            chosen = values[name] == page.picture.choice
            if chosen:
                draw_picture(board, page.picture)
            values[page.picture.name] = brought_picture(board, page.picture)[0] if chosen else None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        values["seed"] = board.draw("seed")
        st.button("New seed", on_click=new_seed, args=(board,), key=board.key("new seed"))
    return values


def _linked(page: FitPage, values: Values) -> dict[str, str]:
    """What a link must hold beside the controls: the word by which a picture is found that was brought."""
    brought = values[page.picture.name] if page.picture else None
    return {page.picture.name: brought.word} if page.picture and brought else {}


def _show_full_size(page: FitPage, shown: Shown) -> None:
    spec = shown.spec
    panel = spec.panels[0]
    st.caption(
        f"Kept small, so that you can watch it train: {counted(panel.depth, 'hidden layer')} of {panel.width} neurons, "
        f"{counted(spec.samples, 'sample')}, {counted(spec.settings.epochs, 'epoch')}."
    )
    image = ""
    if page.picture and (brought := shown.values.get(page.picture.name)):
        launched = bool(st.session_state.get(LAUNCH)) and job_control().person.may_launch
        try:
            image = page.picture.job_image(brought, launched)
        except TeslaError as error:
            st.error(str(error))
            return
    promotion_button(full_size_of(spec, image), "Run at full size as jobs")


def show_fold(fold: Fold) -> None:
    """What a reader may unfold."""
    with st.expander(fold.title):
        for block in fold.blocks:
            if isinstance(block, Formula):
                st.latex(block.latex)
            else:
                st.markdown(block)


def _charts_dialog(page: FitPage, spec: LiveSpec, panel: int, epoch: float, label: str) -> None:
    """Open a panel's charts over the page."""

    @st.dialog(f"{label} at epoch {epoch:.0f}", width="large")
    def show() -> None:
        try:
            client = live_service().client(WAIT_SECONDS)
            figures = page.chart_maker()(client, spec, panel, epoch, label, theme())
        except TeslaError as error:
            st.info(str(error))
            return
        for place, figure in enumerate(figures):
            chart(f"fit chart {place}", figure)

    show()
