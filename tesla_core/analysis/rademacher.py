"""The two bounds on the empirical Rademacher complexity of TESLA neurons (sections 4.2 and 4.4)."""

from __future__ import annotations

from math import log, sqrt

from tesla_core.analysis.arrays import HIGHEST_HARMONIC, check_not_negative, check_positive
from tesla_core.errors import check_range


def contraction_bound(
    budget: float, weight_norm: float, input_norm: float, samples: float, offset: float | None = None
) -> float:
    """(A·W·R + B_0(A)) / √N, Theorem 1, for A_K ≤ budget, ‖v‖₂ ≤ weight_norm and ‖x‖₂ ≤ input_norm.

    B_0(A), the largest |φ_K(0)|, is A itself (all of the budget on b_1), unless a smaller `offset` is known.
    """
    check_not_negative("The budget A", budget)
    check_not_negative("The weight norm W", weight_norm)
    check_not_negative("The input norm R", input_norm)
    check_positive("The number of samples N", samples)
    constant = budget if offset is None else check_range("The offset B_0", offset, 0, budget)
    return (budget * weight_norm * input_norm + constant) / sqrt(samples)


def mixture_bound(budget: float, harmonics: int, samples: float, constant: float = 1.0) -> float:
    """C_0 · A_K · √log(2K) / √N, the ℓ1-budgeted mixture bound; the paper leaves C_0 open."""
    check_not_negative("The budget A_K", budget)
    check_range("The number of harmonics K", harmonics, 1, HIGHEST_HARMONIC)
    check_positive("The number of samples N", samples)
    check_positive("The constant C_0", constant)
    return constant * budget * sqrt(log(2 * harmonics)) / sqrt(samples)
