"""If these fail, the Taylor page draws a polynomial that is not φ's, or numbers that are NaN."""

from __future__ import annotations

from fractions import Fraction
from math import factorial, sinh

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.taylor import (
    agreement_interval,
    maclaurin_coefficients,
    phi,
    phi_prime,
    remainder,
    truncated_polynomial,
)
from tesla_core.errors import TeslaError

values = st.floats(-3, 3).map(lambda value: round(value, 4))
coefficients = st.integers(1, 12).flatmap(
    lambda count: st.tuples(*[st.lists(values, min_size=count, max_size=count)] * 2)
)


def exact_polynomial(z: Fraction, a: np.ndarray, b: np.ndarray, degree: int) -> Fraction:
    """Eq. 3 in exact rational arithmetic, an order at a time."""
    total = Fraction(0)
    for order in range(degree + 1):
        row = a if order % 2 else b
        weight = sum(Fraction(float(c)) * Fraction(k) ** (order - 1) for k, c in enumerate(row, start=1))
        total += (-1) ** (order // 2) * weight / factorial(order) * z**order
    return total


def test_phi_is_equation_one_in_any_shape():
    z = np.linspace(-4, 4, 24).reshape(2, 3, 4)
    expected = 2 * np.sin(z) - np.cos(z) + 0.5 / 2 * np.sin(2 * z) + 3 / 2 * np.cos(2 * z)
    np.testing.assert_allclose(phi(z, [2, 0.5], [-1, 3]), expected, atol=1e-14)
    assert phi(0.0, [1, 1], [1, 1]) == pytest.approx(1.5)


@settings(deadline=None)
@given(coefficients, st.floats(-10, 10))
def test_phi_prime_is_the_slope_of_phi(pair, z):
    a, b = pair
    step = 1e-5
    slope = (phi(z + step, a, b) - phi(z - step, a, b)) / (2 * step)
    assert float(phi_prime(z, a, b)) == pytest.approx(float(slope), abs=1e-5)


@settings(deadline=None)
@given(coefficients)
def test_first_orders_are_value_slope_and_half_curvature_at_zero(pair):
    a, b = pair
    series = maclaurin_coefficients(a, b, 2)
    curvature = -sum(k * value for k, value in enumerate(b, start=1))
    np.testing.assert_allclose(series, [float(phi(0, a, b)), float(phi_prime(0, a, b)), curvature / 2], atol=1e-12)


def test_order_200_with_64_harmonics_stays_exact():
    """Neither 64^199 nor 200! fits where a naive Eq. 3 would put them; the coefficients themselves do."""
    generator = np.random.default_rng(0)
    a, b = generator.normal(size=(2, 64))
    series = maclaurin_coefficients(a, b, 200)
    for order in (0, 1, 2, 63, 64, 199, 200):
        exact = exact_polynomial(Fraction(1), a, b, order) - (
            exact_polynomial(Fraction(1), a, b, order - 1) if order else 0
        )
        assert series[order] == pytest.approx(float(exact), rel=1e-10)


@settings(deadline=None)
@given(coefficients, st.integers(0, 40), st.floats(-6, 6).map(lambda z: round(z, 3)))
def test_truncated_polynomial_equals_exact_arithmetic(pair, degree, z):
    """Up to k·|z| = 72 the terms reach e^72 and plain summation would keep no digit."""
    a, b = np.array(pair[0]), np.array(pair[1])
    exact = float(exact_polynomial(Fraction(z), a, b, degree))
    assert float(truncated_polynomial(z, a, b, degree)) == pytest.approx(exact, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(coefficients, st.floats(-3, 3))
def test_polynomial_converges_to_phi(pair, z):
    a, b = pair
    assert float(truncated_polynomial(z, a, b, 160)) == pytest.approx(float(phi(z, a, b)), abs=1e-10)


@settings(deadline=None)
@given(coefficients, st.integers(0, 30), st.floats(-3, 3))
def test_polynomial_and_remainder_make_phi(pair, degree, z):
    a, b = pair
    whole = truncated_polynomial(z, a, b, degree) + remainder(z, a, b, degree)
    scale = 1 + abs(float(remainder(z, a, b, degree)))
    assert float(whole) == pytest.approx(float(phi(z, a, b)), abs=1e-11 * scale)


def test_remainder_keeps_its_digits_where_phi_and_polynomial_agree():
    assert float(remainder(1e-3, [1.0], [0.0], 9)) == pytest.approx(-((1e-3) ** 11) / factorial(11), rel=1e-6)


def test_overflow_is_infinite_never_nan():
    a, b = np.random.default_rng(1).normal(size=(2, 64))
    far = truncated_polynomial(np.array([-256.0, 256.0, 0.0]), a, b, 512)
    assert np.isinf(far[:2]).all()
    assert np.isfinite(far[2])


@settings(deadline=None)
@given(coefficients, st.integers(1, 20), st.sampled_from([1e-1, 1e-3, 1e-6]))
def test_agreement_holds_inside_and_ends_at_the_interval(pair, degree, tolerance):
    a, b = pair
    radius = agreement_interval(a, b, degree, tolerance, limit=30)
    inside = np.linspace(-radius, radius, 801)
    # a peak between two points of the search grid may stand out by 64-points-a-period worth
    assert np.abs(remainder(inside, a, b, degree)).max() <= tolerance * 1.002
    if radius < 30:
        edge = radius * (1 + 1e-9) + 1e-12
        assert np.abs(remainder(np.array([-edge, edge]), a, b, degree)).max() >= tolerance * (1 - 1e-6)


def test_agreement_widens_with_the_degree():
    radii = [agreement_interval([1, 0.5], [0.2, -0.3], degree, 1e-3) for degree in range(1, 40, 2)]
    assert np.all(np.diff(radii) > 0)


def test_nothing_to_disagree_about_reaches_the_limit():
    assert agreement_interval([0, 0], [0, 0], 3, 1e-3, limit=10) == 10


def test_maclaurin_coefficients_of_sine_sum_to_sinh():
    assert np.abs(maclaurin_coefficients([1.0], [0.0], 60)).sum() == pytest.approx(sinh(1))


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ([1, 2], [1], r"\(2,\) and \(1,\)"),
        ([[1]], [[1]], "vectors of one length"),
        ([], [], "1 to 512"),
        ([np.nan], [0], "finite"),
    ],
)
def test_bad_coefficients_are_named(a, b, said):
    with pytest.raises(TeslaError, match=said):
        phi(0.0, a, b)


def test_bad_degrees_and_tolerances_are_named():
    with pytest.raises(TeslaError, match="from 0 to 512; -1"):
        maclaurin_coefficients([1], [1], -1)
    with pytest.raises(TeslaError, match="degree must be from 0 to 512"):
        truncated_polynomial(0.0, [1], [1], 513)
    with pytest.raises(TeslaError, match="tolerance must be a finite number above 0"):
        agreement_interval([1], [1], 3, 0)
