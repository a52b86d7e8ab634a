"""φ_K (Eq. 1), its derivative, and its Maclaurin expansion (Eq. 3).

Summing Eq. 3 term by term loses every digit once k·|z| passes about 35: terms near e^(k|z|) cancel down to a number
near one. So each harmonic is split where it is safe: up to k·|z| = degree + 1 the *remainder* of the series falls
from its first term on and is summed; beyond, the terms of the *polynomial* grow and those are summed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray, check_coefficients, check_positive
from tesla_core.errors import check_range

HIGHEST_DEGREE = 512
_BLOCK = 4096  # points evaluated at once: bounds the (K, points) scratch arrays
_SINE, _COSINE = 1, 0  # sine has the odd powers, cosine the even ones


def phi(z: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike) -> FloatArray:
    """φ_K(z) = Σ_k (a_k/k · sin kz + b_k/k · cos kz), Eq. 1, for z of any shape."""
    sines, cosines = check_coefficients(a, b)
    return _waves(z, (cosines - 1j * sines) / np.arange(1, sines.size + 1))


def phi_prime(z: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike) -> FloatArray:
    """φ_K′(z) = Σ_k (a_k cos kz − b_k sin kz), for z of any shape."""
    sines, cosines = check_coefficients(a, b)
    return _waves(z, sines + 1j * cosines)


def _waves(z: npt.ArrayLike, weights: npt.NDArray[np.complex128]) -> FloatArray:
    """Re Σ_k weights_k · e^{ikz} by Horner's rule: one sine and one cosine of z, whatever K is."""
    points = np.asarray(z, dtype=np.float64)
    wave = np.empty(points.shape, np.complex128)
    wave.real, wave.imag = np.cos(points), np.sin(points)
    total = np.full(points.shape, weights[-1], np.complex128)
    for weight in weights[-2::-1]:
        total *= wave
        total += weight
    total *= wave
    return np.real(total).copy()


