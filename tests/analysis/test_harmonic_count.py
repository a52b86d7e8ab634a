"""If these fail, the lab suggests a number of harmonics the paper's rule does not give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.harmonic_count import HarmonicCount, sample_factor, suggested_harmonics
from tesla_core.errors import TeslaError

powers = st.one_of(st.none(), st.floats(0.5, 8))


@pytest.mark.parametrize("bits", [16, 20, 24, 28, 32])
def test_parity_at_the_papers_sample_size_gets_a_quarter_of_its_bits(bits):
    assert suggested_harmonics(bits).best == bits // 4


def test_the_stable_range_is_a_fifth_to_two_fifths():
    assert suggested_harmonics(40) == HarmonicCount(low=8, best=10, high=16)


@settings(deadline=None)
@given(st.integers(0, 1000), st.integers(2, 10**9), powers)
def test_more_data_or_a_harder_task_never_wants_fewer_harmonics(order, samples, power):
    here = suggested_harmonics(order, samples, power)
    assert 1 <= here.low <= here.best <= here.high
    assert suggested_harmonics(order, 10 * samples, power).best >= here.best
    assert suggested_harmonics(order + 8, samples, power).best >= here.best


def test_both_decays_are_calibrated_at_the_same_point():
    assert sample_factor(100_000) == pytest.approx(1)
    assert sample_factor(100_000, power=2) == pytest.approx(1)
    assert sample_factor(10**10) == pytest.approx(2)
    assert sample_factor(10**10, power=0.5) == pytest.approx(2e5)


def test_impossible_values_are_named():
    with pytest.raises(TeslaError, match="samples N"):
        suggested_harmonics(8, samples=1)
    with pytest.raises(TeslaError, match="power p"):
        suggested_harmonics(8, power=0)
