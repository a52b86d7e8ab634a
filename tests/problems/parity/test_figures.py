"""The chart of strings beside seen ones: what it draws is what it says, for those who can't see it too."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.figures import alt_text
from tesla_core.figures.palette import look_of
from tesla_core.problems.parity.figures import Line, group_names, neighbours_figure
from tesla_core.problems.parity.neighbours import ByNeighbours

FOUND = ByNeighbours(
    np.array([0, 2, 3]), np.array([1, 2, 4]), np.array([10, 20, 8]), np.array([[9, 8, 0], [10, 20, 8]])
)
LINES = [Line("GELU", look_of("gelu")), Line("A smooth fit")]


def test_every_group_has_its_name_and_its_number_of_strings() -> None:
    """A point that stands for eight strings must not look like one of two hundred."""
    assert group_names(FOUND) == ["up to 1", "2", "3 or more"]
    figure = neighbours_figure(FOUND, LINES).to_plotly_json()
    assert list(figure["layout"]["xaxis"]["ticktext"]) == ["≤1<br>(10)", "2<br>(20)", "3+<br>(8)"]


def test_lines_are_the_panels_in_percent() -> None:
    traces = neighbours_figure(FOUND, LINES, "dark").to_plotly_json()["data"]
    assert [list(trace["y"]) for trace in traces] == [[90, 40, 0], [100, 100, 100]]
    assert [trace["name"] for trace in traces] == ["GELU", "A smooth fit"]
    assert traces[0]["line"]["color"] == look_of("gelu").dark


def test_the_text_alternative_holds_every_number() -> None:
    assert alt_text(neighbours_figure(FOUND, LINES)) == (
        "Share of unseen strings answered right, by the number of their seen neighbours (10 with up to 1, 20 with 2, "
        "8 with 3 or more). GELU: 90%, 40%, 0%; A smooth fit: 100%, 100%, 100%."
    )


def test_a_line_for_every_panel() -> None:
    with pytest.raises(TeslaError, match="1 line can't draw 2 panels"):
        neighbours_figure(FOUND, LINES[:1])
