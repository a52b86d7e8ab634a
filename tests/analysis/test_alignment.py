"""If these fail, the alignment view promises runs that can't learn, or gives up on runs that do."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.alignment import (
    Ticket,
    TicketVerdict,
    best_ticket,
    bit_limit,
    expected_tickets,
    log_alignments,
    mean_square_sine,
    noise_floor,
    will_learn,
)
from tesla_core.errors import TeslaError

HALF = 0.5


def exact_correlation(weights, bias, harmonic, subset):
    """|E_x[χ_S(x) e^{ik(w·x + β)}]| over all of {±1}^d, one input at a time."""
    inputs = np.array(list(itertools.product([1, -1], repeat=len(weights))), dtype=float)
    target = inputs[:, subset].prod(axis=1)
    return abs((target * np.exp(1j * harmonic * (inputs @ weights + bias))).mean())


@settings(deadline=None)
@given(
    weights=st.lists(st.floats(-4, 4), min_size=1, max_size=8),
    bias=st.floats(-4, 4),
    harmonic=st.integers(1, 8),
    data=st.data(),
)
def test_product_is_the_exact_correlation_over_all_inputs(weights, bias, harmonic, data):
    """The law of the view: the product needs d factors, the correlation 2^d inputs, and they are one number."""
    subset = sorted(data.draw(st.sets(st.integers(0, len(weights) - 1))))
    logs = log_alignments([weights], harmonic, subset)
    product = np.exp(logs[0, harmonic - 1])
    assert product == pytest.approx(exact_correlation(np.array(weights), bias, harmonic, subset), abs=1e-12)


def test_the_full_parity_is_the_default_and_shapes_are_width_by_harmonics():
    weights = np.random.default_rng(0).uniform(-1, 1, (5, 6))
    logs = log_alignments(weights, 3)
    assert logs.shape == (5, 3)
    np.testing.assert_array_equal(logs, log_alignments(weights, 3, range(6)))


def test_best_ticket_finds_the_planted_one():
    """sin(3·π/6) = 1 for every weight of neuron 2: a perfect ticket at harmonic 3 alone."""
    weights = np.full((4, 10), 0.1)
    weights[2] = np.pi / 6
    ticket = best_ticket(weights, 4)
    assert (ticket.neuron, ticket.harmonic) == (2, 3)
    assert ticket.alignment == pytest.approx(1)


def test_a_weight_of_zero_blinds_a_neuron_without_a_warning():
    assert log_alignments([[0.0, 1.0]], 2).tolist() == [[-np.inf, -np.inf]]
    assert will_learn([[0.0, 1.0]], 2, 100).outlook == "unlikely"


def test_hundreds_of_bits_do_not_underflow():
    assert log_alignments(np.full((1, 5000), 0.01), 1)[0, 0] == pytest.approx(5000 * np.log(np.sin(0.01)))


def test_verdict_compares_with_the_noise():
    floor = noise_floor(10_000)
    assert floor == pytest.approx(0.01)
    assert [TicketVerdict(Ticket(0, 1, alignment), floor).outlook for alignment in (0.5, 0.005, 0.0005)] == [
        "clear",
        "open",
        "unlikely",
    ]
    assert TicketVerdict(Ticket(0, 1, 0.02), floor).margin == pytest.approx(2)


def test_rademacher_weights_are_clear_at_32_bits_where_the_default_rule_is_not():
    generator = np.random.default_rng(0)
    signs = generator.choice([-1, 1], size=(128, 32))
    rademacher = signs * generator.uniform(0.05, np.pi / 2, (128, 1))
    default = generator.uniform(-1 / np.sqrt(32), 1 / np.sqrt(32), (128, 32))
    assert will_learn(rademacher, 8, 100_000).outlook == "clear"
    assert will_learn(rademacher, 8, 100_000).best.alignment > 0.9
    assert will_learn(default, 8, 100_000).outlook == "unlikely"


@settings(deadline=None)
@given(st.integers(1, 16), st.floats(0.05, 4))
def test_mean_square_sine_is_the_average_over_the_range(harmonic, half_range):
    middles = (np.arange(20_000) + 0.5) / 20_000 * half_range
    average = (np.sin(harmonic * middles) ** 2).mean()
    assert mean_square_sine(harmonic, half_range) == pytest.approx(average, abs=1e-6)


def test_mean_square_sine_peaks_where_the_findings_say():
    phases = np.linspace(0.5, 10, 5000)
    squares = [mean_square_sine(1, phase) for phase in phases]
    assert max(squares) == pytest.approx(0.609, abs=5e-4)
    assert phases[int(np.argmax(squares))] == pytest.approx(2.25, abs=0.01)


@settings(deadline=None)
@given(st.integers(20, 60), st.integers(1, 512), st.integers(1, 32))
def test_the_lottery_law(bits, width, harmonics):
    assert expected_tickets(width, harmonics, 100_000, bits) == pytest.approx(width * harmonics * 1e5 * 2.0**-bits)


def test_one_ticket_is_expected_at_the_limit():
    assert bit_limit(128, 8, 100_000) == pytest.approx(26.6, abs=0.02)
    assert bit_limit(128, 8, 100_000, mean_square=0.609) == pytest.approx(37, abs=0.5)
    assert expected_tickets(128, 8, 100_000, 26) > 1 > expected_tickets(128, 8, 100_000, 27)


def test_no_ticket_counts_twice_and_subsets_use_cosines_outside():
    assert expected_tickets(128, 8, 100_000, 4) == 128 * 8
    small = mean_square_sine(1, HALF)
    expected = 10 * 100 * small**5 * (1 - small) ** 15
    assert expected_tickets(10, 1, 100, 20, subset_size=5, half_range=HALF) == pytest.approx(expected)


def test_markov_bounds_the_tickets_actually_drawn():
    generator = np.random.default_rng(0)
    logs = log_alignments(generator.uniform(-1, 1, (4000, 16)), 4)
    drawn = int((logs > np.log(noise_floor(1000))).sum())
    assert 0 < drawn <= expected_tickets(4000, 4, 1000, 16, half_range=1.0)


def test_bad_input_is_named():
    with pytest.raises(TeslaError, match="from 0 to 3; 4"):
        log_alignments(np.ones((2, 4)), 2, [1, 4])
    with pytest.raises(TeslaError, match="width, bits"):
        log_alignments(np.ones(4), 2)
    with pytest.raises(TeslaError, match="subset's size must be from 0 to 8; 9"):
        expected_tickets(1, 1, 10, 8, subset_size=9)
    with pytest.raises(TeslaError, match="samples N"):
        noise_floor(0)
