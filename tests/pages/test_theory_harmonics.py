"""Which K, as Streamlit runs it. If these fail, a formula is lost, or the rule is shown as better than it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.theory import measured
from tests.pages.script_page import Open, address, opener
from tests.pages.theory_page import alts, words


@pytest.fixture
def open_page(root: Path) -> Open:
    return opener(root, "theory/harmonics.py")


def test_it_opens_on_a_parity_with_the_rule_and_what_was_measured(open_page: Open) -> None:
    """A stranger sees the spectrum, m_eff, K* and d/4, and where the rule fails, before touching anything."""
    app = open_page()
    assert not app.exception
    assert "100% lies at degree 8" in alts(app)[0]
    said = words(app)
    assert "m_eff = 8" in said
    assert "K* = 2 … 3" in said
    (rows,) = [frame.value for frame in app.dataframe]
    ten = rows[(rows["Bits"] == "10") & (rows["Samples N"] == "350")].iloc[0]
    assert ten["The rule's K"] == "1 … 2"
    assert ten["None did"].startswith("K = 1, 2: 34")
    assert ten["Every seed learned"].startswith("K = 4, 8: 99.7")
    assert ten["So the rule"].startswith("fails")


def test_a_slider_moves_its_figure(open_page: Open) -> None:
    app = open_page()
    app.slider(key="theory_k_bits").set_value(10).run()
    assert "100% lies at degree 10" in alts(app)[0]
    assert "m_eff = 10" in words(app)
    assert "d/4 for 10 bits: **2.5**" in words(app)


def test_what_may_be_left_out_and_the_samples_move_the_rule(open_page: Open) -> None:
    app = open_page(theory_k_f="maj(x1..xn)", theory_k_bits="9")
    seen = [alts(app)[1]]
    for name, value in (("epsilon", 0.3), ("samples", 350)):
        app.select_slider(key=f"theory_k_{name}").set_value(value).run()
        seen.append(alts(app)[1])
    assert len(set(seen)) == 3


def test_few_samples_ask_for_fewer_harmonics(open_page: Open) -> None:
    app = open_page(theory_k_f="parity(x1..x10)", theory_k_bits="10", theory_k_samples="350")
    assert "K* = 1 … 2" in words(app)


@pytest.mark.parametrize(
    ("chosen", "order"),
    [("Majority of nine", 9), ("Address: three bits choose one of eight", 4), ("And of all bits", 3)],
)
def test_a_function_can_be_picked(open_page: Open, chosen: str, order: int) -> None:
    app = open_page()
    app.selectbox(key="theory_k_preset").select(chosen).run()
    assert not app.exception
    assert f"m_eff = {order}" in words(app)


def test_a_formula_that_is_none_is_explained_and_kept(open_page: Open) -> None:
    """In a link as well as typed: position, what was found, what may stand there; the text stays in its field."""
    app = open_page(theory_k_f="x1 + x2")
    assert not app.exception
    assert app.text_input(key="theory_k_f").value == "x1 + x2"
    assert "Position 4: found “+”" in app.error[0].value
    assert app.code[0].value == "x1 + x2\n   ^"
    assert "theory_k_f=x1+%2B+x2" in address(app)
    app.text_input(key="theory_k_f").set_value("x1 xor x2").run()
    assert not app.error
    assert "m_eff = 2" in words(app)


@pytest.mark.parametrize("bad", ["99", "-1", "nan", "drop table", "", "x" * 5000, "**b**", "{label}"])
def test_a_broken_link_still_opens(open_page: Open, bad: str) -> None:
    names = ("bits", "epsilon", "samples", "start", "f")
    app = open_page(**{f"theory_k_{name}": bad for name in names})
    assert not app.exception
    assert app.slider(key="theory_k_bits").value in range(1, 13)


def test_a_value_out_of_range_is_said(open_page: Open) -> None:
    app = open_page(theory_k_bits="40")
    assert "outside 1 to 12" in app.warning[0].value.replace("\\", "")


def test_a_results_file_that_cannot_be_read_is_named(
    open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another version, say: the page shows the rest, and which one it left out."""
    monkeypatch.setattr(measured, "RESULTS", tmp_path)
    (tmp_path / "parity.jsonl").write_text('{"spec": {"experiment": "of tomorrow"}, "test_accuracy": 1.0}\n')
    app: AppTest = open_page()
    assert not app.exception
    assert "parity.jsonl is left out" in app.warning[0].value.replace("\\", "")
    assert "Not measured yet." in words(app)
