"""Clean parity: each string is a linear equation over GF(2) in the secret's bits, and d independent ones decide it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.parity.bitstrings import Words


@dataclass(frozen=True, eq=False)
class Eliminated:
    """secret: (W,) words of the subset that all strings taken agree with; bits they leave open are left out. strings:
    how many were taken until nothing was open, or all there are. rank: how many of them were independent."""

    secret: Words
    strings: int
    rank: int


def eliminate(words: Words, labels: NDArray[np.integer], bits: int) -> Eliminated:
    """Take strings (n, W) one by one, each reduced by those before it, until d of them are independent.

    An equation is one whole number, the label below the string's bits: Python adds two of them in one step whatever
    their length.
    """
    pivots: dict[int, int] = {}
    taken = 0
    for row, label in zip(words.astype("<u8"), labels, strict=True):
        if len(pivots) == bits:
            break
        taken += 1
        equation = int.from_bytes(row.tobytes(), "little") << 1 | int(label)
        while (place := equation.bit_length() - 1) in pivots:
            equation ^= pivots[place]
        if place > 0:  # else the string says nothing new
            pivots[place] = equation
    secret = 0
    for place in sorted(pivots):  # each is solved by those below it
        lower = pivots[place] >> 1 & secret
        if (lower.bit_count() + pivots[place]) % 2:
            secret |= 1 << (place - 1)
    return Eliminated(np.frombuffer(secret.to_bytes(8 * words.shape[1], "little"), "<u8"), taken, len(pivots))
