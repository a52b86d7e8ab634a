"""If these fail, names at the ends of lines lie on each other, stand at another line's end, or push the chart away."""

from __future__ import annotations

from typing import Any

import numpy as np

from tesla_core.figures.curves import Series, accuracy_figure, loss_figure
from tesla_core.figures.ends import GAP, LONGEST, spread
from tesla_core.figures.palette import look_of

EPOCHS = np.arange(10)


def notes(figure: Any) -> list[Any]:
    return [note for note in figure.layout.annotations if note.xanchor == "left"]


def test_names_that_have_room_stand_at_their_ends():
    assert spread([10.0, 60.0, 200.0], 300) == [10.0, 60.0, 200.0]


def test_close_ends_give_way_in_their_order():
    places = spread([100.0, 101.0, 99.0], 300)
    assert places == [100.0, 100.0 + GAP, 100.0 - GAP]


def test_ends_at_the_edge_have_their_names_too():
    """Three models at 100%: all are named, below each other."""
    assert spread([300.0, 300.0, 300.0], 300) == [300.0 - 2 * GAP, 300.0 - GAP, 300.0]


def test_a_name_without_room_is_left_to_the_legend():
    assert spread([0.0, 1.0, 2.0], GAP - 1) == [0.0, None, None]


def test_every_line_bears_its_own_name_where_it_ends():
    series = [Series(f"TESLA K={k}", look_of("tesla", harmonics=k), EPOCHS, EPOCHS * k) for k in (1, 2, 8)]
    for draw, value in ((accuracy_figure, float), (loss_figure, np.log10)):
        written = notes(draw(series))
        assert [note.text for note in written] == ["TESLA K=1", "TESLA K=2", "TESLA K=8"]
        np.testing.assert_allclose([note.y for note in written], [value(9.0 * k) for k in (1, 2, 8)])
        assert {note.x for note in written} == {9.0}


def test_a_name_too_long_for_a_phone_and_a_line_without_an_end_have_none():
    long, lost = "x" * (LONGEST + 1), np.where(EPOCHS < 5, 1.0, np.nan)
    series = [Series(long, look_of("relu"), EPOCHS, EPOCHS), Series("GELU", look_of("gelu"), EPOCHS, lost)]
    assert not notes(loss_figure(series))
