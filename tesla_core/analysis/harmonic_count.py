"""How many harmonics a task wants: K* = m_eff · κ(N) (section 4.4).

The paper gives κ up to constants, log N for an approximation error that falls exponentially in K/m_eff and
(N log N)^(1/2p) for one that falls like its p-th power, and finds κ between 0.2 and 0.4 at N = 10⁵, best near 1/4.
Those measured values fix the constants here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from tesla_core.analysis.arrays import check_positive
from tesla_core.errors import check_range

REFERENCE_SAMPLES = 100_000
KAPPA_RANGE = (0.2, 0.4)
KAPPA_BEST = 0.25


@dataclass(frozen=True)
class HarmonicCount:
    """The harmonics the rule suggests: the best number and the range in which results were stable."""

    low: int
    best: int
    high: int


def sample_factor(samples: float, power: float | None = None) -> float:
    """κ(N)/κ(10⁵): exponential decay of the approximation error, or decay by `power` p if given."""
    check_range("The number of samples N", samples, 2, 1e18)
    if power is None:
        return log(samples) / log(REFERENCE_SAMPLES)
    check_positive("The power p", power)
    ratio = samples * log(samples) / (REFERENCE_SAMPLES * log(REFERENCE_SAMPLES))
    return ratio ** (1 / (2 * power))


def suggested_harmonics(
    effective_order: float, samples: float = REFERENCE_SAMPLES, power: float | None = None
) -> HarmonicCount:
    """K* and its range for a target of effective order m_eff: d/4 for d-bit parity at N = 10⁵. Never below 1."""
    check_range("The effective order m_eff", effective_order, 0, 1e6)
    factor = effective_order * sample_factor(samples, power)
    low, best, high = (max(1, round(kappa * factor)) for kappa in (KAPPA_RANGE[0], KAPPA_BEST, KAPPA_RANGE[1]))
    return HarmonicCount(low, best, high)
