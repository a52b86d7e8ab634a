"""The skeleton of every live page: the address, the sidebar, the presets, the run, and what stands below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui.classroom.held import within_hold
from pages._ui.controls.board import Board, group
from pages._ui.controls.branching import Branching
from pages._ui.controls.training import draw_models, model_values, new_seed
from pages._ui.live.sessions import Shown, asked_chart, assemble, show_run
from pages._ui.live.specialist import show_specialist
from pages._ui.share.exports import export_shelf
from tesla_core.lab.class_page import ClassPage
from tesla_core.lab.controls import Values
from tesla_core.lab.page import FitPage
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula, Surroundings
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say


def _nothing() -> None:
    """This page has no more to do."""


def _as_they_are(values: Values) -> Values:
    return values


def _no_extras(_values: Values) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class Skeleton:
    """Where live pages differ, down to their run.

    read_data: the values of the Data group. draw_data: its widgets. spec_of: the run of the controls' values. around:
    what stands around it. admit: what else is set from the address of who arrives. hold: what becomes of the values
    once all are known. extras: what else a link must hold. points: what becomes of points that are placed on the
    canvas.
    """

    board: Board
    read_data: Callable[[], Values]
    draw_data: Callable[[Values], None]
    spec_of: Callable[[Values], LiveSpec]
    around: Callable[[Shown], Surroundings]
    admit: Callable[[], None] = _nothing
    hold: Callable[[Values], Values] = _as_they_are
    extras: Callable[[Values], Mapping[str, str]] = _no_extras
    points: Callable[[Mapping[str, Any]], None] | None = None


@dataclass(frozen=True)
class Live:
    """What a page shows: the run, what stands around it, and the preset it is, if it is one."""

    shown: Shown
    around: Surroundings
    preset: Preset | None

    @property
    def note(self) -> str:
        return say(self.preset.note) if self.preset else ""


def board_of(page: ClassPage | FitPage) -> Board:
    """A page's controls together."""
    return Board(page.prefix, page.controls, page.presets)


def title_row(title: str) -> DeltaGenerator:
    """The page's title, in a row that the presets join."""
    head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    head.title(title, anchor=False, width="content")
    return head


def admit(skeleton: Skeleton) -> Branching:
    """At the top of a page: who arrives finds all as the address says."""
    branching = Branching(skeleton.board)
    skeleton.board.admit()
    branching.admit()
    skeleton.admit()
    return branching


def show_live(skeleton: Skeleton, branching: Branching, presets: DeltaGenerator) -> Live:
    """Messages and canvas, then presets and sidebar: a browser asks for the run's first frame while it still fetches
    what the widgets need. presets: the place of their list."""
    board = skeleton.board
    read = skeleton.read_data() | {"seed": board.value("seed")} | model_values(board)
    values = skeleton.hold({control.name: board.default(control.name) for control in board.controls} | read)
    shown = assemble(board, branching, values, skeleton.spec_of)
    extras, around = skeleton.extras(shown.values), skeleton.around(shown)
    board.show_messages({**values, **extras})
    show_run(board, branching, shown, around, extras, skeleton.points)
    with presets:
        preset = board.preset_list(branching.initial(values), branching.words)
    with group(say("Data")):
        skeleton.draw_data(read)
        draw_seed(board)
    with group(say("Models")):
        draw_models(board, branching, read)
    return Live(shown, around, preset)


def read_controls(board: Board, names: Callable[[Values], Sequence[str]]) -> Values:
    """The values of controls. names: which there are, by the values of those before."""
    values: Values = {}
    while name := next((name for name in names(values) if name not in values), None):
        values[name] = board.value(name)
    return values


def draw_controls(
    board: Board,
    names: Sequence[str],
    below: Callable[[str], None] = lambda _name: None,
    on_change: Callable[[str], None] = lambda _name: None,
) -> None:
    """Controls one after the other. below: what comes after one of them. on_change: a person has set it."""
    for name in names:
        board.draw(name, on_change=partial(on_change, name))
        below(name)


def draw_seed(board: Board) -> None:
    """The seed, and a button for the next one."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        board.draw("seed")
        st.button(say("New seed"), on_click=new_seed, args=(board,), key=board.key("new seed"))


def show_end(
    board: Board, live: Live, names: Sequence[str], why: Fold, dialog: Callable[[LiveSpec, int, float, str], None]
) -> None:
    """The end of a problem's page: files to take away, the specialist, the reason, and the chart that was asked for.

    names: of the classes, where a person gave them some. dialog: opens the charts of a panel at an epoch, under its
    title.
    """
    shown = live.shown
    title = say(live.preset.name) if live.preset else ""
    export_shelf(board.prefix.removesuffix("_"), shown.spec, shown.labels, live.around, names=names, title=title)
    show_specialist(shown.spec)
    show_fold(why)
    if asked := asked_chart(board, shown.spec.panels):
        panel, epoch = asked
        dialog(shown.spec, panel, within_hold(shown.spec, epoch), shown.labels[panel])


def show_fold(fold: Fold) -> None:
    """A question with its answer folded away; the answer, and what draws its formulas, is sent when it is opened."""
    with st.expander(say(fold.title), key="why", on_change="rerun") as answer:
        for block in fold.blocks if answer.open else ():
            if isinstance(block, Formula):
                st.latex(block.latex)
            else:
                st.markdown(say(block))
