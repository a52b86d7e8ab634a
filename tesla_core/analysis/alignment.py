"""What a first layer already knows of a parity before training: the initial alignment.

With inputs x ∈ {±1}^d, harmonic k of a neuron with weights w correlates with χ_S(x) = Π_{i∈S} x_i by exactly

    | E_x[ χ_S(x) · e^{i k (w·x + β)} ] |  =  Π_{i∈S} |sin k w_i| · Π_{i∉S} |cos k w_i|,

whatever its bias β, which only turns the phase between sin and cos. Every neuron × harmonic is one ticket in a
lottery; a run has something to follow when its best ticket stands clear of the sampling noise 1/√N.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log2, sin, sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import HIGHEST_HARMONIC, FloatArray, check_positive
from tesla_core.errors import TeslaError, check_range

Outlook = Literal["clear", "open", "unlikely"]

OPEN_MARGIN = 0.1
"""Between this fraction of the noise floor and the floor itself, some seeds were seen to learn and some not."""


@dataclass(frozen=True)
class Ticket:
    """One neuron (from 0) at one harmonic (from 1) and its alignment with the parity, 0 to 1."""

    neuron: int
    harmonic: int
    alignment: float


@dataclass(frozen=True)
class TicketCount:
    """clear: how many tickets stand clear of the noise. best: the best one's alignment, 0 to 1."""

    clear: int
    best: float


@dataclass(frozen=True)
class TicketVerdict:
    """What the weights say before training: the best ticket beside the noise it must stand clear of.

    Necessary rather than enough: a run with a clear ticket can still memorise its training set instead.
    """

    best: Ticket
    noise_floor: float

    @property
    def margin(self) -> float:
        """The best alignment in units of the noise floor."""
        return self.best.alignment / self.noise_floor

    @property
    def outlook(self) -> Outlook:
        """clear: above the noise; open: within a factor of ten below it, a matter of luck; unlikely: deeper."""
        if self.margin >= 1:
            return "clear"
        return "open" if self.margin >= OPEN_MARGIN else "unlikely"


def log_alignments(weights: npt.ArrayLike, harmonics: int, subset: Iterable[int] | None = None) -> FloatArray:
    """The natural logarithm of every ticket's alignment, (width, d) weights to (width, K); −inf where it is zero.

    `subset` holds the coordinates of S, from 0; all of them unless said otherwise.
    """
    matrix = np.asarray(weights, dtype=np.float64)
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise TeslaError(f"First-layer weights must be finite, of shape (width, bits); {matrix.shape} was given.")
    check_range("The number of harmonics K", harmonics, 1, HIGHEST_HARMONIC)
    inside = _membership(matrix.shape[1], subset)
    columns = []
    for k in range(1, harmonics + 1):
        factors = np.where(inside, np.sin(k * matrix), np.cos(k * matrix))
        with np.errstate(divide="ignore"):
            columns.append(np.log(np.abs(factors)).sum(axis=1))
    return np.stack(columns, axis=1)


def best_ticket(weights: npt.ArrayLike, harmonics: int, subset: Iterable[int] | None = None) -> Ticket:
    """The ticket with the largest alignment."""
    logs = log_alignments(weights, harmonics, subset)
    neuron, column = np.unravel_index(int(np.argmax(logs)), logs.shape)
    return Ticket(int(neuron), int(column) + 1, float(np.exp(logs[neuron, column])))


def count_tickets(
    weights: npt.ArrayLike, harmonics: int, samples: float, subset: Iterable[int] | None = None
) -> TicketCount:
    """Counted on drawn weights (width, d), for N training samples: what `expected_tickets` only bounds."""
    logs = log_alignments(weights, harmonics, subset)
    return TicketCount(int((logs >= np.log(noise_floor(samples))).sum()), float(np.exp(logs.max())))


def noise_floor(samples: float) -> float:
    """1/√N: how far a correlation measured on N samples strays from zero by chance."""
    return 1 / sqrt(check_positive("The number of samples N", samples))


def will_learn(
    weights: npt.ArrayLike, harmonics: int, samples: float, subset: Iterable[int] | None = None
) -> TicketVerdict:
    """The verdict for first-layer weights (width, d), K harmonics and N training samples."""
    return TicketVerdict(best_ticket(weights, harmonics, subset), noise_floor(samples))


def mean_square_sine(harmonic: float, half_range: float) -> float:
    """E[sin²(kw)] = 1/2 − sin(2kc)/(4kc) for w uniform in (−c, c); at most 0.609, at kc = 2.25."""
    phase = 2 * check_positive("The harmonic", harmonic) * check_positive("The half range c", half_range)
    return 0.5 - sin(phase) / (2 * phase)


def expected_tickets(
    width: int,
    harmonics: int,
    samples: float,
    bits: int,
    subset_size: int | None = None,
    half_range: float | None = None,
) -> float:
    """How many tickets may be expected to pass the noise floor, at most (Markov's inequality on the square).

    With phases spread evenly (`half_range=None`) every factor has mean square 1/2 and the law is
    width · K · N · 2^(−d). With weights uniform in (−c, c), `half_range=c`, harmonic k has mean square
    E[sin²(kw)] on S and 1 − E[sin²(kw)] off it. No ticket counts for more than one.
    """
    _check_lottery(width, harmonics, samples)
    check_range("The number of bits", bits, 1, 100_000)
    members = bits if subset_size is None else int(check_range("The subset's size", subset_size, 0, bits))
    total = 0.0
    for k in range(1, harmonics + 1):
        sine = 0.5 if half_range is None else mean_square_sine(k, half_range)
        total += min(1.0, samples * sine**members * (1 - sine) ** (bits - members))
    return width * total


def bit_limit(width: int, harmonics: int, samples: float, mean_square: float = 0.5) -> float:
    """The bits at which one ticket is expected: log(width · K · N) / log(1/E[sin²]), 26.6 for 128 · 8 · 10⁵."""
    _check_lottery(width, harmonics, samples)
    check_range("The mean square", mean_square, 1e-12, 1 - 1e-12)
    return log2(width * harmonics * samples) / -log2(mean_square)


def _check_lottery(width: int, harmonics: int, samples: float) -> None:
    check_positive("The width", width)
    check_range("The number of harmonics K", harmonics, 1, HIGHEST_HARMONIC)
    check_positive("The number of samples N", samples)


def _membership(bits: int, subset: Iterable[int] | None) -> npt.NDArray[np.bool_]:
    """Which of the d coordinates are in S, shape (d,)."""
    if subset is None:
        return np.ones(bits, dtype=np.bool_)
    members = list(subset)
    for member in members:
        check_range("A coordinate of the subset", member, 0, bits - 1)
    inside = np.zeros(bits, dtype=np.bool_)
    inside[members] = True
    return inside