def maclaurin_coefficients(a: npt.ArrayLike, b: npt.ArrayLike, order: int) -> FloatArray:
    """The coefficients of z^0 … z^order in Eq. 3, shape (order + 1,).

    Order n weighs a_k (n odd) or b_k (n even) by ± k^(n-1) / n!. The weight grows from 1/k by the factor k/n an order,
    so neither the power nor the factorial is ever formed and nothing overflows.
    """
    sines, cosines = check_coefficients(a, b)
    check_range("The Maclaurin order", order, 0, HIGHEST_DEGREE)
    k = np.arange(1, sines.size + 1, dtype=np.float64)
    orders = np.arange(order + 1)
    growth = np.concatenate([1 / k[None, :], k[None, :] / orders[1:, None]])  # (order + 1, K)
    weights = np.cumprod(growth, axis=0)
    signs = np.where(orders // 2 % 2 == 0, 1.0, -1.0)
    return signs * np.where(orders % 2 == 1, weights @ sines, weights @ cosines)


def truncated_polynomial(z: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike, degree: int) -> FloatArray:
    """p_n(z): Eq. 3 cut after z^degree, for z of any shape (±inf where it leaves float64's range)."""
    return _expand(z, a, b, degree)[0]


def remainder(z: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike, degree: int) -> FloatArray:
    """φ_K(z) − p_n(z), to full relative accuracy where the two agree, for z of any shape."""
    return _expand(z, a, b, degree)[1]


def agreement_interval(
    a: npt.ArrayLike, b: npt.ArrayLike, degree: int, tolerance: float, limit: float = 256.0
) -> float:
    """The largest r ≤ limit with |φ_K − p_n| ≤ tolerance on all of [−r, r].

    The first crossing is found on a grid of 64 points a period of the highest harmonic, then closed in on. `limit`
    comes back where the two agree all the way, as they do for coefficients near zero.
    """
    sines, cosines = check_coefficients(a, b)
    check_positive("The tolerance", tolerance)
    check_positive("The search limit", limit)

    def agrees(radii: FloatArray) -> npt.NDArray[np.bool_]:
        error = np.abs(remainder(np.stack([radii, -radii]), sines, cosines, degree)).max(axis=0)
        return error <= tolerance  # an overflow is no agreement

    radius, step, count = 0.0, np.pi / (32 * sines.size), 128
    while radius < limit:
        radii = np.minimum(radius + step * np.arange(1, count + 1), limit)
        misses = np.flatnonzero(~agrees(radii))
        if misses.size:
            end = radii[misses[0]]
            start = radii[misses[0] - 1] if misses[0] else radius
            return _close_in(agrees, float(start), float(end))
        radius, count = float(radii[-1]), 2 * count
    return limit


def _close_in(agrees, start: float, end: float) -> float:
    """The last agreeing radius between `start`, which agrees, and `end`, which doesn't: 64 points at a time."""
    for _ in range(8):
        radii = np.linspace(start, end, 65)[1:]
        first_miss = int(np.argmin(agrees(radii)))
        start, end = float(radii[first_miss - 1]) if first_miss else start, float(radii[first_miss])
    return start


def _expand(z: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike, degree: int) -> tuple[FloatArray, FloatArray]:
    """The polynomial of Eq. 3 and what it leaves of φ_K, both in the shape of z."""
    sines, cosines = check_coefficients(a, b)
    check_range("The degree", degree, 0, HIGHEST_DEGREE)
    points = np.asarray(z, dtype=np.float64)
    k = np.arange(1, sines.size + 1, dtype=np.float64)
    amplitudes = (cosines / k, sines / k)  # by parity
    used = [np.flatnonzero(amplitude) for amplitude in amplitudes]  # zero times an overflow would be NaN
    polynomial, rest = np.zeros(points.size), np.zeros(points.size)
    for begin in range(0, points.size, _BLOCK):
        block = slice(begin, begin + _BLOCK)
        x = k[:, None] * points.reshape(-1)[None, block]  # (K, points)
        parts = [
            amplitudes[parity][used[parity], None] * np.stack(_split(x[used[parity]], degree, parity))
            for parity in ((degree + 1) % 2, degree % 2)  # the leading power last
        ]
        polynomial[block], rest[block] = _sum_harmonics(np.concatenate(parts, axis=1))
    return polynomial.reshape(points.shape), rest.reshape(points.shape)


def _sum_harmonics(parts: FloatArray) -> FloatArray:
    """Sum (2, terms, points) over the terms; where some overflow, the last, which outgrows the others, decides."""
    overflows = np.isinf(parts)
    total = np.where(overflows, 0.0, parts).sum(axis=1)
    for term in np.flatnonzero(overflows.any(axis=(0, 2))):
        total = np.where(overflows[:, term], parts[:, term], total)
    return total


def _split(x: FloatArray, degree: int, parity: int) -> tuple[FloatArray, FloatArray]:
    """sin x or cos x as (its polynomial up to x^degree, the rest), each by the sum that keeps its digits."""
    wave = np.sin(x) if parity == _SINE else np.cos(x)
    near = np.abs(x) <= degree + 1
    polynomial, rest = np.empty_like(x), np.empty_like(x)
    rest[near] = _tail(x[near], degree, parity)
    polynomial[near] = wave[near] - rest[near]
    with np.errstate(over="ignore"):
        polynomial[~near] = _partial_sum(x[~near], degree, parity)
    rest[~near] = wave[~near] - polynomial[~near]
    return polynomial, rest


def _partial_sum(x: FloatArray, degree: int, parity: int) -> FloatArray:
    """The series of sin x or cos x up to x^degree, nested from its highest power inwards."""
    last = degree if degree % 2 == parity else degree - 1
    if last < 0:
        return np.zeros_like(x)
    nested = np.ones_like(x)
    for power in range(last, parity, -2):
        nested = 1 - x * x / (power * (power - 1)) * nested
    return nested * x if parity == _SINE else nested


def _tail(x: FloatArray, degree: int, parity: int) -> FloatArray:
    """The series of sin x or cos x after x^degree, for |x| ≤ degree + 1, where its terms only fall."""
    power = degree + 1 if (degree + 1) % 2 == parity else degree + 2
    term = np.full_like(x, -1.0 if power // 2 % 2 else 1.0)
    for factor in range(1, power + 1):
        term = term * (x / factor)
    total = term.copy()
    while np.any(np.abs(term) > 1e-18 * np.abs(total)):
        term = term * (-x * x / ((power + 1) * (power + 2)))
        total += term
        power += 2
    return total
