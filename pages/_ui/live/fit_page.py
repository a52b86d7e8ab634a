"""A problem of the Continuous page: sidebar, canvas and what is below it, as the problem's `FitPage` says."""

from __future__ import annotations

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui.charts import chart, theme
from pages._ui.controls.board import Board
from pages._ui.controls.brought import brought_picture, draw_picture
from pages._ui.jobs.promote import LAUNCH, full_size_of, promotion_button
from pages._ui.jobs.shared import job_control
from pages._ui.live.page import Skeleton, admit, board_of, draw_controls, read_controls, show_end, show_live
from pages._ui.live.sessions import Shown
from pages._ui.markdown import plain
from tesla_core.canvas.runs import fit_run
from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Values
from tesla_core.lab.page import FitPage
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say, say_count

WAIT_SECONDS = 15


def show_fit_page(page: FitPage, head: DeltaGenerator) -> None:
    """head: the row of the page's title, where the presets go."""
    board = board_of(page)
    skeleton = Skeleton(
        board,
        read_data=lambda: _read_data(page, board),
        draw_data=lambda values: _draw_data(page, board, values),
        spec_of=partial(fit_run, page),
        around=lambda shown: page.around(shown.values),
        extras=partial(_linked, page),
    )
    live = show_live(skeleton, admit(skeleton), head)
    if said := " ".join(filter(None, (live.note, page.yardstick(live.shown.values)))):
        st.caption(said)
    _show_full_size(page, live.shown)
    show_end(board, live, (), page.why, partial(_charts_dialog, page))


def _read_data(page: FitPage, board: Board) -> Values:
    """The Data group's values, with the picture that a person brought."""
    values, picture = read_controls(board, lambda _: page.data), page.picture
    if picture:
        chosen = values[picture.below] == picture.choice
        values[picture.name] = brought_picture(board, picture)[0] if chosen else None
    return values


def _draw_data(page: FitPage, board: Board, values: Values) -> None:
    def below(name: str) -> None:
        if page.picture and page.picture.below == name and values[name] == page.picture.choice:
            draw_picture(board, page.picture)

    draw_controls(board, page.data, below)


def _linked(page: FitPage, values: Values) -> dict[str, str]:
    """What a link must hold beside the controls: the word by which a picture is found that was brought."""
    brought = values.get(page.picture.name) if page.picture else None
    return {page.picture.name: brought.word} if page.picture and brought else {}


def _show_full_size(page: FitPage, shown: Shown) -> None:
    spec = shown.spec
    panel = spec.panels[0]
    st.caption(
        say(
            "Kept small, so that you can watch it train: {layers} of {width} neurons, {samples}, {epochs}.",
            layers=say_count(panel.depth, "{count} hidden layer", "{count} hidden layers"),
            width=panel.width,
            samples=say_count(spec.samples, "{count} sample", "{count} samples"),
            epochs=say_count(spec.settings.epochs, "{count} epoch", "{count} epochs"),
        )
    )
    image = ""
    if page.picture and (brought := shown.values.get(page.picture.name)):
        launched = bool(st.session_state.get(LAUNCH)) and job_control().person.may_launch
        try:
            image = page.picture.job_image(brought, launched)
        except TeslaError as error:
            st.error(plain(error))
            return
    promotion_button(full_size_of(spec, image), say("Run at full size as jobs"))


def _charts_dialog(page: FitPage, spec: LiveSpec, panel: int, epoch: float, label: str) -> None:
    """Open a panel's charts over the page."""

    @st.dialog(say("{panel} at epoch {epoch}", panel=label, epoch=f"{epoch:.0f}"), width="large")
    def show() -> None:
        try:
            client = live_service().client(WAIT_SECONDS)
            figures = page.chart_maker()(client, spec, panel, epoch, label, theme())
        except TeslaError as error:
            st.info(plain(error))
            return
        for place, figure in enumerate(figures):
            chart(f"fit chart {place}", figure)

    show()
