"""If these fail, a page calls luck a finding, or a finding luck."""

from __future__ import annotations

import pytest

from tesla_core.analysis.chance import at_most, standing
from tesla_core.errors import TeslaError


@pytest.mark.parametrize(
    ("right", "total", "chance"), [(0, 3, 0.5), (235, 674, 0.5), (2047, 4095, 0.5), (40, 300, 0.1)]
)
def test_tails_are_those_of_the_binomial(right: int, total: int, chance: float) -> None:
    """Against scipy's, up to the 4,095 strings of twelve bits."""
    from scipy.stats import binom  # here: it takes the better part of a second, and every worker collects this file

    assert at_most(right, total, chance) == pytest.approx(binom.cdf(right, total, chance), rel=1e-9)


def test_the_panels_of_the_ten_bit_surface_stand_where_they_should() -> None:
    """GELU's 34.9% of 674 is below half, ReLU's 48.8% and 54.6% are guessing."""
    assert [standing(right, 674) for right in (235, 271, 312, 329, 368, 438)] == [
        *("below", "below", "level", "level", "level", "above")
    ]


def test_a_few_strings_prove_nothing() -> None:
    """None right of nine still happens by chance once in 512 times."""
    assert [standing(0, 9), standing(0, 10), standing(6, 20)] == ["level", "below", "level"]


def test_more_right_than_asked_is_a_mistake() -> None:
    with pytest.raises(TeslaError, match="Right answers"):
        at_most(4, 3, 0.5)
