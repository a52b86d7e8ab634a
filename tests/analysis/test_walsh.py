"""If these fail, the Walsh panel puts mass at the wrong degree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tesla_core.analysis.walsh import (
    degrees,
    effective_order,
    mass_by_degree,
    parity_table,
    walsh_coefficients,
    walsh_hadamard,
)
from tesla_core.errors import TeslaError

tables = st.integers(0, 7).flatmap(lambda n: arrays(np.float64, 2**n, elements=st.floats(-100, 100)))


@settings(deadline=None)
@given(tables)
def test_twice_the_transform_is_the_table_times_its_size(table):
    np.testing.assert_allclose(walsh_hadamard(walsh_hadamard(table)), table.size * table, atol=1e-9)


@settings(deadline=None)
@given(tables)
def test_parseval_energy_is_kept(table):
    assert (walsh_coefficients(table) ** 2).sum() == pytest.approx((table**2).mean(), abs=1e-9)
    assert mass_by_degree(table).sum() == pytest.approx((table**2).mean(), abs=1e-9)


@settings(deadline=None)
@given(st.integers(1, 6), st.data())
def test_coefficients_are_correlations_with_products_of_coordinates(variables, data):
    table = np.random.default_rng(data.draw(st.integers(0, 999))).normal(size=2**variables)
    chosen = data.draw(st.integers(0, 2**variables - 1))
    x = np.array([[1 - 2 * (index >> i & 1) for i in range(variables)] for index in range(2**variables)])
    inside = [i for i in range(variables) if chosen >> i & 1]
    correlation = (table * x[:, inside].prod(axis=1)).mean()
    assert walsh_coefficients(table)[chosen] == pytest.approx(correlation, abs=1e-12)


@settings(deadline=None)
@given(st.integers(1, 10), st.data())
def test_parity_of_order_m_has_effective_order_m(variables, data):
    subset = data.draw(st.integers(0, 2**variables - 1))
    order = subset.bit_count()
    table = parity_table(variables, subset)
    assert effective_order(table) == order
    assert mass_by_degree(table)[order] == pytest.approx(1)


def test_effective_order_weighs_energy_against_epsilon():
    """Nine tenths of the energy at degree 1, one tenth at degree 3."""
    table = np.sqrt(0.9) * parity_table(3, 0b001) + np.sqrt(0.1) * parity_table(3, 0b111)
    assert effective_order(table, 0.2) == 1
    assert effective_order(table, 0.05) == 3
    assert effective_order(1000 * table, 0.2) == 1


def test_batches_transform_row_by_row_and_leave_the_input_alone():
    batch = np.random.default_rng(0).normal(size=(2, 3, 16))
    kept = batch.copy()
    together = walsh_hadamard(batch)
    np.testing.assert_array_equal(batch, kept)
    np.testing.assert_allclose(together[1, 2], walsh_hadamard(batch[1, 2]))
    np.testing.assert_allclose(walsh_hadamard(batch.transpose(1, 0, 2)), together.transpose(1, 0, 2))
    assert mass_by_degree(batch).shape == (2, 3, 5)


def test_degrees_count_bits():
    np.testing.assert_array_equal(degrees(3), [0, 1, 1, 2, 1, 2, 2, 3])


def test_bad_tables_are_named():
    with pytest.raises(TeslaError, match=r"2\^n values; the shape \(6,\)"):
        walsh_hadamard(np.ones(6))
    with pytest.raises(TeslaError, match="finite"):
        walsh_hadamard([np.nan, 1])
    with pytest.raises(TeslaError, match="strictly between"):
        effective_order([1, -1], 0.5)
    with pytest.raises(TeslaError, match="zero everywhere"):
        effective_order([0, 0])
    with pytest.raises(TeslaError, match="one table"):
        effective_order(np.ones((2, 4)))
    with pytest.raises(TeslaError, match="from 0 to 7"):
        parity_table(3, 8)
