"""The activation's page as Streamlit sees it: its controls, its words, its link."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.controls.shapes import COEFFICIENT_LIMIT, HARMONICS, OPENING, SHAPES, shape_of


@pytest.fixture
def open_activation(root: Path) -> Callable[..., AppTest]:
    """`open_activation(home_K="3", …)` runs the app at a link with these parameters."""

    def open_(**parameters: str) -> AppTest:
        app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=60)
        for name, value in parameters.items():
            app.query_params[name] = value
        return app.switch_page("lab/activation.py").run()

    return open_


def words(app: AppTest) -> str:
    return "\n".join(element.value for element in app.markdown)


def test_what_is_said_of_the_first_curve_is_what_the_axis_shows() -> None:
    """Level at −π/4 on the left, from where a line of slope one goes up."""
    z = np.array([-2.0, -1.0, 1.0, 2.0])
    k = np.arange(1, HARMONICS + 1)
    waves = (OPENING.a / k) @ np.sin(np.outer(k, z)) + (OPENING.b / k) @ np.cos(np.outer(k, z))
    assert "π/4 too low" in OPENING.note
    assert waves == pytest.approx(np.maximum(z, 0) - np.pi / 4, abs=0.05)


def test_it_opens_on_a_preset_with_the_equation(open_activation: Callable[..., AppTest]) -> None:
    """A stranger sees a curve worth looking at and what it is, before touching anything."""
    app = open_activation()
    assert not app.exception
    assert app.slider(key="home_K").value == HARMONICS
    assert [app.slider(key=f"home_a{k}").value for k in range(1, HARMONICS + 1)] == list(OPENING.a)
    assert r"\varphi_K(z)" in app.latex[0].value
    assert OPENING.note in words(app)
    assert len(app.get("plotly_chart")) == 3


def test_rows_past_k_stay_but_rest(open_activation: Callable[..., AppTest]) -> None:
    """Fewer harmonics: their sliders are greyed where they are, and the sentence says so."""
    app = open_activation()
    app.slider(key="home_K").set_value(3).run()
    assert [app.slider(key=f"home_a{k}").disabled for k in range(1, HARMONICS + 1)] == [False] * 3 + [True] * 5
    assert f"3 of its {HARMONICS} harmonics" in words(app)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_shape_sets_every_slider(open_activation: Callable[..., AppTest], shape) -> None:
    """One press gives the named curve, whatever was there before."""
    app = open_activation(home_K="2", home_a1="-0.5", home_b8="1.5")
    app.button(key=f"home_take {shape.name}").click().run()
    assert not app.exception
    assert [app.slider(key=f"home_a{k}").value for k in range(1, HARMONICS + 1)] == list(shape.a)
    assert [app.slider(key=f"home_b{k}").value for k in range(1, HARMONICS + 1)] == list(shape.b)
    assert shape.note in words(app)


def test_a_link_opens_what_it_was_copied_from(open_activation: Callable[..., AppTest]) -> None:
    """A student who follows the teacher's link sees the teacher's curve."""
    app = open_activation(home_K="2", home_a1="0.75", home_b2="-1.25")
    assert app.slider(key="home_K").value == 2
    assert app.slider(key="home_a1").value == 0.75
    assert app.slider(key="home_b2").value == -1.25


@pytest.mark.parametrize("bad", ["99", "-1", "nan", "drop table", ""])
def test_a_broken_link_still_opens(open_activation: Callable[..., AppTest], bad: str) -> None:
    """Nonsense in a link never shows an exception, and never leaves a slider's range."""
    app = open_activation(home_K=bad, home_a1=bad, home_b1=bad)
    assert not app.exception
    harmonics, sine = app.slider(key="home_K").value, app.slider(key="home_a1").value
    assert isinstance(harmonics, int)
    assert isinstance(sine, float)
    assert 1 <= harmonics <= HARMONICS
    assert abs(sine) <= COEFFICIENT_LIMIT


def test_every_shape_fits_its_sliders_and_has_a_name_of_its_own() -> None:
    """No preset is cut off by a slider's end or mistaken for another."""
    for shape in SHAPES:
        assert len(shape.a) == len(shape.b) == HARMONICS
        assert max(map(abs, shape.a + shape.b)) <= COEFFICIENT_LIMIT
        assert shape_of(shape.a, shape.b) is shape
    assert shape_of([0.37] * HARMONICS, [0.0] * HARMONICS) is None
