"""What the canvas is told of a run and of how to show it: one dictionary, whichever page it stands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from tesla_core.figures.class_colours import class_colours
from tesla_core.figures.palette import DASHES, DIVERGING, THEMES, model_look, told_apart
from tesla_core.lab.surroundings import Surroundings
from tesla_core.live.playhead import watchable_pace
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.live import Kind


def canvas_data(
    spec: LiveSpec, around: Surroundings, labels: Sequence[str], *, link: str = "", pace: float | None = None
) -> dict[str, Any]:
    """How to show a run, in the reader's language. What else the canvas needs, its page adds: the way to the run
    (`mount`), where it opens (`open`), and the language's words (`words`).

    labels: the panels' titles. link: the query that leads to the run. pace: epochs a second at which it is best
    watched; by default all of it in half a minute.
    """
    return {
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
        "pace": pace or watchable_pace(spec.settings.epochs),
        "file": around.file,
        "height": around.height,
    }


def panel_looks(panels: Sequence[ModelSpec], labels: Sequence[str], starts: Sequence[int] = ()) -> list[dict[str, Any]]:
    """How each panel's line is drawn, by its own setting alone. dash: ink and gap in widths of the line; short: what
    stands at the line's end, which is the seed where panels differ by nothing else."""
    shorts = list(labels) if starts else [short_name(panel) for panel in panels]
    looks = told_apart([model_look(panel) for panel in panels])
    return [
        {
            "label": label,
            "activation": panel.activation,
            "harmonics": panel.chosen.get("harmonics", 0),
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
