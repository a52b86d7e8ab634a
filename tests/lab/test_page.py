"""Pages of problems as data: what the Continuous page lists, and what it can't take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pages._ui.live.fit_page import board_of
from tesla_core.canvas.runs import fit_run
from tesla_core.errors import TeslaError
from tesla_core.lab.page import FitPage
from tesla_core.lab.presets import Preset
from tesla_core.problems.registry import fit_pages

PAGES = list(fit_pages().values())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.label)
def test_every_preset_is_a_run_that_its_problem_knows(page: FitPage) -> None:
    """Nobody chooses a preset and finds the page's opening one instead; what a press on a panel opens is there."""
    board = board_of(page)
    for preset in page.presets:
        values = board.values_of(preset)
        spec = fit_run(page, values)
        assert page.around(values).story.kind == spec.kind.name
    assert callable(page.chart_maker())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"prefix": "c_"}, "'c_' was given"),
        ({"prefix": "Heat"}, "'Heat' was given"),
        ({"data": ("heat",)}, "has no control heat; it has"),
        ({"presets": (Preset("One", "", {"warm": 1}),)}, "has no control warm"),
        ({"presets": ()}, "needs a preset to open with"),
    ],
)
def test_a_page_that_cannot_be_shown_says_why_when_it_is_made(change: dict[str, Any], said: str) -> None:
    """Who writes one learns it from the import, not from a visitor."""
    with pytest.raises(TeslaError, match=said):
        replace(PAGES[0], **change)
