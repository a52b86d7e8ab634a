"""What a secret parity costs a layer of waves: how many tickets to draw, how many strings to see.

One ticket's alignment with a secret is a product of d factors |sin| and |cos| (analysis/alignment.py), whose
distribution is known exactly: `shares` sums its logarithms. A run has learned once the signal of its best ticket,
((1 − 2p) a)² for every string seen, adds up to some C, which is measured (`agreed_signal`). Both together give the
price: neurons × strings seen, least where P(alignment ≥ a) · a² is largest.

By Parseval the squares of a wave's alignments with all 2^d subsets sum to one. So whatever the rule that draws the
weights, as long as it does not know the secret, P(alignment ≥ a) · a² ≤ 2^(−d) on average over secrets: the price at
least doubles with every bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, log, pi, sqrt

import numpy as np

from tesla_core.analysis.alignment import noise_floor
from tesla_core.analysis.arrays import HIGHEST_HARMONIC, FloatArray, check_positive
from tesla_core.errors import check_range, check_whole

STEP = 0.01
"""Of the grid of logarithms. Half of it moves no count that is shown by more than some percent."""
_DRAWS = 20_000  # phases of one factor, evenly spaced
_BEYOND = 4.0  # so far below the cheapest alignment the grid goes on, in logarithms
CHEAPEST = log(2) - 0.5
"""−ln of the cheapest alignment, a bit: where P(alignment ≥ a) · a² is largest, a = e^(−0.193 d)."""


@dataclass(frozen=True, eq=False)
class Shares:
    """P(alignment ≥ level) of one ticket, on a grid of levels from 1 down; levels and shares: (cells,)."""

    levels: FloatArray
    shares: FloatArray

    def at(self, level: float) -> float:
        """Between two levels of the grid, straight in logarithms."""
        place = -log(check_range("An alignment", level, 1e-300, 1.0))
        reach = -np.log(self.levels)
        check_range("−ln of an alignment", place, 0.0, float(reach[-1]))
        return float(np.interp(place, reach, self.shares))


@lru_cache(maxsize=256)
def shares(bits: int, members: int, phase_range: float | None = None) -> Shares:
    """Of a secret with that many of the bits. Phases are spread evenly, or drawn evenly from ±phase_range, k · c for
    harmonic k of weights from ±c."""
    bits = check_whole("The number of bits", bits, 1, 256)
    members = check_whole("The subset's size", members, 0, bits)
    cells = int((CHEAPEST * bits + _BEYOND) / STEP)
    most = pi / 2 if phase_range is None else check_positive("The range of phases", phase_range)
    phases = (np.arange(_DRAWS) + 0.5) * (most / _DRAWS)
    inside, outside = (_factor(wave, cells) for wave in (np.abs(np.sin(phases)), np.abs(np.cos(phases))))
    summed = np.zeros(cells)
    summed[0] = 1.0
    for factor, times in ((inside, members), (outside, bits - members)):
        summed = np.convolve(summed, _repeated(factor, times, cells))[:cells]
    # Sums stand at multiples of the step: half of what stands at a level itself is below it.
    return Shares(np.exp(-STEP * np.arange(cells)), np.cumsum(summed) - summed / 2)


def _factor(values: FloatArray, cells: int) -> FloatArray:
    """How −ln of one factor is spread over the grid; each value is shared by its two neighbours, which keeps means."""
    places = -np.log(values) / STEP
    places = places[places < cells - 1]
    lower = places.astype(np.int64)
    upper = places - lower
    spread = np.bincount(lower, 1 - upper, cells) + np.bincount(lower + 1, upper, cells)
    return spread / len(values)


def _repeated(factor: FloatArray, times: int, cells: int) -> FloatArray:
    """The sum of so many independent ones, by doubling; what lies beyond the grid is left out, and never comes back."""
    result = np.zeros(cells)
    result[0] = 1.0
    while times:
        if times & 1:
            result = np.convolve(result, factor)[:cells]
        times >>= 1
        if times:
            factor = np.convolve(factor, factor)[:cells]
    return result


def tickets_above(
    level: float, width: int, harmonics: int, bits: int, members: int, half_range: float | None = None
) -> float:
    """How many tickets with at least that alignment are expected: an estimate, where `expected_tickets` is a bound.

    Weights evenly from ±half_range, or phases spread evenly (None, and any half_range that is a multiple of π).
    """
    check_positive("The width", width)
    harmonics = check_whole("The number of harmonics K", harmonics, 1, HIGHEST_HARMONIC)
    if half_range is None:
        return width * harmonics * shares(bits, members).at(level)
    return width * sum(shares(bits, members, k * half_range).at(level) for k in range(1, harmonics + 1))


def signal(alignment: float, noise: float, seen: float) -> float:
    """((1 − 2p) a)² · strings seen: how far a ticket has risen above the noise of its batches."""
    return ((1 - 2 * noise) * alignment) ** 2 * seen


@dataclass(frozen=True)
class Observation:
    """A measured run: the signal of its best ticket at the last epoch in which it had not learned, and at the first in
    which it had; infinite if it never did. name: for who reads which ones disagree."""

    name: str
    before: float
    by: float = inf

    def off(self, needed: float) -> float:
        """By what factor it would have to be another; at most one where it agrees."""
        return max(self.before / needed, needed / self.by if self.by else inf)


def agreed_signal(observations: Sequence[Observation]) -> tuple[float, tuple[Observation, ...]]:
    """The C that most runs agree with (`before` < C ≤ `by`), and those that don't; of a range, its middle in
    logarithms."""
    edges = sorted({edge for one in observations for edge in (one.before, one.by) if 0 < edge < inf})
    if not any(one.by < inf for one in observations):
        return inf, ()
    middles = [sqrt(low * high) for low, high in zip([edges[0] / 2, *edges], [*edges, edges[-1] * 2], strict=True)]
    best = max(middles, key=lambda middle: sum(one.before < middle <= one.by for one in observations))
    return best, tuple(one for one in observations if not one.before < best <= one.by)


@dataclass(frozen=True)
class TicketCost:
    """The cheapest way to a secret. alignment: of the ticket that is hoped for. tickets: to draw. strings: different
    ones, so many that it stands clear of their noise. seen: strings in all, repeated or not. seconds: on one core."""

    bits: int
    alignment: float
    tickets: float
    strings: float
    seen: float
    seconds: float

    def width(self, harmonics: int) -> float:
        return self.tickets / harmonics


def cheapest(
    bits: int,
    noise: float,
    needed_signal: float,
    seconds_each: float,
    harmonics: int = 16,
    chance: float = 0.5,
    strings: float | None = None,
) -> TicketCost:
    """The least processor time in which a network holds the ticket with that chance and follows it, phases even.

    seconds_each: measured, for one neuron with that many harmonics and one string seen. strings: if no more than so
    many different ones are to be had; the ticket must stand clear of their noise then.
    """
    check_range("The chance", chance, 1e-6, 1 - 1e-6)
    found = shares(bits, bits // 2)
    price = np.where(found.shares > 0, 1 / np.maximum(found.shares * found.levels**2, 1e-300), inf)
    if strings is not None:
        price = np.where((1 - 2 * noise) * found.levels >= noise_floor(strings), price, inf)
    place = int(np.argmin(price))
    level = float(found.levels[place])
    tickets = -log(1 - chance) / float(found.shares[place])
    seen = needed_signal / ((1 - 2 * noise) * level) ** 2
    different = 1 / ((1 - 2 * noise) * level) ** 2
    return TicketCost(bits, level, tickets, different, seen, seconds_each * seen * tickets / harmonics)
