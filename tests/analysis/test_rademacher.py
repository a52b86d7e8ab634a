"""If these fail, the generalisation bounds move the wrong way when a slider moves."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.rademacher import contraction_bound, mixture_bound
from tesla_core.errors import TeslaError

sizes = st.floats(0.01, 100)
counts = st.integers(1, 10**6)


@settings(deadline=None)
@given(sizes, sizes, sizes, counts, st.floats(1.01, 10))
def test_theorem_one_grows_with_each_size_and_shrinks_with_data(budget, weight, radius, samples, factor):
    bound = contraction_bound(budget, weight, radius, samples)
    assert contraction_bound(factor * budget, weight, radius, samples) > bound
    assert contraction_bound(budget, factor * weight, radius, samples) > bound
    assert contraction_bound(budget, weight, factor * radius, samples) > bound
    assert contraction_bound(budget, weight, radius, 4 * samples) == pytest.approx(bound / 2)
    assert contraction_bound(budget, weight, radius, samples, offset=0) < bound


@settings(deadline=None)
@given(sizes, st.integers(1, 511), counts)
def test_mixture_bound_grows_with_harmonics_and_shrinks_with_data(budget, harmonics, samples):
    bound = mixture_bound(budget, harmonics, samples)
    assert mixture_bound(budget, harmonics + 1, samples) > bound
    assert mixture_bound(budget, harmonics, 4 * samples) == pytest.approx(bound / 2)


def test_values_are_the_papers_formulas():
    assert contraction_bound(2, 3, 5, 100) == pytest.approx((2 * 3 * 5 + 2) / 10)
    assert mixture_bound(2, 8, 100, constant=3) == pytest.approx(3 * 2 * sqrt(log(16)) / 10)


def test_a_drawn_neuron_class_stays_under_theorem_one():
    """A lower estimate of the complexity, by many random members of the class, must not exceed the bound."""
    generator = np.random.default_rng(0)
    samples, weight = 64, 1.5
    inputs = generator.normal(size=(samples, 3))
    radius = float(np.linalg.norm(inputs, axis=1).max())
    directions = generator.normal(size=(2000, 3))
    directions *= weight / np.linalg.norm(directions, axis=1, keepdims=True)
    outputs = np.sin(directions @ inputs.T)  # members with a_1 = 1, so A_K = 1
    signs = generator.choice([-1.0, 1.0], size=(200, samples))
    estimate = (signs @ outputs.T / samples).max(axis=1).mean()
    assert estimate <= contraction_bound(1, weight, radius, samples)


def test_impossible_values_are_named():
    with pytest.raises(TeslaError, match="samples N must be a finite number above 0; 0"):
        contraction_bound(1, 1, 1, 0)
    with pytest.raises(TeslaError, match="offset B_0 must be from 0 to 1; 2"):
        contraction_bound(1, 1, 1, 10, offset=2)
    with pytest.raises(TeslaError, match="from 1 to 512; 0"):
        mixture_bound(1, 0, 10)
