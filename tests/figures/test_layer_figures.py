"""If these fail, a chart of a layer is silent to a screen reader, unnamed, or shows other numbers than it was given."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis import derivative_maximum, maclaurin_coefficients, phi
from tesla_core.errors import TeslaError
from tesla_core.figures import alt_text
from tesla_core.figures.decision import decision_figure
from tesla_core.figures.interventions import degree_figure, muting_figure
from tesla_core.figures.layer import bounds_history_figure, layer_phi_figure, layer_slope_figure
from tesla_core.figures.orders import DECADES, moved_orders_figure, order_heatmap
from tesla_core.figures.palette import THEMES, Theme
from tesla_core.figures.reshaped import reshaped_figure

A, B = [1.0, -0.5, 0.25], [0.2, 0.0, -0.3]
EXTENT = (-1.1, 1.1, -1.1, 1.1)
HISTORY = np.stack([np.stack([np.multiply(A, t), np.multiply(B, t)]) for t in (0.5, 1.0, 2.0)])
COUNTS = np.arange(64)


def traces(figure: go.Figure) -> Any:
    """The drawn traces; Plotly's own types don't know them."""
    return figure.data


def grid(planes: int = 1) -> np.ndarray:
    picture = np.zeros((planes, 8, 8), np.uint8)
    picture[0, :, 4:] = 255 if planes == 1 else 2
    return picture


def all_figures(theme: Theme) -> dict[str, go.Figure]:
    before, after = (maclaurin_coefficients(a, B, 8) for a in (A, [1.0, 0.5, 0.25]))
    return {
        "phi": layer_phi_figure(A, B, -3, 4, COUNTS, theme),
        "phi of one input": layer_phi_figure(A, B, 0.5, 0.5, theme=theme),
        "slope": layer_slope_figure(A, B, -3, 4, theme),
        "bounds": bounds_history_figure([0, 1, 2], HISTORY, theme),
        "two classes": decision_figure(grid(), "a net", EXTENT, theme=theme),
        "cells": decision_figure(grid(), "a net", theme=theme),
        "one class": decision_figure(np.zeros((1, 4, 4), np.uint8), "a net", EXTENT, theme=theme),
        "three classes": decision_figure(grid(2), "a net", EXTENT, colours=("#000000",) * 3, theme=theme),
        "muting": muting_figure([[50, 60], [70, 80]], 90, theme),
        "degrees": degree_figure([0, 1, 3], [50, 60, 90], [50, 55, 80], 81, 3, theme),
        "orders": order_heatmap([0, 1], np.stack([before, after]), theme),
        "orders of nothing": order_heatmap([0], np.zeros((1, 4)), theme),
        "moved": moved_orders_figure(before, after, theme),
        "moved from nothing": moved_orders_figure(np.zeros(4), np.zeros(4), theme),
        "reshaped": reshaped_figure((A, B), (B, A), 3.0, theme),
    }


@pytest.mark.parametrize("theme", THEMES)
def test_every_figure_speaks_and_names_its_axes(theme: Theme) -> None:
    for name, figure in all_figures(theme).items():
        layout = json.loads(figure.to_json() or "")["layout"]
        assert len(alt_text(figure)) > 25, name
        assert layout["xaxis"]["title"]["text"], name
        assert layout["yaxis"]["title"]["text"], name
        assert layout["height"] > 0, name


def test_phi_spans_what_the_layer_sees_and_shows_how_often() -> None:
    bars, curve = traces(layer_phi_figure(A, B, -3, 4, COUNTS))
    assert (curve.x[0], curve.x[-1]) == (-3, 4)
    np.testing.assert_allclose(curve.y, phi(curve.x, A, B))
    assert sum(bars.y) == pytest.approx(1)
    assert bars.x[0] - bars.width[0] / 2 == pytest.approx(-3)


def test_the_slope_stays_between_its_lines() -> None:
    *lines, curve = traces(layer_slope_figure(A, B, -3, 4))
    budget, amplitude, maximum = (line.y[0] for line in lines)
    assert max(abs(curve.y)) <= maximum == derivative_maximum(A, B)
    assert maximum <= amplitude <= budget


def test_bounds_keep_their_order_in_every_epoch() -> None:
    budget, amplitude, maximum = (np.array(line.y) for line in traces(bounds_history_figure([0, 1, 2], HISTORY)))
    assert (maximum <= amplitude).all()
    assert (amplitude <= budget).all()
    assert budget[-1] == pytest.approx(4 * budget[0])


def test_a_picture_has_its_first_row_on_top() -> None:
    """A boundary drawn upside down would still look like one."""
    picture = np.zeros((1, 2, 2), np.uint8)
    picture[0, 0, 1] = 255
    surface = traces(decision_figure(picture, "a net", EXTENT))[0]
    row, column = (int(place[0]) for place in np.nonzero(np.asarray(surface.z) == 1))
    assert surface.y[row] > 0
    assert surface.x[column] > 0


def test_the_border_is_drawn_only_where_there_is_one() -> None:
    assert len(traces(decision_figure(grid(), "a net", EXTENT))) == 2
    assert len(traces(decision_figure(np.zeros((1, 4, 4), np.uint8), "a net", EXTENT))) == 1


def test_muting_names_the_harmonic_that_hurts_most() -> None:
    assert "53.0%, without harmonic 3 of layer 2" in alt_text(muting_figure([[90, 88, 89], [90, 91, 53]], 91))


def test_a_change_of_one_sine_moves_odd_orders_only() -> None:
    before, after = maclaurin_coefficients(A, B, 9), maclaurin_coefficients([1.0, 0.5, 0.25], B, 9)
    assert alt_text(moved_orders_figure(before, after)).endswith("orders that moved: 1, 3, 5, 7, 9.")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12))
def test_the_heat_map_shows_every_sign_and_keeps_the_order_of_sizes(values: list[float]) -> None:
    """Blue is never positive, and a larger coefficient is never paler."""
    shade = np.asarray(traces(order_heatmap([0], [values]))[0].z)[:, 0]
    assert (shade * np.array(values) >= 0).all()
    assert np.abs(shade).max() <= DECADES
    order = np.argsort(np.abs(values))
    assert (np.diff(np.abs(shade)[order]) >= -1e-9).all()


@pytest.mark.parametrize(
    "draw",
    [
        lambda: layer_phi_figure(A, B, 1, -1),
        lambda: layer_slope_figure(A, B, 0, float("nan")),
        lambda: bounds_history_figure([0, 1], HISTORY),
        lambda: decision_figure(np.zeros((3, 4, 4)), "a net"),
        lambda: muting_figure([1.0, 2.0], 3),
        lambda: degree_figure([1, 2], [1], [1, 2], 3),
        lambda: order_heatmap([0, 1], np.zeros((3, 4))),
        lambda: moved_orders_figure([1.0], [1.0, 2.0]),
    ],
)
def test_shapes_that_do_not_fit_are_named(draw) -> None:
    with pytest.raises(TeslaError, match="given"):
        draw()
