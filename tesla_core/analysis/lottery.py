"""Winning tickets counted on weights that are drawn, beside the bound on how many may be expected.

A ticket is a neuron at one harmonic; it wins where its alignment with the parity, Π_i |sin k w_i|, is at least the
noise 1/√N (analysis/alignment.py). Weights are drawn as long as the longest string, so that one draw counts for every
length: the product over the first d bits is the alignment at d bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tesla_core.analysis.alignment import noise_floor
from tesla_core.analysis.arrays import HIGHEST_HARMONIC, FloatArray, check_positive
from tesla_core.errors import check_whole

MOST_BITS = 40
WORK = 80_000  # tickets of all draws together: some tens of milliseconds
DRAWS = (4, 128)


@dataclass(frozen=True, eq=False)
class DrawnTickets:
    """Means over `draws` networks. by_bits: winning tickets for 1 … MOST_BITS bits, (bits,); held: the share of
    networks with at least one, (bits,); by_harmonic: tickets of each harmonic at each length, (K, bits)."""

    draws: int
    by_bits: FloatArray
    held: FloatArray
    by_harmonic: FloatArray


def draw_tickets(
    width: int, harmonics: int, samples: float, half_range: float, generator: np.random.Generator
) -> DrawnTickets:
    """Draw networks with weights even in ±half_range and count. As many networks as `WORK` allows."""
    width = check_whole("The width", width, 1, 65_536)
    harmonics = check_whole("The number of harmonics K", harmonics, 1, HIGHEST_HARMONIC)
    check_positive("The half range c", half_range)
    floor = noise_floor(samples)
    fewest, most = DRAWS
    draws = int(np.clip(WORK // (width * harmonics), fewest, most))
    weights = generator.uniform(-half_range, half_range, (MOST_BITS, draws * width))
    won = np.stack([_winners(k * weights, floor, draws) for k in range(1, harmonics + 1)])  # (K, bits, draws)
    tickets = won.sum(axis=0)
    return DrawnTickets(draws, tickets.mean(axis=1), (tickets > 0).mean(axis=1), won.mean(axis=2))


def _winners(phases: FloatArray, floor: float, draws: int) -> FloatArray:
    """How many of each draw's neurons still win at each length: phases (bits, draws · width) to (bits, draws).

    A longer string never aligns better: who has fallen below the floor is left out of all that follows.
    """
    neurons = np.arange(phases.shape[1])
    width, aligned = neurons.size // draws, np.ones(neurons.size)
    won = np.zeros((len(phases), draws))
    for bit, row in enumerate(phases):
        aligned = aligned * np.abs(np.sin(row[neurons]))
        above = aligned >= floor
        neurons, aligned = neurons[above], aligned[above]
        if not neurons.size:
            break
        won[bit] = np.bincount(neurons // width, minlength=draws)
    return won
