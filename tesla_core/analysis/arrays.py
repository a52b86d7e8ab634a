"""What every analysis takes: float64 arrays, checked once, with a message a person can act on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tesla_core.errors import TeslaError, check_range

FloatArray = npt.NDArray[np.float64]

HIGHEST_HARMONIC = 512
"""Up to here every Maclaurin weight k^(n-1)/n! (about e^k / k at most) is a finite float64."""


def check_coefficients(a: npt.ArrayLike, b: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return a and b of Eq. 1 as float64 arrays of one shape (K,)."""
    sines, cosines = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if sines.ndim != 1 or sines.shape != cosines.shape:
        raise TeslaError(
            f"a and b must be vectors of one length K; the shapes {sines.shape} and {cosines.shape} were given."
        )
    check_range("The number of harmonics K", sines.size, 1, HIGHEST_HARMONIC)
    if not (np.isfinite(sines).all() and np.isfinite(cosines).all()):
        raise TeslaError("a and b must be finite numbers; a NaN or an infinity was given.")
    return sines, cosines


def check_weights(weights: Sequence[npt.ArrayLike]) -> list[FloatArray]:
    """Return the weight matrices W_1 … W_L as float64, each (out, in), that can follow one another."""
    matrices = [np.asarray(weight, dtype=np.float64) for weight in weights]
    if not matrices:
        raise TeslaError("A network needs at least one weight matrix; none was given.")
    shapes = [matrix.shape for matrix in matrices]
    if any(matrix.ndim != 2 or matrix.size == 0 for matrix in matrices):
        raise TeslaError(f"Weights must be matrices (out, in); the shapes {shapes} were given.")
    if any(after[1] != before[0] for before, after in pairwise(shapes)):
        raise TeslaError(f"Each layer must take what the one before gives, (out, in); the shapes {shapes} were given.")
    if not all(np.isfinite(matrix).all() for matrix in matrices):
        raise TeslaError("Weights must be finite numbers; a NaN or an infinity was given.")
    return matrices


def check_positive(what: str, value: float) -> float:
    """Return `value` if it is finite and above zero."""
    if not 0 < value < np.inf:
        raise TeslaError(f"{what} must be a finite number above 0; {value!r} was given.")
    return value


def check_not_negative(what: str, value: float) -> float:
    """Return `value` if it is finite and not below zero."""
    if not 0 <= value < np.inf:
        raise TeslaError(f"{what} must be a finite number from 0 up; {value!r} was given.")
    return value
