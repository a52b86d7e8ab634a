"""The Spectra page as Streamlit sees it: its run, its choices, its words, its link. A stand-in is the engine."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.inspect import questions as spectra_questions
from pages._ui.inspect.spectra_views import amplitudes, thinned
from pages._ui.inspect.spectra_words import change_sentence, spectrum_sentence, strongest
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings
from tests.pages.script_page import Open, opener, spec


class StandIn:
    """Answers like the engine's client for a net whose every muted harmonic costs a tenth of its accuracy."""

    def client(self) -> StandIn:
        return self

    def metrics(self, spec: LiveSpec) -> Any:
        found = {}
        for index, panel in enumerate(spec.panels):
            if panel.activation == "tesla":
                history = np.linspace(0.1, 1.0, 7)[:, None, None] * np.ones((7, 2, panel.harmonics))
                history[:, :, 1:] *= 0.1  # the first harmonic leads
                found[index] = [history] * panel.depth
        return SimpleNamespace(coefficients=found)

    def inspect(self, spec: LiveSpec, panel: int, epoch: float) -> Any:
        layers = [
            SimpleNamespace(a=a, b=b, low=-2.0, high=3.0, histogram=np.ones(64))
            for a, b in (history[int(epoch)] for history in self.metrics(spec).coefficients[panel])
        ]
        return SimpleNamespace(layers=layers)

    def what_if(self, spec: LiveSpec, panel: int, epoch: float, scales, coefficients, degree, resolution) -> Any:
        muted = sum(factor == 0 for _, _, factor in scales)
        share = 0.9 - 0.1 * muted
        side = resolution or 48
        return SimpleNamespace(grid=np.zeros((1, side, side), np.uint8), train_accuracy=share, test_accuracy=share)


@pytest.fixture
def open_spectra(root: Path) -> Open:
    return opener(root, "lab/spectra.py")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, at_epoch_five: None) -> None:
    monkeypatch.setattr(spectra_questions, "live_service", StandIn)


def words(app: AppTest) -> str:
    return "\n".join(element.value for element in app.markdown)


def test_it_opens_on_a_run_before_the_engine_has_answered(open_spectra: Open) -> None:
    """A stranger sees a preset and where the charts will be, never an empty space or an exception."""
    app = open_spectra()
    assert not app.exception
    assert not app.warning
    shown = spec(app)
    assert shown.task == ToyTask("checkerboard", samples=1000, cells=8)
    assert [panel.label for panel in shown.panels] == ["TESLA K=4", "TESLA K=8"]
    assert "Waiting for the first frame" in words(app)


def test_without_an_engine_it_says_so_and_asks_again(open_spectra: Open, at_epoch_five: None) -> None:
    app = open_spectra()
    assert not app.exception
    assert "engine is starting" in words(app)
    assert '"again":true' in app.get("bidi_component")[-1].proto.json.replace(" ", "")


def test_the_spectrum_says_which_harmonics_lead(open_spectra: Open, engine: None) -> None:
    app = open_spectra()
    assert not app.exception
    assert "After 5 epochs, harmonic 1 holds at least 80%" in words(app)
    assert len(app.get("plotly_chart")) == 2


def test_the_shape_is_shown_over_what_the_layer_sees(open_spectra: Open, engine: None) -> None:
    app = open_spectra(spectra_view="Shape and slope", spectra_panel="TESLA K=4", spectra_layer="Layer 2")
    assert not app.exception
    assert "layer 2 of TESLA K=4 lie between −2.0 and 3.0" in words(app)
    assert len(app.get("plotly_chart")) == 3


def test_muting_a_harmonic_changes_the_accuracy(open_spectra: Open, engine: None) -> None:
    app = open_spectra(spectra_view="Mute harmonics", spectra_change=["2", "5"], spectra_everywhere="true")
    assert not app.exception
    assert [metric.value for metric in app.metric] == ["90.0%", "50.0%"]
    assert "Without harmonics 2 and 5 in every layer the network is right on 50.0%" in words(app)
    app.slider(key="spectra_factor").set_value(0.5).run()
    assert [metric.value for metric in app.metric] == ["90.0%", "90.0%"]


