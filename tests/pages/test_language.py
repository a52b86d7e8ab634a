"""Nothing a person reads on a page is left in English by a second language: every word goes through the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pytest
import streamlit as st

from pages._ui.inspect import questions
from pages._ui.live import sections
from pages._ui.live.playhead import ShownFrame
from tesla_core.experiments.results import ResultsFile
from tesla_core.lab.section import Section
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import ENGLISH, read_by
from tesla_core.problems.imagenet100.backbones import BACKBONES
from tesla_core.problems.imagenet100.paper import TITLES
from tesla_core.problems.parity.neighbours import by_neighbours
from tesla_core.problems.parity.tickets import DRAWN, Prospect, prospect
from tesla_core.problems.registry import fit_pages
from tests.pages.script_page import address, canvas, opener, spec
from tests.pages.test_taylor import StandIn
from tests.pages.visible import pseudo, unsaid, visible_texts

LAB = {
    "Start": ("home.py", {}),
    "The activation": ("lab/activation.py", {}),
    "Boundaries": ("lab/boundaries.py", {"b_edits": "0:lr=0.001;5:lr=0.01", "b_noise": "7"}),
    "Parity": ("lab/parity.py", {"p_bits": "6", "p_init": "default"}),
    **{
        f"Spectra, {view}": ("lab/spectra.py", {"spectra_view": view, "spectra_change": "2", "spectra_noise": "x"})
        for view in ("Spectrum", "Shape and slope", "Mute harmonics")
    },
    **{
        f"Taylor, {view}": ("lab/taylor.py", {"taylor_view": view, "taylor_hand": "a2:0.5", "taylor_data": "moons"})
        for view in ("Series", "Polynomial in the net", "By hand")
    },
    **{label: ("lab/continuous.py", {"c_what": label}) for label in (page.label for page in fit_pages().values())},
}
"""By name, a page's file and what its link says."""
OPTIONS = {"cpu", "cuda", "mps", "local", "ray", "network"}
"""Values of the form of jobs that no shipped result has."""


@pytest.fixture
def pseudo_language() -> Iterator[None]:
    words = pseudo()
    read_by(lambda: words)
    st.cache_resource.clear()  # what was judged is kept by language, and to a page this one is English
    yield
    st.cache_resource.clear()
    read_by(lambda: ENGLISH)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, at_epoch_five: None) -> None:
    """What the engine would say of the frame on the canvas."""
    monkeypatch.setattr(questions, "live_service", StandIn)
    monkeypatch.setattr(sections, "found", _found)
    monkeypatch.setattr(sections, "playhead", lambda key, run: ShownFrame(5, moving=False))


def _found(section: Section, spec: LiveSpec, _epoch: int) -> object:
    """Of the parity page: one panel goes by the neighbours, one has the rule; one ticket is known and one is not."""
    if section.name == "tickets":
        rule = np.full((4, spec.task.bits), np.pi / 2)
        known = [prospect(panel, rule, np.zeros(4), 350) for panel in spec.panels if panel.entry.waves]
        return [*known, *[Prospect(None, unknown=DRAWN)] * (len(spec.panels) - len(known))]
    seen = spec.task.seen()
    panels = len(spec.panels)
    return list(range(panels)), by_neighbours(np.ones((panels + 1, seen.size), bool), seen)


@pytest.mark.parametrize("page", LAB)
def test_every_word_of_the_lab_can_be_translated(root: Path, pseudo_language: None, answers: None, page: str) -> None:
    file, link = LAB[page]
    app = opener(root, file, unfolded=True)(**link)
    assert not app.exception
    texts = list(visible_texts(app))
    assert any("⟦" in text for text in texts)
    assert unsaid(texts) == set()


@pytest.mark.parametrize("page", ["jobs/board.py", "jobs/paper.py"])
def test_every_word_of_jobs_and_results_can_be_translated(
    root: Path, pseudo_language: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Of who may launch, the form too. Values of options stay what a person would type, networks their names."""
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path))
    app = opener(root, page)()
    assert not app.exception
    texts = list(visible_texts(app))
    assert any("⟦" in text for text in texts)
    specs = [
        result.spec.to_dict()
        for file in (root / "assets" / "results").glob("*.jsonl")
        for result in ResultsFile(file).read()
    ]
    typed = {value for spec in specs for value in spec.values() if isinstance(value, str)}
    names = typed | OPTIONS | {backbone.label for backbone in BACKBONES.values()} | {*TITLES.values()}
    hovered = [re.sub("<extra>.*</extra>", "", text) for text in texts]  # a model's name and settings
    pieces = {piece for text in unsaid(hovered) for piece in text.split(", ")}
    assert unsaid(pieces - names) == set()


def test_a_link_is_the_same_in_every_language(root: Path, pseudo_language: None) -> None:
    """What a Korean teacher copies opens the same run for a class that reads English."""
    open_boundaries = opener(root, "lab/boundaries.py")
    app = open_boundaries(b_data="Moons", b_schedule="cosine", b_test_points="false")
    assert {"b_data=Moons", "b_schedule=cosine", "b_test_points=false"} <= set(address(app).split("&"))
    read_by(lambda: ENGLISH)
    assert spec(open_boundaries(**parse_qs(canvas(app)["link"]))) == spec(app)


def test_a_word_that_was_not_said_is_found() -> None:
    """Else the tests above hold whatever a page says."""
    said = [
        "TESLA K=8 odd",
        "uniform(0.5)",
        "WIRE (real) ω₀=20",
        "⟦⟦A⟧ and ⟦B⟧ fall.⟧ 12 dB",
        "**own**: ⟦each⟧",
        "$\\sin z$",
    ]
    assert unsaid([*said, "Width", "own panels", "⟦3 train⟧, 4 test"]) == {"Width", "own panels", "⟦3 train⟧, 4 test"}
