"""Walsh–Hadamard expansion of functions on {±1}^n and their effective order (section 4.4).

A function is a table of its 2^n values. Bit i of an index is coordinate i: 0 stands for x_i = +1 and 1 for x_i = −1.
The same reading of an index as a set T of coordinates numbers the coefficients: χ_T(x) = Π_{i∈T} x_i.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray
from tesla_core.errors import TeslaError


def walsh_hadamard(values: npt.ArrayLike) -> FloatArray:
    """The unnormalised transform along the last axis, of length 2^n, in n rounds of butterflies.

    Twice the transform is 2^n times the identity. The input is not changed.
    """
    out = np.array(values, dtype=np.float64, order="C")
    _variables(out)
    size, half = out.shape[-1], 1
    while half < size:
        pairs = out.reshape(*out.shape[:-1], size // (2 * half), 2, half)  # a view: the butterflies work in place
        left, right = pairs[..., 0, :], pairs[..., 1, :]
        left += right
        right *= -2
        right += left  # (l + r) − 2r = l − r
        half *= 2
    return out


def walsh_coefficients(table: npt.ArrayLike) -> FloatArray:
    """f̂_T = E_x[f(x) χ_T(x)] for every set T, the same shape as the table (…, 2^n)."""
    transformed = walsh_hadamard(table)
    return transformed / transformed.shape[-1]


def degrees(variables: int) -> npt.NDArray[np.int64]:
    """|T| for each of the 2^n sets T, shape (2^n,)."""
    return np.bitwise_count(np.arange(2**variables, dtype=np.uint64)).astype(np.int64)


def mass_by_degree(table: npt.ArrayLike) -> FloatArray:
    """Σ_{|T|=m} f̂_T² for m = 0 … n: (…, 2^n) to (…, n + 1). By Parseval it sums to E[f²]."""
    energy = walsh_coefficients(table) ** 2
    variables = _variables(energy)
    by_degree = degrees(variables)
    return np.stack([energy[..., by_degree == m].sum(axis=-1) for m in range(variables + 1)], axis=-1)


def effective_order(table: npt.ArrayLike, epsilon: float = 0.01) -> int:
    """m_eff: the smallest m whose degrees 0 … m hold 1 − ε of the energy of one table (2^n,).

    The paper's target is ±1 and has energy one; here the energy is divided out, so any non-zero table will do.
    """
    if not 0 < epsilon < 0.5:
        raise TeslaError(f"epsilon must lie strictly between 0 and 1/2; {epsilon!r} was given.")
    mass = mass_by_degree(table)
    if mass.ndim != 1:
        raise TeslaError(f"The effective order is that of one table (2^n,); the shape {np.shape(table)} was given.")
    if not mass.sum() > 0:
        raise TeslaError("A function that is zero everywhere has no effective order.")
    return int(np.argmax(np.cumsum(mass) >= (1 - epsilon) * mass.sum()))


def parity_table(variables: int, subset: int | None = None) -> FloatArray:
    """χ_S as a table (2^n,), S given by its bits; all coordinates unless said otherwise."""
    members = 2**variables - 1 if subset is None else subset
    if not 0 <= members < 2**variables:
        raise TeslaError(f"A subset of {variables} bits is a number from 0 to {2**variables - 1}; got {subset!r}.")
    ones = np.bitwise_count(np.arange(2**variables, dtype=np.uint64) & np.uint64(members))
    return np.where(ones % 2 == 0, 1.0, -1.0)


def _variables(table: FloatArray) -> int:
    size = table.shape[-1] if table.ndim else 0
    if size < 1 or size & (size - 1):
        raise TeslaError(f"A table of a Boolean function has 2^n values; the shape {table.shape} was given.")
    if not np.isfinite(table).all():
        raise TeslaError("A table must hold finite numbers; a NaN or an infinity was given.")
    return size.bit_length() - 1
