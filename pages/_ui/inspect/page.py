"""The skeleton of the pages that look into a run's networks: the run, and views that follow its playhead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pages._ui.controls.board import Board
from pages._ui.inspect.focus import View, show_views
from pages._ui.inspect.source import Source, show_source, source_controls
from pages._ui.share.exports import export_shelf
from tesla_core.lab.presets import Preset
from tesla_core.messages.say import say


@dataclass(frozen=True)
class InspectPage:
    """name: of its parameters in links and of its files. views: by name, the first is shown at first. linked: names of
    all controls of the views."""

    name: str
    title: str
    intro: str
    presets: tuple[Preset, ...]
    views: Mapping[str, View]
    linked: tuple[str, ...]

    @property
    def board(self) -> Board:
        return Board(f"{self.name}_", source_controls(), self.presets)


def show_inspect_page(page: InspectPage) -> None:
    """All of it."""
    source = show_source(page.board, say(page.title))
    st.caption(say(page.intro))
    _show_charts(page, source)
    export_shelf(page.name, source.spec, source.labels, (), source.titles, f"tesla-{page.name}")


@st.fragment
def _show_charts(page: InspectPage, source: Source) -> None:
    """Everything that follows the playhead; runs again by itself when the canvas shows another frame."""
    show_views(page.board.prefix, source, page.views, page.linked)
