"""A chart in another language has no English left: not on its axes, in its legend, below the pointer or read aloud."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.figures import comparison_table
from tesla_core.figures.jobs import SettingBand, bands_figure, run_figure
from tesla_core.figures.palette import look_of, model_look
from tesla_core.messages.say import ENGLISH, Catalogue, read_by
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.image.experiment import RECONSTRUCTION, InrSpec
from tesla_core.problems.imagenet100.experiment import PREDICTIONS, ImageNet100Spec
from tesla_core.problems.imagenet100.figures import prediction_grid
from tesla_core.problems.kept import RunArrays
from tesla_core.problems.parity.figures import Line, neighbours_figure
from tesla_core.problems.parity.neighbours import ByNeighbours
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.registry import kept_views
from tesla_core.problems.signal.experiment import FIT, RegressionSpec
from tests.figures import test_continuous_figures, test_figures, test_layer_figures

SHOWN = {"text", "name", "hovertemplate", "alt", "ticktext", "values"}
"""Where a figure keeps what people read."""
PLOTLYS = re.compile(r"%\{[^}]*\}|</?\w+[^>]*>|&\w+;")
GIVEN = (
    *(row.label for row in ACTIVATIONS.values()),
    "a net",
    "32 bits",
    "The exact solution",
    "The original",
    "signal",
    "original",
)
"""Names that a caller hands in, who has said them already."""
NO_WORDS = ("PSNR", "SSIM", "PDE", "max")
PICTURES = np.zeros((2, 8, 8, 3), np.uint8)


class Bracketed(Catalogue):
    """A language in which every message is known: it reads as it does, in brackets."""

    def get(self, message: str, default: Any = None) -> tuple[str, ...]:
        return (f"⟦{message}⟧",)


@pytest.fixture
def bracketed() -> Iterator[None]:
    read_by(Bracketed)
    yield
    read_by(lambda: ENGLISH)


def texts(part: Any, key: str = "") -> Iterator[str]:
    """All that stands in a figure where people read."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from texts(value, name if name != "meta" or isinstance(value, dict) else "")
    elif isinstance(part, list):
        for value in part:
            yield from texts(value, key)
    elif isinstance(part, str) and key in SHOWN:
        yield part


def unmarked(text: str) -> list[str]:
    """Words that went past the catalogue."""
    while text != (text := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)):
        pass
    text = PLOTLYS.sub(" ", text)
    for name in sorted((*GIVEN, *NO_WORDS), key=len, reverse=True):
        text = text.replace(name, " ")
    return re.findall(r"[A-Za-z]{3,}", text)


def english_of(figures: dict[str, go.Figure]) -> dict[str, list[str]]:
    found = {
        name: [text for text in texts(json.loads(figure.to_json() or "")) if unmarked(text)]
        for name, figure in figures.items()
    }
    return {name: left for name, left in found.items() if left}


def test_no_chart_has_english_left(bracketed: None) -> None:
    mean = np.array([0.5, 0.7])
    band = SettingBand("TESLA K=4", look_of("tesla"), np.array([1.0, 2.0]), mean, mean - 0.1, mean + 0.1, 3)
    curves = {name: {1: 0.7, 2: 0.3} for name in ("train_loss", "test_loss", "test_accuracy", "validation_accuracy")}
    neighbours = ByNeighbours(np.array([0, 2]), np.array([1, 4]), np.array([10, 8]), np.array([[9, 0]]))
    assert not english_of(
        {
            **test_figures.all_figures("light"),
            **{f"layer: {name}": figure for name, figure in test_layer_figures.all_figures("light").items()},
            **{f"of a function: {name}": one for name, one in test_continuous_figures.all_figures("light").items()},
            "a run's accuracy": run_figure(curves, "accuracy", look_of("relu"), 3, best=0.9),
            "a run's loss": run_figure(curves, "loss", look_of("relu"), 3),
            "a run that has just begun": run_figure({}, "loss", look_of("relu"), 3),
            "settings": bands_figure([band], "test_accuracy"),
            "no settings": bands_figure([], "relative_error"),
            "neighbours": neighbours_figure(neighbours, [Line("GELU", look_of("gelu"))]),
            "pictures": prediction_grid(PICTURES, [0, 1], [1, 1], [0.9, 0.5], ("A", "B")),
            "table": comparison_table(test_figures.ROWS, "Accuracy (%)"),
        }
        | {"metric " + name: bands_figure([], name) for name in ("pde_loss", "unseen_psnr", "validation_top5", "ssim")}
    )


def test_no_view_of_what_a_run_keeps_has_english_left(bracketed: None) -> None:
    line, square = np.linspace(0, 1, 8), np.outer(np.linspace(0, 1, 8), np.linspace(-1, 1, 8))
    picture, every = PICTURES[0], np.ones((8, 8), bool)
    runs = {
        FIELD: (BurgersSpec(), {"t": line, "x": line, "u": square, "exact": square, "residual": square}),
        RECONSTRUCTION: (
            InrSpec(),
            {
                "original": picture,
                "reconstruction": picture + 9,
                "fine": picture,
                "seen": every ^ np.eye(8, dtype=bool),
            },
        ),
        FIT: (RegressionSpec(), {"t": line, "signal": line, "fit": line + 0.1}),
        PREDICTIONS: (
            ImageNet100Spec(),
            {
                "pictures": PICTURES,
                "labels": np.array([0, 1]),
                "predicted": np.array([1, 1]),
                "confidence": np.array([0.9, 0.5]),
                "classes": np.array(["A", "B"]),
            },
        ),
    }
    for file, (spec, arrays) in runs.items():
        for name, view in kept_views(spec.experiment, file).items():
            figures = view.draw(RunArrays(spec, arrays, model_look(spec.model()), "light"))
            assert not [title for title in figures if unmarked(title)], (file, name)
            assert not english_of(figures), (file, name)


def test_notes_name_the_settings_that_they_were_written_for() -> None:
    """A message has its numbers in words: where a setting becomes another, its sentences must, too."""
    from tesla_core.problems.imagenet100 import experiment, kept
    from tesla_core.problems.parity import presets, table, views

    notes = [preset.note for preset in presets.PRESETS if table.TASK_BLIND in preset.texts.get("init", "")]
    assert all(table.TASK_BLIND in note for note in (*notes, views.VIEWS[0].finding))
    help_text = next(
        field for field in ImageNet100Spec.__dataclass_fields__.values() if field.name == "classes"
    ).metadata
    assert f"default: {experiment.MANY_CLASSES}; {experiment.FEW_CLASSES} drawn" in help_text["help"]
    assert f"The first {kept.FEW}" in kept.VIEWS
