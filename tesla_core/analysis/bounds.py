"""How steep φ_K can be: the coefficient budget, the amplitude bound, and the maximum itself."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import check_coefficients
from tesla_core.analysis.taylor import phi_prime

_RELATIVE_ACCURACY = 1e-10


def coefficient_budget(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """A_K = Σ_k (|a_k| + |b_k|), Eq. 2."""
    sines, cosines = check_coefficients(a, b)
    return float(np.abs(sines).sum() + np.abs(cosines).sum())


def amplitude_bound(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """Σ_k √(a_k² + b_k²), the sharper bound on ‖φ_K′‖∞ (section 4.1); never above A_K."""
    sines, cosines = check_coefficients(a, b)
    return min(float(np.hypot(sines, cosines).sum()), coefficient_budget(sines, cosines))


def derivative_maximum(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """‖φ_K′‖∞ by search, within a relative 1e-10 and never above the amplitude bound.

    A trigonometric polynomial of degree K that peaks at M stays above M·cos(K·distance) around the peak (M. Riesz).
    So on a grid of spacing s some point within s/2 of the peak reaches cos(K·s/2) of the best value seen: points that
    don't are dropped, the others split in four, until that cosine is one to ten digits. No peak can slip through.
    """
    sines, cosines = check_coefficients(a, b)
    present = np.flatnonzero((sines != 0) | (cosines != 0))
    if not present.size:
        return 0.0
    highest = int(present[-1]) + 1
    sines, cosines = sines[:highest], cosines[:highest]

    spacing = 2 * np.pi / (32 * highest)
    points = spacing * np.arange(32 * highest)
    best, quarters = 0.0, np.array([-3, -1, 1, 3]) / 8
    while True:
        values = np.abs(phi_prime(points, sines, cosines))
        best = max(best, float(values.max()))
        shortfall = 1 - np.cos(highest * spacing / 2)
        if shortfall <= _RELATIVE_ACCURACY:
            return min(best, amplitude_bound(sines, cosines))
        promising = points[values >= best * (1 - shortfall - 1e-12)]
        points = (promising[:, None] + spacing * quarters).reshape(-1)
        spacing /= 4
