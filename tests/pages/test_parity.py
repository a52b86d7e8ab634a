"""The parity page as Streamlit sees it: its run, its link, and what it says before training."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest

from tesla_core.problems.parity.long.task import LongStringsTask
from tesla_core.problems.parity.surface import SurfaceTask
from tests.pages.script_page import Open, canvas, opener, spec


@pytest.fixture
def open_parity(root: Path) -> Open:
    return opener(root, "lab/parity.py")


def test_it_opens_on_the_papers_surface(open_parity: Open) -> None:
    """10 bits, 350 strings, 2×128, learning rate 1e-3, 50 epochs, batch 32; one first-layer rule for all."""
    app = open_parity()
    assert not app.exception
    assert not app.warning
    shown = spec(app)
    assert shown.task == SurfaceTask(10, 350, 0)
    assert {panel.init for panel in shown.panels} == {"uniform(0.5)"}
    assert (shown.settings.lr, shown.settings.epochs, shown.settings.batch) == (1e-3, 50, 32)
    labels = [panel.label for panel in shown.panels]
    assert {"TESLA K=4", "TESLA K=8", "ReLU"} <= set(labels)
    assert {(panel.init, panel.coefficient_scale) for panel in shown.panels} == {("uniform(0.5)", 0.1)}
    assert {(panel.width, panel.depth) for panel in shown.panels} == {(128, 2)}
    assert [title["label"] for title in canvas(app)["measures"]["titles"]] == ["seen", "unseen"]
    assert canvas(app)["spectrum"] is True


@pytest.mark.parametrize("bits", [4, 7, 12])
def test_any_number_of_bits_is_a_run(open_parity: Open, bits: int) -> None:
    """From 4 to 12; with too few strings to learn 350 from, the page takes half of them and says so."""
    app = open_parity(p_bits=str(bits))
    assert not app.exception
    task = spec(app).task
    assert isinstance(task, SurfaceTask)
    assert task.bits == bits
    assert task.train_size < 2**bits
    assert bool(app.warning) == (2**bits <= 350)


@pytest.mark.parametrize("bad", ["13", "-1", "many", ""])
def test_a_broken_link_still_opens(open_parity: Open, bad: str) -> None:
    """Nonsense becomes the nearest run, with a message."""
    app = open_parity(p_bits=bad, p_seen=bad, p_panels=bad, p_edits=bad)
    assert not app.exception
    task = spec(app).task
    assert isinstance(task, SurfaceTask)
    assert 4 <= task.bits <= 12
    assert app.warning


def test_a_link_opens_the_run_it_was_copied_from(open_parity: Open) -> None:
    """The teacher's surface is the student's."""
    app = open_parity(p_bits="8", p_seen="100", p_seed="3", p_init="rademacher")
    again = open_parity(**parse_qs(canvas(app)["link"]))
    assert spec(again).address == spec(app).address


def test_without_the_engine_the_page_says_so_and_goes_on(open_parity: Open) -> None:
    """The verdicts need the engine's weights; the rest of the page does not."""
    app = open_parity()
    assert not app.exception
    assert any("engine" in box.value for box in app.info)


def test_the_page_says_what_parity_is_before_it_uses_the_word(open_parity: Open) -> None:
    """With a worked string; and what a ticket is before it counts them."""
    app = open_parity()
    opening = app.caption[0].value
    assert "even or an odd number of ones" in opening
    assert "01101 00010".count("1") == 4
    assert "01101 00010 has four, so it is even" in opening
    told = [each.value for each in app.markdown]
    assert any("each wave is a **ticket** in a lottery" in text for text in told)


def test_no_page_says_that_remembering_is_right_on_half(open_parity: Open) -> None:
    """The help, the note: on parity a smooth fit is right on fewer than half of what it never saw."""
    app = open_parity()
    app.session_state["why"] = True  # the fold is opened
    app.run()
    said = " ".join(element.value for element in (*app.markdown, *app.caption))
    assert "only remembers is right on half" not in said
    assert "guess on the rest" not in said
    assert "significantly below half" in said
    assert "less than once in a thousand times" in said


def test_long_strings_are_a_choice_on_the_page(open_parity: Open) -> None:
    """Some of many bits: other controls, another picture, no Walsh energy, tickets instead of neighbours."""
    app = open_parity(p_strings="some of many bits", p_long_bits="24", p_long_seen="5000", p_noise="0.1")
    assert not app.exception
    assert not app.warning
    assert spec(app).task == LongStringsTask(24, 5_000, 0.1, 0)
    assert canvas(app)["kind"] == "halves"
    assert canvas(app)["spectrum"] is False
    headers = " ".join(header.value for header in app.header)
    assert "Tickets, counted" in headers
    assert "Beside what was seen" not in headers
    assert any("nobody can be right on more than 90%" in caption.value for caption in app.caption)


def test_several_starts_are_the_first_panel_alone(open_parity: Open) -> None:
    """Thirty bits are a lottery: one network, each panel with a seed of its own, and each line is named by it."""
    app = open_parity(p_strings="some of many bits", p_starts="4", p_seed="3", p_panels=["TESLA K=8", "ReLU"])
    assert not app.exception
    shown = spec(app)
    assert shown.starts == (3, 4, 5, 6)
    assert {panel.label for panel in shown.panels} == {"TESLA K=8"}
    assert canvas(app)["panels"][0]["label"] == "seed 3"
    assert [panel["short"] for panel in canvas(app)["panels"]] == ["seed 3", "seed 4", "seed 5", "seed 6"]
