"""The page of a problem in which networks tell classes apart, from what the problem says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.board import Board
from pages._ui.controls.brought import Kept, kept, uploader
from pages._ui.jobs.promote import promote_button
from pages._ui.live.page import (
    Skeleton,
    admit,
    board_of,
    draw_controls,
    read_controls,
    show_end,
    show_live,
    title_row,
)
from pages._ui.live.sections import show_section
from pages._ui.live.sharp import sharp_dialog
from pages._ui.page_style import use_full_width
from tesla_core.canvas.runs import class_run
from tesla_core.errors import TeslaError
from tesla_core.lab.brought import Brought, PointsField
from tesla_core.lab.class_page import ClassPage
from tesla_core.lab.controls import Values
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say


def show_class_page(page: ClassPage) -> None:
    """All of it."""
    use_full_width()
    board = board_of(page)
    points = BroughtPoints(board, page.points) if page.points else None
    skeleton = Skeleton(
        board,
        read_data=lambda: _read_data(board, page, points),
        draw_data=lambda values: _draw_data(board, page, points, values),
        spec_of=partial(class_run, page.task_of),
        around=lambda shown: page.around(shown.values),
        admit=points.admit if points else lambda: None,
        extras=points.extras if points else lambda _: {},
        points=points.take_drawing if points else None,
    )
    branching = admit(skeleton)
    head = title_row(say(page.label))
    st.caption(say(page.intro))
    live = show_live(skeleton, branching, head)
    shown = live.shown
    for text in filter(None, (live.note, live.around.remark)):
        st.caption(text)
    for section in (each for each in page.sections if each.is_about(shown.spec.task)):
        show_section(board.prefix, section, shown.spec, shown.labels)
    promote_button(shown.spec)
    names = points.names(shown.values) if points else ()
    show_end(board, live, names, page.why, partial(_sharp, names or live.around.class_names))


def _sharp(names: Sequence[str], spec: LiveSpec, panel: int, epoch: float, label: str) -> None:
    sharp_dialog(spec, panel, epoch, label=label, names=names)


def _read_data(board: Board, page: ClassPage, points: BroughtPoints | None) -> Values:
    values, told = page.within(read_controls(board, page.data))
    if told:
        board.tell(told)
    return {**values, **points.value} if points else values


def _draw_data(board: Board, page: ClassPage, points: BroughtPoints | None, values: Values) -> None:
    def below(name: str) -> None:
        if points:
            points.draw_field(name, values)

    def changed(name: str) -> None:
        for other, value in page.set_by(name, st.session_state[board.key(name)]).items():
            board.set(other, value)
        if points:
            points.forget(name)

    draw_controls(board, page.data(values), below, changed)


class BroughtPoints:
    """The points a person brought to a page: in the session, in the link, on the server."""

    def __init__(self, board: Board, field: PointsField) -> None:
        self._board, self._field = board, field
        self._key = board.key(field.name)

    @property
    def value(self) -> Values:
        """As the page's values have them."""
        return {self._field.name: st.session_state.get(self._key)}

    def admit(self) -> None:
        """For who arrives, the points are the address'."""
        if not self._board.arrived:
            return
        st.session_state.pop(self._key, None)
        for word in address.given(self._key)[-1:]:
            try:
                st.session_state[self._key] = self._field.file.from_word(word, self._kept.find)
            except TeslaError as error:
                self._board.tell(str(error))

    def draw_field(self, name: str, values: Values) -> None:
        """The field for a file, where points of a file are chosen."""
        if name == self._field.below and values[name] == self._field.choice:
            uploader(self._field.file, self._board.key("upload"), self._keep)

    def forget(self, name: str) -> None:
        """Other data were chosen."""
        if name == self._field.below:
            st.session_state.pop(self._key, None)

    def take_drawing(self, event: Mapping[str, Any]) -> None:
        """Points were placed or taken away. A drawing too short for a run is kept too: it is the person's own."""
        try:
            self._keep(self._field.from_drawing(event.get("points")))
        except TeslaError as error:
            self._board.tell(str(error))

    def extras(self, values: Values) -> Mapping[str, str]:
        """What the link holds of them."""
        points = self._field.in_force(values)
        return {self._field.name: points.word if points else ""}

    def names(self, values: Values) -> tuple[str, ...]:
        """Of their classes; none where others are chosen."""
        points = self._field.in_force(values)
        return points.names if points else ()

    def _keep(self, points: Brought) -> None:
        self._kept.keep(points)
        st.session_state[self._key] = points

    @property
    def _kept(self) -> Kept:
        return kept(self._board.prefix, self._field.file)
