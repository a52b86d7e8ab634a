"""The parity page as Streamlit sees it: its run, its link, and what it says before training."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pytest

from pages._ui.live.tickets import Outcome, neuron_correlations, outcome, sentence
from tesla_core.models.spec import ModelSpec
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
    said = " ".join(element.value for element in (*app.markdown, *app.caption))
    assert "only remembers is right on half" not in said
    assert "guess on the rest" not in said
    assert "significantly below half" in said
    assert "less than once in a thousand times" in said


def first_layer(width: int, bits: int, half_range: float) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(0)
    return generator.uniform(-half_range, half_range, (width, bits)), generator.uniform(-0.3, 0.3, width)


def test_more_harmonics_are_more_tickets() -> None:
    """The default start of the paper's surface: K = 2 has no chance, K = 8 a clear one."""
    weight, bias = first_layer(128, 10, 10**-0.5)
    found = [outcome(ModelSpec("tesla", harmonics=K), f"TESLA K={K}", weight, bias, 350) for K in (1, 2, 4, 8)]
    margins = [one.verdict.margin for one in found if one.verdict is not None]
    assert len(margins) == len(found)
    assert margins == sorted(margins)
    assert margins[1] < 0.1 < 1 < margins[3]


@pytest.mark.parametrize("activation", ["relu", "gelu", "silu", "tanh", "siren", "snake"])
def test_every_activation_has_a_verdict(activation: str) -> None:
    """Panels without harmonics are judged too, by what their neurons put out."""
    weight, bias = first_layer(64, 8, 8**-0.5)
    found = outcome(ModelSpec(activation), activation, weight, bias, 100)
    assert found.verdict is not None
    assert 0 <= found.verdict.best.alignment <= 1
    assert found.words


@pytest.mark.parametrize("activation", ["kan", "fourier"])
def test_a_network_without_a_linear_first_layer_has_none(activation: str) -> None:
    """The lottery is about weighted sums; the page says so instead of inventing a number."""
    found = outcome(ModelSpec(activation), activation, np.ones((1, 4)), np.zeros(1), 10)
    assert found.verdict is None
    assert "no ticket" in found.words


def test_a_neuron_that_is_the_parity_correlates_fully() -> None:
    """sin(π/2 · Σx) over an odd number of bits is the parity itself, up to its sign."""
    found = neuron_correlations(np.sin, np.full((1, 5), np.pi / 2), np.zeros(1))
    assert found == pytest.approx([1.0])


def test_the_sentence_before_training_agrees_in_number() -> None:
    """ "TESLA K=8 start with a neuron" was read by everyone who opened the page."""
    weight, bias = first_layer(128, 10, 10**-0.5)
    one = outcome(ModelSpec("tesla", harmonics=8), "TESLA K=8", weight, bias, 350)
    two = outcome(ModelSpec("tesla", harmonics=16), "TESLA K=16", weight, bias, 350)
    needed = "Such a start is needed, but not enough: a run that has it can still memorise."
    leans = "with a neuron that already leans towards the parity"
    assert sentence([one]) == f"TESLA K=8 starts {leans}: it can learn it. {needed}"
    assert sentence([one, two]) == f"TESLA K=8 and TESLA K=16 start {leans}: they can learn it. {needed}"


def test_the_sentence_names_who_can_learn() -> None:
    """Before anyone presses play."""
    weight, bias = first_layer(128, 10, 10**-0.5)
    told = sentence([outcome(ModelSpec("tesla", harmonics=8), "TESLA K=8", weight, bias, 350), Outcome("KAN", None)])
    assert "TESLA K=8" in told
    assert "KAN" not in told
    assert "memorise" in sentence([Outcome("KAN", None)])
