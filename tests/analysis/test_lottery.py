"""Tickets counted. If these fail, the page's count is no count of what alignment.py calls a ticket."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.analysis.alignment import expected_tickets, log_alignments, noise_floor
from tesla_core.analysis.lottery import MOST_BITS, draw_tickets
from tesla_core.errors import TeslaError


@pytest.mark.parametrize(
    ("width", "harmonics", "samples", "c"), [(32, 8, 1e5, 0.4), (1, 1, 100, 1.5), (16, 3, 350, 3.14)]
)
def test_the_count_is_that_of_every_ticket_one_by_one(width: int, harmonics: int, samples: float, c: float) -> None:
    """The same weights, all alignments, at three lengths."""
    found = draw_tickets(width, harmonics, samples, c, np.random.default_rng(5))
    weights = np.random.default_rng(5).uniform(-c, c, (MOST_BITS, found.draws * width))
    for bits in (1, 7, 20):
        logs = log_alignments(weights[:bits].T, harmonics)  # (draws · width, K)
        won = (logs >= np.log(noise_floor(samples))).reshape(found.draws, width, harmonics)
        assert found.by_bits[bits - 1] == pytest.approx(won.sum(axis=(1, 2)).mean())
        assert found.held[bits - 1] == pytest.approx(won.any(axis=(1, 2)).mean())
        assert found.by_harmonic[:, bits - 1] == pytest.approx(won.sum(axis=1).mean(axis=0))


def test_one_bit_of_even_phases_has_its_closed_form() -> None:
    """|sin w| ≥ 1/2 for two thirds of all phases."""
    found = draw_tickets(512, 1, 4, np.pi, np.random.default_rng(0))
    assert found.by_bits[0] / 512 == pytest.approx(2 / 3, abs=0.01)


@pytest.mark.parametrize("bits", [20, 24, 28])
def test_the_count_stays_below_markov_s_bound(bits: int) -> None:
    """At 24 bits the law for even phases says at most six; less than one is there."""
    found = draw_tickets(128, 8, 1e5, np.pi, np.random.default_rng(1))
    assert found.by_bits[bits - 1] < expected_tickets(128, 8, 1e5, bits)
    assert found.by_bits[23] < 1.2


def test_weights_of_one_size_hold_more_than_even_phases_may() -> None:
    found = draw_tickets(128, 8, 1e5, 0.35, np.random.default_rng(2))
    assert found.by_bits[31] > expected_tickets(128, 8, 1e5, 32)


@pytest.mark.parametrize("bad", [{"width": 0}, {"harmonics": 0}, {"samples": 0.0}, {"half_range": float("nan")}])
def test_what_is_no_lottery_is_refused(bad: dict) -> None:
    with pytest.raises(TeslaError):
        draw_tickets(
            **{"width": 8, "harmonics": 2, "samples": 100.0, "half_range": 1.0, **bad},
            generator=np.random.default_rng(0),
        )
