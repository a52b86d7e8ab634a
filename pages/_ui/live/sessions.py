"""The run of a live page: assembled from its controls, shown on the canvas, and what the canvas' events do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.board import Board
from pages._ui.controls.branching import Branching
from pages._ui.controls.training import cool
from pages._ui.live.view import live_view
from tesla_core.errors import TeslaError
from tesla_core.lab.controls import Values
from tesla_core.lab.surroundings import Surroundings
from tesla_core.lab.training import panels_of
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.models.spec import ModelSpec


@dataclass(frozen=True)
class Shown:
    """The run a page shows: its spec, the panels' titles, and the values its controls hold."""

    spec: LiveSpec
    labels: tuple[str, ...]
    values: Values


def assemble(board: Board, branching: Branching, values: Values, build: Callable[[Values], LiveSpec]) -> Shown:
    """The run of these values. What can't be a run is said, and the page's opening preset is shown instead."""
    branching.settle(values)
    try:
        spec = build(branching.initial(values))
    except TeslaError as error:
        board.tell(say("{error} Showing “{preset}” instead.", error=error, preset=say(board.presets[0].name)))
        opening = {control.name: board.default(control.name) for control in board.controls}
        spec, values = build(opening), opening
    return Shown(branching.apply(spec), panels_of(values)[1], values)


def show_run(
    board: Board,
    branching: Branching,
    shown: Shown,
    around: Surroundings,
    extras: Mapping[str, str],
    points: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """The canvas and what its events do."""
    epochs = shown.spec.settings.epochs
    preset = board.matching(branching.initial(shown.values))
    held = {**shown.values, **branching.pending}  # a setting that waits for its epoch is not in the run yet
    pairs = [*address.noted(), *board.pairs(held, {**extras, "edits": branching.text})]
    live_view(
        board.key("live"),
        shown.spec,
        around,
        labels=shown.labels,
        link=address.query(pairs),
        on={
            "position": lambda event: branching.answer(int(event.get("epoch", 0)), epochs),
            "cool": lambda _: cool(board, branching),
            "chart": lambda event: _ask_chart(board, event),
            "points": points or _ignore,
        },
        question=branching.question,
        playing=bool(st.session_state.pop(board.key("play next"), False)),
        pace=preset.pace if preset else None,
    )
    address.tell("page", pairs, shown.spec.address)


def _ignore(_: Mapping[str, Any]) -> None:
    """This page draws no points."""


def _ask_chart(board: Board, event: Mapping[str, Any]) -> None:
    st.session_state[board.key("chart of")] = (int(event.get("panel", 0)), float(event.get("epoch", 0)))


def asked_chart(board: Board, panels: Sequence[ModelSpec]) -> tuple[int, float] | None:
    """The panel and epoch whose chart was asked for in this run of the script, once."""
    asked = st.session_state.pop(board.key("chart of"), None)
    return asked if asked and 0 <= asked[0] < len(panels) else None
