"""The canvas on a page: registered once, mounted once, fed by the live route."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Literal

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.controls import address
from pages._ui.language import words_for_canvas
from pages._ui.live.bundle import bundled, stylesheet
from pages._ui.live.class_colours import class_colours
from pages._ui.visit import page_visit
from tesla_core.figures.palette import DASHES, DIVERGING, THEMES, model_look, told_apart
from tesla_core.lab.surroundings import Surroundings
from tesla_core.live.playhead import watchable_pace
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.live import Kind

_canvas = component("tesla_live", css=stylesheet(), js=bundled(), isolate_styles=False)


Event = Literal["position", "cool", "chart", "points"]
Handler = Callable[[Mapping[str, Any]], None]
"""What a page does with an event: position {epoch}, cool {panel}, chart {panel, epoch}, points {points}."""


def panel_looks(panels: Sequence[ModelSpec], labels: Sequence[str], starts: Sequence[int] = ()) -> list[dict[str, Any]]:
    """How each panel's line is drawn, by its own setting alone. dash: ink and gap in widths of the line; short: what
    stands at the line's end, which is the seed where panels differ by nothing else."""
    shorts = list(labels) if starts else [short_name(panel) for panel in panels]
    looks = told_apart([model_look(panel) for panel in panels])
    return [
        {
            "label": label,
            "activation": panel.activation,
            "short": short,
            "dash": DASHES[look.dash],
            "symbol": look.symbol,
            "width": look.width,
            **{theme: look.colour(theme) for theme in THEMES},
        }
        for panel, label, short, look in zip(panels, labels, shorts, looks, strict=True)
    ]


def short_name(panel: ModelSpec) -> str:
    """A few letters: "K=8", "ReLU", "SIREN 30"; a family that has a hue of its own needs no name."""
    words = panel.label.removeprefix(panel.entry.label).split()
    if panel.entry.ramp:
        return " ".join(words)
    name = panel.entry.short or panel.entry.label.split(" ")[0]
    return " ".join([name, *(word.split("=")[1] for word in words if "=" in word)])


def palette() -> dict[str, Any]:
    """The lab's colours for the canvas: the diverging scale, and one colour for each of up to ten classes."""
    return {
        "diverging": [list(stop) for stop in DIVERGING],
        "classes": {theme: class_colours(theme) for theme in THEMES},
    }


def measures_of(kind: Kind, titles: tuple[str, str] | None = None) -> dict[str, Any]:
    """A kind's numbers for the canvas: the two in a panel's title, and the charts beside the panels."""
    shown = [kind.measures[place] for place in kind.titled]
    labels = [say(label) for label in titles or (shown[0].label, shown[1].label)]
    return {
        "titles": [
            {"label": label, "measure": place, "unit": measure.unit, "rises": measure.rises}
            for label, place, measure in zip(labels, kind.titled, shown, strict=True)
        ],
        "curves": [{**asdict(curve), "title": say(curve.title).format(*labels)} for curve in kind.curves],
    }


def live_view(
    key: str,
    spec: LiveSpec,
    around: Surroundings,
    *,
    labels: Sequence[str],
    link: str,
    on: Mapping[Event, Handler],
    question: int = 0,
    playing: bool = False,
    pace: float | None = None,
) -> None:
    """Mount the canvas on a run; what a person does in it calls a handler before the script's next run.

    labels: the panels' titles. link: the query that leads here. question: a number the canvas answers with its
    position. playing: whether a run that replaces another starts at once. pace: epochs a second at which it is best
    watched; by default all of it in half a minute.
    """
    data = {
        "mount": live_service().mount(spec, page_visit()),
        "base": replace(spec, edits=()).address,
        "branchedAt": spec.edits[-1].epoch if spec.edits else None,
        "panels": panel_looks(spec.panels, labels, spec.starts),
        "palette": palette(),
        "kind": spec.kind.name,
        "measures": measures_of(spec.kind, around.titles),
        "truth": around.truth,
        "truthText": around.truth_text,
        "classNames": list(around.class_names),
        "classes": spec.classes,
        "epochs": spec.settings.epochs,
        "showTest": around.show_test,
        "spectrum": around.spectrum,
        "drawing": asdict(around.drawing) if around.drawing else None,
        "story": asdict(around.story),
        "link": link,
        "ask": question,
        "playing": playing,
        "pace": pace or watchable_pace(spec.settings.epochs),
        "file": around.file,
        "height": around.height,
        "open": address.opening(),
        "words": words_for_canvas(),
    }
    callbacks: dict[str, Any] = {
        f"on_{name}_change": partial(_pass_on, key, name, handler) for name, handler in on.items()
    }
    _canvas(key=key, data=data, **callbacks)


def _pass_on(key: str, name: Event, handler: Handler) -> None:
    value = st.session_state[key].get(name)
    if isinstance(value, Mapping):
        handler(value)
