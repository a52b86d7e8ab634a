"""If these fail, the bounds page shows a bound that does not bound, or a maximum that is not the maximum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget, derivative_maximum
from tesla_core.analysis.taylor import phi_prime

values = st.floats(-5, 5).map(lambda value: round(value, 6))
coefficients = st.integers(1, 20).flatmap(
    lambda count: st.tuples(*[st.lists(values, min_size=count, max_size=count)] * 2)
)


@settings(deadline=None)
@given(coefficients, st.lists(st.floats(-20, 20), min_size=1, max_size=50))
def test_slope_maximum_amplitude_and_budget_stand_in_order(pair, points):
    a, b = pair
    seen = float(np.abs(phi_prime(points, a, b)).max())
    maximum, amplitude, budget = derivative_maximum(a, b), amplitude_bound(a, b), coefficient_budget(a, b)
    assert seen <= maximum * (1 + 1e-9) + 1e-12
    assert maximum <= amplitude <= budget


@settings(deadline=None)
@given(coefficients)
def test_search_attains_the_maximum_of_a_dense_grid(pair):
    a, b = pair
    grid = np.linspace(0, 2 * np.pi, 20_001)
    dense = float(np.abs(phi_prime(grid, a, b)).max())
    spacing = np.pi / 20_000  # no point is further than this from the grid
    highest_possible = dense / np.cos(len(a) * spacing)
    assert dense * (1 - 1e-10) <= derivative_maximum(a, b) <= highest_possible * (1 + 1e-12) + 1e-15


@settings(deadline=None)
@given(st.integers(1, 64), values, values)
def test_one_harmonic_reaches_its_amplitude(k, sine, cosine):
    a, b = np.zeros(k), np.zeros(k)
    a[-1], b[-1] = sine, cosine
    assert derivative_maximum(a, b) == pytest.approx(np.hypot(sine, cosine), rel=1e-9)


def test_aligned_harmonics_attain_the_budget():
    assert derivative_maximum([1, 2, 3], [0, 0, 0]) == pytest.approx(6, rel=1e-12)
    assert coefficient_budget([1, -2], [0.5, 0]) == 3.5
    assert amplitude_bound([3], [4]) == 5


def test_two_almost_equal_peaks_are_both_searched():
    """cos 64z peaks 64 times; a faint cos z decides which peak wins."""
    a = np.zeros(64)
    a[63], a[0] = 1.0, 1e-7
    assert derivative_maximum(a, np.zeros(64)) == pytest.approx(1 + 1e-7, abs=1e-10)


def test_zero_coefficients_are_flat():
    assert derivative_maximum([0, 0], [0, 0]) == 0
