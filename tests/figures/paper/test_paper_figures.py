"""If these fail, a figure of the paper is missing, says what was not measured, or cannot be drawn without torch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.figures import alt_text
from tesla_core.figures.palette import THEMES, Theme, look_of
from tesla_core.figures.paper import FIGURES, find_figure
from tesla_core.figures.paper.curves import AccuracyLine, AccuracyPanel, accuracy_panels
from tesla_core.figures.paper.one_panel import one_panel, panel_names
from tesla_core.figures.paper.pictures import draw_pictures, read_groups
from tesla_core.figures.style import note_text


def notes_on(figure: Any) -> list[Any]:
    return list(figure.layout.annotations)


NAMES = ("1", "2", "3", "4", "supp-1", "supp-2", "supp-3")


def test_every_figure_of_the_paper_is_there_in_its_order() -> None:
    assert tuple(FIGURES) == NAMES


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_each_is_drawn_with_a_text_alternative_and_a_note_of_its_settings(name: str, theme: Theme) -> None:
    figure = FIGURES[name].draw(theme)
    assert len(alt_text(figure)) > 100
    assert len(note_text(figure)) > 50
    assert figure.data


def test_drawing_them_loads_no_torch(root: Path) -> None:
    """A card of the page draws them."""
    code = "import sys\nfrom tesla_core.figures.paper import FIGURES\nfor one in FIGURES.values(): one.draw('dark')\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print('torch' in sys.modules)"], cwd=root, capture_output=True, text=True
    )
    assert done.stdout.strip() == "False", done.stderr


def test_another_name_lists_the_names_and_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"1, 2, 3, 4, supp-1.*Did you mean 'supp-3'"):
        find_figure("supp3")


def test_what_is_drawn_from_results_is_not_trained() -> None:
    with pytest.raises(TeslaError, match="Figure 3 needs no training"):
        FIGURES["3"].train(print)


def test_a_panel_without_runs_says_that_it_is_not_measured() -> None:
    line = AccuracyLine("ReLU", look_of("relu"), (16.0, 20.0), (99.0, 50.0), (98.0, 49.0), (100.0, 51.0))
    figure = accuracy_panels([AccuracyPanel("A", (line,), 100.0), AccuracyPanel("B", (), 95.0)], 2, "x", "y", "light")
    assert "B: not measured." in alt_text(figure)
    assert [one.text for one in notes_on(figure)] == ["A", "B", "not measured"]


def test_the_paper_s_numbers_stand_only_where_the_runs_are_of_its_setting() -> None:
    """Each diamond of figure 3 is a number of a run's own `reported`, and none stands in a panel of LPN or of 5%."""
    figure: Any = FIGURES["3"].draw("light")
    titles = [one.text for one in notes_on(figure)]
    for trace in figure.data:
        if trace.marker.symbol == "diamond-open":
            panel = titles[int((trace.xaxis or "x").removeprefix("x") or 1) - 1]
            assert not panel.startswith(("LPN", "5%"))


def test_a_figure_that_was_never_trained_says_so() -> None:
    assert "not measured" in alt_text(draw_pictures("1", None, "light"))


@pytest.mark.parametrize("name", ["1", "supp-1", "supp-2", "supp-3"])
def test_titles_have_the_training_accuracy_of_what_ships(name: str) -> None:
    from tesla_core.experiments.arrays import shipped_arrays

    arrays = shipped_arrays(name)
    assert arrays is not None
    figure = FIGURES[name].draw("light")
    titles = " ".join(one.text for one in notes_on(figure))
    for group in read_groups(arrays):
        for label, share in zip(group.labels, group.train, strict=True):
            assert label in titles
            assert np.isnan(share) or f"{label} {share:.1%}" in titles


def test_titles_have_what_a_network_does_on_points_it_never_saw() -> None:
    """100% of training beside a surface at chance would mislead: ReLU knows its 350 strings by heart."""
    titles = [one.text for one in notes_on(FIGURES["supp-3"].draw("light"))]
    relu = next(title for title in titles if title.startswith("ReLU 100.0%"))
    assert "unseen 54.6%" in relu


def test_one_panel_stands_alone_with_its_axes_and_legend() -> None:
    """What a phone shows: the lines of that panel and no others, each named once, with the shared titles."""
    figure: Any = FIGURES["3"].draw("light")
    names = panel_names(figure)
    assert len(names) == 12
    alone: Any = one_panel(figure, 6, "light")
    own = [trace for trace in figure.data if trace.xaxis == "x7"]
    assert [list(trace.y) for trace in alone.data] == [list(trace.y) for trace in own]
    named = [trace.name for trace in alone.data if trace.showlegend]
    assert "TESLA K=8" in named
    assert len(set(named)) == len(named)
    assert alone.layout.xaxis.title.text == "Bits d"
    assert alone.layout.yaxis.title.text == "Test accuracy (%)"
    assert note_text(alone) == note_text(figure)


def test_one_panel_without_runs_says_so() -> None:
    line = AccuracyLine("ReLU", look_of("relu"), (16.0, 20.0), (99.0, 50.0), (98.0, 49.0), (100.0, 51.0))
    both = accuracy_panels([AccuracyPanel("A", (line,), 100.0), AccuracyPanel("B", (), 95.0)], 2, "x", "y", "light")
    assert [one.text for one in notes_on(one_panel(both, 1))] == ["not measured"]
