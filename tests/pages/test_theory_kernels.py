"""Kernels and modes, and the room's list, as Streamlit runs them. If these fail, a slider moves nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.script_page import Open, address, opener
from tests.pages.theory_page import alts, figures, words


@pytest.fixture
def open_page(root: Path) -> Open:
    return opener(root, "theory/kernels.py")


def moving(app: AppTest) -> dict[str, Any]:
    """What the page hands to the moving picture."""
    given = [json.loads(component.proto.json) for component in app.get("bidi_component")]
    (found,) = [each for each in given if "foretold" in each]
    return found


def test_it_opens_with_the_papers_figure_and_a_training(open_page: Open) -> None:
    """Four lines, and sixty moments of a training at most, whose bars begin whole."""
    app = open_page()
    assert not app.exception
    assert [trace["name"] for trace in figures(app)[0]["data"]] == [
        "TESLA, the law 1/(2m²)",
        "TESLA, drawn",
        "ReLU, random features",
        "GELU, random features",
    ]
    shown = moving(app)
    assert shown["measured"][0] == pytest.approx([1.0] * 8)
    assert len(shown["steps"]) == len(shown["outputs"]) <= 60
    assert "8 of 8 modes are down to a tenth" in words(app)


def test_every_slider_moves_its_figure(open_page: Open) -> None:
    app = open_page()
    spectra = [alts(app)[0]]
    app.slider(key="theory_f_K").set_value(3).run()
    spectra.append(alts(app)[0])
    for name, value in (("width", 16), ("inputs", 64)):
        app.select_slider(key=f"theory_f_{name}").set_value(value).run()
        spectra.append(alts(app)[0])
    assert len(set(spectra)) == len(spectra)
    decays = [alts(app)[1]]
    app.slider(key="theory_m_K").set_value(2).run()
    decays.append(alts(app)[1])
    app.select_slider(key="theory_m_rate").set_value(0.1).run()
    decays.append(alts(app)[1])
    app.selectbox(key="theory_m_learner").set_value("relu").run()
    decays.append(alts(app)[1])
    assert not app.exception
    assert len(set(decays)) == len(decays)
    for held in ("theory_f_K=3", "theory_f_inputs=64", "theory_m_K=2", "theory_m_rate=0.1", "theory_m_learner="):
        assert held in address(app)


def test_few_inputs_make_the_drawn_kernel_flatter(open_page: Open) -> None:
    """The paper's claim, and when it is one: the page says which of the two it shows."""
    assert "Here it is not" in words(open_page())
    assert "Here it is, 1.33 times as high" in words(open_page(theory_f_inputs="64"))


def test_modes_above_k_are_said_to_stay(open_page: Open) -> None:
    assert "Modes above K = 3 have no coefficient" in words(open_page(theory_m_K="3"))


@pytest.mark.parametrize("bad", ["99999", "-1", "nan", "drop table", "", "**b**"])
def test_a_broken_link_still_opens_and_says_so(open_page: Open, bad: str) -> None:
    names = [f"theory_f_{name}" for name in ("K", "width", "inputs", "seed")]
    names += [f"theory_m_{name}" for name in ("learner", "K", "rate", "seed")]
    app = open_page(**dict.fromkeys(names, bad))
    assert not app.exception
    assert app.warning
    assert app.slider(key="theory_f_K").value in range(1, 33)


def test_the_room_lists_its_pages(root: Path) -> None:
    app = opener(root, "theory/theory.py")()
    assert not app.exception
    links = {link.proto.page.rpartition("/")[2] for link in app.get("page_link")}
    assert {"kernels", "harmonics", "lottery"} <= links
