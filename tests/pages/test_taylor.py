"""The Taylor page as Streamlit sees it: series, polynomials and coefficients by hand. A stand-in is the engine."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages._ui.controls.shapes import COEFFICIENT_LIMIT, SHAPES
from pages._ui.inspect import questions as spectra_questions
from pages._ui.inspect.taylor_hand import read_hand, with_hand, write_hand
from pages._ui.inspect.taylor_views import SWEEP
from pages._ui.inspect.taylor_words import breaking_degree, breaking_sentence, moved_sentence, share_within
from tesla_core.live.spec import LiveSpec
from tests.pages.script_page import Open, address, opener

BREAKS = 15


class StandIn:
    """Answers like the engine's client for a net that holds from degree BREAKS on, and guesses with other waves."""

    def client(self) -> StandIn:
        return self

    def metrics(self, spec: LiveSpec) -> Any:
        layers = [[np.full((7, 2, panel.harmonics), 0.1)] * panel.depth for panel in spec.panels]
        return SimpleNamespace(coefficients=dict(enumerate(layers)))

    def inspect(self, spec: LiveSpec, panel: int, epoch: float) -> Any:
        harmonics, depth = spec.panels[panel].harmonics, spec.panels[panel].depth
        a = b = np.full(harmonics, 0.1)
        return SimpleNamespace(layers=[SimpleNamespace(a=a, b=b, low=-1.0, high=1.0, histogram=np.ones(64))] * depth)

    def what_if(self, spec: LiveSpec, panel: int, epoch: float, scales, coefficients, degree, resolution) -> Any:
        broken = bool(coefficients) or (degree is not None and degree < BREAKS)
        share = 0.5 if broken else 0.95
        side = resolution or 48
        return SimpleNamespace(grid=np.zeros((1, side, side), np.uint8), train_accuracy=share, test_accuracy=share)


@pytest.fixture
def open_taylor(root: Path) -> Open:
    return opener(root, "lab/taylor.py")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, at_epoch_five: None) -> None:
    monkeypatch.setattr(spectra_questions, "live_service", StandIn)


def words(app: AppTest) -> str:
    return "\n".join(element.value for element in app.markdown)


def test_it_opens_on_a_run_before_the_engine_has_answered(open_taylor: Open) -> None:
    app = open_taylor()
    assert not app.exception
    assert not app.warning
    assert "Waiting for the first frame" in words(app)


def test_without_an_engine_it_says_so(open_taylor: Open, at_epoch_five: None) -> None:
    app = open_taylor()
    assert not app.exception
    assert "engine is starting" in words(app)


def test_the_series_starts_with_the_layers_own_terms(open_taylor: Open, engine: None) -> None:
    """c_0 = Σ b_k/k = 0.1 · (1 + 1/2 + 1/3 + 1/4), c_1 = Σ a_k = 0.4."""
    app = open_taylor(taylor_panel="TESLA K=4")
    assert not app.exception
    assert r"After 5 epochs, in layer 1 of TESLA K=4: $\varphi(z)\approx 0.21+0.40z" in words(app)
    assert len(app.get("plotly_chart")) == 2


def test_the_degree_where_the_net_breaks_is_found(open_taylor: Open, engine: None) -> None:
    app = open_taylor(taylor_view="Polynomial in the net", taylor_degree="3")
    assert not app.exception
    assert f"From degree {BREAKS} on a polynomial can replace φ" in words(app)
    assert app.metric[0].value == "50.0%"
    app.slider(key="taylor_degree").set_value(30).run()
    assert app.metric[0].value == "95.0%"


def test_a_dragged_sine_moves_odd_orders_and_the_net(open_taylor: Open, engine: None) -> None:
    app = open_taylor(taylor_view="By hand", taylor_harmonic="3")
    assert not app.exception
    assert "Nothing is changed: drag" in words(app)
    app.slider(key="taylor_drag a").set_value(0.75).run()
    assert "Your change of harmonic 3 moves only odd orders" in words(app)
    assert app.metric[0].value == "50.0%"
    assert "taylor_hand=a3%3A0.75" in address(app)
    app.button(key="taylor_back").click().run()
    assert "Nothing is changed: drag" in words(app)


def test_a_shape_of_the_home_page_can_be_put_into_the_net(open_taylor: Open, engine: None) -> None:
    app = open_taylor(taylor_view="By hand")
    app.button(key=f"taylor_take {SHAPES[1].name}").click().run()
    assert not app.exception
    assert app.slider(key="taylor_drag a").value == SHAPES[1].a[0]


def test_a_link_opens_what_was_dragged(open_taylor: Open, engine: None) -> None:
    app = open_taylor(taylor_view="By hand", taylor_hand="b2:-0.5,a1:1.25", taylor_harmonic="2")
    assert app.slider(key="taylor_drag b").value == -0.5
    assert "harmonics 1 and 2 moves every order" in words(app)


@pytest.mark.parametrize("bad", ["99", "-1", "nan", "drop table", "a1:9e9,b77", ""])
def test_a_broken_link_still_opens(open_taylor: Open, engine: None, bad: str) -> None:
    names = ("degree", "tolerance", "hand", "harmonic", "layer", "panel", "run", "data", "epochs")
    for view in ("Polynomial in the net", "By hand"):
        app = open_taylor(taylor_view=view, **{f"taylor_{name}": bad for name in names})
        assert not app.exception
        if bad:
            assert app.toast or app.warning


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["a1", "a12", "b3", "b64"]), st.integers(-200, 200)))
def test_what_was_set_by_hand_survives_the_link(hundredths: dict[str, int]) -> None:
    hand = {name: value / 100 for name, value in hundredths.items()}
    assert read_hand(write_hand(hand)) == hand


@given(st.text(max_size=60))
def test_any_text_in_the_link_stays_within_the_sliders(text: str) -> None:
    assert all(abs(value) <= COEFFICIENT_LIMIT for value in read_hand(text).values())


def test_harmonics_the_layer_lacks_are_left_out() -> None:
    np.testing.assert_array_equal(with_hand(np.zeros((2, 2)), {"a1": 1.0, "b9": 2.0}), [[1, 0], [0, 0]])


def test_the_breaking_degree_is_the_last_failures_neighbour() -> None:
    accuracies = [50.0] * len(SWEEP)
    assert breaking_degree(SWEEP, accuracies, 0.9) is None
    assert "No polynomial" in breaking_sentence(SWEEP, accuracies, 0.9)
    accuracies[-3:] = [90.0] * 3
    accuracies[2] = 90.0  # a lucky low degree is no holding one
    assert breaking_degree(SWEEP, accuracies, 0.9) == SWEEP[-3]
    assert "Even a polynomial of degree 0" in breaking_sentence(SWEEP, [90.0] * len(SWEEP), 0.9)


def test_the_share_inside_the_interval_counts_parts_of_bins() -> None:
    assert share_within([1, 1], -1, 1, 0.5) == pytest.approx(0.5)
    assert share_within([1, 3], -1, 1, 9) == pytest.approx(1)
    assert share_within([1, 1], 2, 4, 1) == 0
    assert "only even orders" in moved_sentence([2], sines=False, cosines=True)
