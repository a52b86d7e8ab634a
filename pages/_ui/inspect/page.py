"""The skeleton of the pages that look into a run's networks: the run, and views that follow its playhead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pages._ui.controls.board import Board
from pages._ui.inspect.focus import View, show_views
from pages._ui.inspect.source import Source, show_source
from pages._ui.share.exports import export_shelf
from tesla_core.canvas.inspected import beside_charts, source_controls
from tesla_core.lab.inspected import Inspected
from tesla_core.messages.say import say


@dataclass(frozen=True)
class InspectPage:
    """data: its runs, and what its links hold. views: by name, the first is shown at first."""

    data: Inspected
    intro: str
    views: Mapping[str, View]

    @property
    def board(self) -> Board:
        return Board(self.data.prefix, source_controls(), self.data.presets)


def show_inspect_page(page: InspectPage) -> None:
    """All of it."""
    source = show_source(page.board, say(page.data.label))
    st.caption(say(page.intro))
    _show_charts(page, source)
    around = beside_charts(source.spec)
    export_shelf(page.data.name, source.spec, source.labels, around, file=f"tesla-{page.data.name}")


@st.fragment
def _show_charts(page: InspectPage, source: Source) -> None:
    """Everything that follows the playhead; runs again by itself when the canvas shows another frame."""
    show_views(page.board.prefix, source, page.views, page.data.linked)
