"""The price of a secret parity: the exact share of good tickets, and the law that is fitted to runs."""

from __future__ import annotations

from math import comb, inf, log

import numpy as np
import pytest

from tesla_core.analysis.alignment import expected_tickets, log_alignments
from tesla_core.analysis.ticket_cost import (
    CHEAPEST,
    Observation,
    agreed_signal,
    cheapest,
    shares,
    signal,
    tickets_above,
)
from tesla_core.errors import TeslaError


def test_one_bit_is_an_arcsine() -> None:
    """The grid gives what can be worked out by hand: P(|sin u| ≥ a) = 1 − 2/π · arcsin a."""
    for level in (0.2, 0.5, 0.9):
        assert shares(1, 1).at(level) == pytest.approx(1 - 2 / np.pi * np.arcsin(level), abs=3e-3)


@pytest.mark.parametrize("half_range", [np.pi, 1.0, 20**-0.5])
def test_as_many_tickets_are_expected_as_are_drawn(half_range: float) -> None:
    """Who plans a run by the estimate gets what it promises, under the paper's rule, a narrow one and an even one."""
    generator, level = np.random.default_rng(3), 0.004
    weights = generator.uniform(-half_range, half_range, (12_000, 20))
    counted = int((log_alignments(weights, 5, range(10)) >= log(level)).sum())
    expected = tickets_above(level, 12_000, 5, 20, 10, half_range)
    assert counted == pytest.approx(expected, abs=4 * expected**0.5)


def test_an_estimate_is_below_its_bound() -> None:
    samples = 1e5
    for bits in (20, 28, 40, 64):
        found = tickets_above(samples**-0.5, 2048, 16, bits, bits // 2)
        assert 0 < found < expected_tickets(2048, 16, samples, bits, bits // 2)


def test_no_blind_rule_beats_two_to_the_minus_d() -> None:
    """Parseval: averaged over the sizes of subsets as they come, P(a) · a² is at most 2^(−d) at every level."""
    bits = 10
    for phase_range in (None, 0.8, 2.25):
        every = [shares(bits, members, phase_range) for members in range(bits + 1)]
        mean = sum(comb(bits, members) * one.shares for members, one in enumerate(every)) / 2**bits
        assert (mean * every[0].levels ** 2).max() < 2.0**-bits * 1.02


def test_the_cheapest_alignment_falls_by_the_same_factor_a_bit() -> None:
    for bits in (24, 40, 64):
        found = cheapest(bits, 0.1, 31, 6e-9)
        assert -log(found.alignment) / bits == pytest.approx(CHEAPEST, rel=0.1)


def test_every_bit_doubles_the_price() -> None:
    """With as many strings as it takes; with 100,000 it grows faster, and never costs less."""
    by_bits = {bits: cheapest(bits, 0.1, 31, 6e-9) for bits in range(24, 41)}
    ratios = [by_bits[bits + 1].seconds / by_bits[bits].seconds for bits in range(24, 40)]
    assert min(ratios) > 1.98
    assert max(ratios) < 2.1
    few = {bits: cheapest(bits, 0.1, 31, 6e-9, strings=100_000) for bits in (32, 40)}
    assert all(few[bits].seconds > by_bits[bits].seconds for bits in few)
    assert few[40].seconds / few[32].seconds > 2**9


def test_more_noise_costs_more_and_a_surer_network_too() -> None:
    plain = cheapest(30, 0.1, 31, 6e-9)
    assert cheapest(30, 0.3, 31, 6e-9).seconds == pytest.approx(plain.seconds * (0.8 / 0.4) ** 2, rel=1e-6)
    assert cheapest(30, 0.1, 31, 6e-9, chance=0.75).seconds == pytest.approx(2 * plain.seconds, rel=1e-6)


def test_the_signal_that_most_runs_agree_with() -> None:
    """A run that learned between two epochs says between which signals; one that never did says only above what."""
    runs = [Observation("a", 20, 40), Observation("b", 25, 90), Observation("c", 0, 35), Observation("never", 22)]
    needed, against = agreed_signal(runs)
    assert 25 < needed <= 35
    assert against == ()
    lucky = Observation("lucky", 0.0, 0.05)
    needed, against = agreed_signal([*runs, lucky])
    assert 25 < needed <= 35
    assert against == (lucky,)
    assert lucky.off(10) == pytest.approx(200)
    assert Observation("late", 40, 50).off(30) == pytest.approx(4 / 3)
    assert agreed_signal([Observation("never", 22)]) == (inf, ())
    assert agreed_signal([]) == (inf, ())


def test_small_things() -> None:
    assert signal(0.005, 0.1, 1e6) == pytest.approx(16)
    with pytest.raises(TeslaError, match="alignment"):
        shares(4, 2).at(2.0)
    with pytest.raises(TeslaError, match="subset"):
        shares(4, 5)
