"""The run that the Spectra and Taylor pages look into: made by the sidebar's controls, or brought along by a link.

Any live run with a TESLA panel can be opened: `{prefix}run=` holds its spec as one word, as other pages write it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui.controls import address
from pages._ui.controls.board import Board
from pages._ui.live import page
from pages._ui.live.page import Skeleton, admit, draw_controls, read_controls, show_live
from pages._ui.live.view import live_view
from tesla_core.errors import TeslaError
from tesla_core.lab.class_page import ClassPage, DataOffer
from tesla_core.lab.controls import Choice, Control, Values
from tesla_core.lab.panels import read_panel
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Story, Surroundings
from tesla_core.lab.training import training_controls
from tesla_core.live.reach import check_reach
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import marked, say
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.registry import class_pages, problem_of
from tesla_core.training.settings import MOST_PANELS

PANELS = ["TESLA K=4", "TESLA K=8"]
STYLE = Path(__file__).parents[3] / "assets" / "pages" / "inspect.css"
CANVAS_HEIGHT = 236  # a row of panels that leaves room for charts on the same screen


@dataclass(frozen=True)
class Source:
    """A run with at least one TESLA panel. titles: what the two numbers of a panel's title are, where the kind's own
    names don't do."""

    spec: LiveSpec
    labels: tuple[str, ...]
    titles: tuple[str, str] | None = None

    @property
    def teslas(self) -> tuple[int, ...]:
        """Which panels have harmonics."""
        return teslas_of(self.spec.panels)

    @property
    def unseen(self) -> str:
        """What the nets are tested on."""
        offer = _offer_of(self.spec)
        return say(offer.unseen) if offer else say("test samples")


def teslas_of(panels: Sequence[ModelSpec]) -> tuple[int, ...]:
    return tuple(index for index, panel in enumerate(panels) if panel.entry.series)


def offers() -> tuple[DataOffer, ...]:
    """The data of all problems that a run can be made of here."""
    found = [own.offer for own in class_pages().values() if own.offer]
    return tuple(sorted(found, key=lambda offer: offer.last))


def source_controls() -> tuple[Control, ...]:
    """The table of the sidebar's controls."""
    options = {value: label for offer in offers() for value, label in offer.options.items()}
    return (
        Choice("data", marked("Data"), "checkerboard", options=tuple(options), names=tuple(options.values())),
        *(control for offer in offers() for control in offer.controls),
        *training_controls(panels=PANELS, lr=1e-3, batch=100, epochs=200),
    )


def _chosen_offer(values: Values) -> DataOffer:
    return next(offer for offer in offers() if values["data"] in offer.options)


def _offer_of(spec: LiveSpec) -> DataOffer | None:
    """That of the problem which a run is of, if it has one."""
    own = problem_of(spec.task).page
    return own.offer if isinstance(own, ClassPage) else None


def parity_preset(note: str) -> Preset:
    """The paper's surface: 10 bits, a third of the strings seen, small batches."""
    return Preset(
        marked("Parity of 10 bits"),
        note,
        {"data": "parity", "bits": 10, "seen": 350, "batch": 32, "init": "uniform(0.5)", "epochs": 50},
    )


def show_source(board: Board, title: str) -> Source:
    """Title, sidebar, messages and canvas."""
    skeleton = Skeleton(
        board,
        read_data=lambda: read_controls(board, _data_controls),
        draw_data=lambda values: draw_controls(board, _data_controls(values)),
        spec_of=spec_of,
        around=lambda shown: _beside_charts(shown.spec),
        hold=lambda values: _with_tesla(board, values),
    )
    branching = admit(skeleton)
    st.html(STYLE)
    head, chooser = st.columns([0.62, 0.38], vertical_alignment="center")
    with head, st.container(horizontal=True, vertical_alignment="center", key="source_head"):
        st.title(title, anchor=False, width="content")
        note = st.container()
    given = _given_run(board)
    if given is not None:
        return _show_given(board, given, chooser)
    live = show_live(skeleton, branching, chooser)
    if live.note:
        note.caption(live.note)
    return Source(live.shown.spec, live.shown.labels, live.around.titles)


def _data_controls(values: Values) -> Sequence[str]:
    """The choice of data, and what those chosen have."""
    return ("data", *_chosen_offer(values).data(values)) if values else ("data",)


def _with_tesla(board: Board, values: Values) -> Values:
    """A list of panels without a TESLA gets one: there would be nothing to look into."""
    if teslas_of([read_panel(text) for text in values["panels"]]):
        return values
    board.tell(say("Only TESLA has harmonics to look into; {panel} was added to the panels.", panel=PANELS[-1]))
    return {**values, "panels": [*values["panels"][: MOST_PANELS - 1], PANELS[-1]]}


def spec_of(values: Values) -> LiveSpec:
    """The run of the sidebar's controls."""
    return page.spec_of(_chosen_offer(values).task_of, values)


def _beside_charts(spec: LiveSpec) -> Surroundings:
    """What stands around any run, whatever its task, on a canvas that leaves room for charts."""
    offer = _offer_of(spec)
    return replace(offer.around(spec) if offer else _plain_surroundings(spec), height=CANVAS_HEIGHT)


def _plain_surroundings(spec: LiveSpec) -> Surroundings:
    """Of a run whose problem says nothing about it."""
    train, test = spec.kind.sizes(spec.task.sample())
    return Surroundings(
        Story(spec.kind.name, data=say("these samples"), seen=train, unseen=test, classes=spec.classes),
        truth=say("Data"),
        truth_text=say("{train} train, {test} test", train=train, test=test),
        class_names=tuple(say("class {label}", label=label) for label in range(spec.classes)),
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
        check_reach(spec)
    except TeslaError as error:
        board.tell(say("{error} Showing “{preset}” instead.", error=error, preset=say(board.presets[0].name)))
        st.session_state[key] = ""
        return None
    return spec


def _forget_run(board: Board) -> None:
    st.session_state[board.key("run")] = ""
    address.new_entry()


def _show_given(board: Board, spec: LiveSpec, chooser: DeltaGenerator) -> Source:
    with chooser, st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        st.caption(say("The run that came with the link"), width="content")
        st.button(say("Choose another"), key=board.key("forget run"), on_click=_forget_run, args=(board,))
    labels = tuple(panel.label for panel in spec.panels)
    scene = _beside_charts(spec)
    board.show_messages({"run": spec.address})
    pairs = board.pairs({}, {"run": spec.link})
    live_view(board.key("live"), spec, scene, labels=labels, link=address.query(pairs), on={})
    address.tell("page", pairs, spec.address)
    return Source(spec, labels, scene.titles)