@pytest.mark.parametrize("bad", ["99", "-1", "nan", "drop table", ""])
def test_a_broken_link_still_opens_and_says_what_it_did(open_spectra: Open, engine: None, bad: str) -> None:
    names = ("cells", "panels", "layer", "panel", "change", "factor", "width", "lr", "view")
    app = open_spectra(**{f"spectra_{name}": bad for name in names})
    assert not app.exception
    assert any(panel.activation == "tesla" for panel in spec(app).panels)
    if bad:
        assert app.toast or app.warning


def test_any_run_with_a_tesla_can_be_brought_along(open_spectra: Open, engine: None) -> None:
    """A link from another page opens that page's run, whatever its task, and one press leads back."""
    brought = LiveSpec(SurfaceTask(6, 20), (ModelSpec("relu"), ModelSpec(harmonics=3)))
    app = open_spectra(spectra_run=brought.link)
    assert not app.exception
    assert spec(app) == brought
    assert "of TESLA K=3" in words(app)
    app.button(key="spectra_forget run").click().run()
    assert spec(app).task == ToyTask("checkerboard", samples=1000, cells=8)


@pytest.mark.parametrize("word", ["nonsense", LiveSpec(SurfaceTask(6, 20), (ModelSpec("relu"),)).link])
def test_a_run_that_cannot_be_looked_into_is_named(open_spectra: Open, engine: None, word: str) -> None:
    app = open_spectra(spectra_run=word)
    assert not app.exception
    assert "instead" in app.warning[0].value


WIDE = (ModelSpec(harmonics=3, width=512, depth=8),)


@pytest.mark.parametrize(
    ("beyond", "named"),
    [
        (LiveSpec(ToyTask("spiral", samples=40), WIDE), ("Hidden layers", "6", "8")),
        (LiveSpec(ToyTask("spiral"), (ModelSpec(),), Settings(5000, 100)), ("Stop at epoch", "2000", "5000")),
        (LiveSpec(ToyTask("spiral"), (ModelSpec(),), Settings(200, 2000)), ("Batch size", "1000", "2000")),
        (LiveSpec(ToyTask("spiral"), (ModelSpec(),)).branch(5, batch=4000), ("Batch size", "1000", "4000")),
        (LiveSpec(ToyTask("spiral", samples=9000), (ModelSpec(),)), ("Points", "4000", "9000")),
        (LiveSpec(ToyTask("spiral"), (ModelSpec(),), resolution=128), ("Resolution", "40", "128")),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_run_beyond_every_control_is_refused_with_its_value_and_limits(
    open_spectra: Open, engine: None, beyond: LiveSpec, named: tuple[str, ...]
) -> None:
    """A link made by hand costs the class no more than one that was made with the sliders."""
    app = open_spectra(spectra_run=beyond.link)
    assert not app.exception
    said = app.warning[0].value.replace(",", "")
    assert all(word in said for word in (*named, "instead")), said
    assert spec(app) != beyond


def test_panels_without_a_tesla_get_one(open_spectra: Open) -> None:
    app = open_spectra(spectra_panels=["ReLU", "Tanh"])
    assert [panel.label for panel in spec(app).panels] == ["ReLU", "Tanh", "TESLA K=8"]
    assert "Only TESLA has harmonics" in app.warning[0].value


@pytest.mark.parametrize("position", [1, 2, 3])
def test_every_preset_is_a_run(open_spectra: Open, position: int) -> None:
    app = open_spectra()
    presets = app.selectbox(key="spectra_preset")
    presets.set_value(presets.options[position]).run()
    assert not app.exception
    assert app.selectbox(key="spectra_preset").value == presets.options[position]


def test_words_name_what_carries_the_layer() -> None:
    assert strongest([0, 3, 0], [0, 0, 3]) == [2, 3]
    assert strongest([0, 0], [0, 0]) == []
    assert "zero" in spectrum_sentence("Before training", "layer 1", [0], [0])
    assert "hardly needs" in change_sentence([3], "layer 1", 0, 0.9, 0.9, "test points")
    assert "leans on" in change_sentence([3], "layer 1", 0, 0.9, 0.5, "test points")
    assert "× 2" in change_sentence([3], "layer 1", 2, 0.9, 0.8, "test points")


def test_long_runs_are_thinned_from_end_to_end() -> None:
    assert list(thinned(3)) == [0, 1, 2]
    assert (thinned(5000)[0], thinned(5000)[-1], len(thinned(5000)) <= 120) == (0, 4999, True)
    np.testing.assert_allclose(amplitudes(np.full((1, 2, 2), 1.0)), [[np.sqrt(2), np.sqrt(2) / 2]])
