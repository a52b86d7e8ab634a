"""LPN at any noise by the Walsh–Hadamard transform: how well every subset's parity agrees with the labels, at once.

Strings and labels make a function on all 2^d strings that is ±1 where a string was seen and 0 elsewhere. Its transform
at S is the sum of label times parity over S; the secret's is (1-2p)·N and every other about √N. Time and memory are
those of 2^d numbers whatever the noise.
"""

from __future__ import annotations

import math
from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.problems.parity.bitstrings import Words

MOST_BITS = 27  # 2^27 numbers of 4 bytes are half a gigabyte
_FACTOR = 7  # bits transformed by one product with a matrix of 128 × 128, which a processor does best
_CHUNK = 2**22  # numbers in a product


def strings_needed(bits: int, noise: float) -> int:
    """So many that the secret's sum stands above the largest of 2^d others, each about a Gaussian of variance N."""
    largest = math.sqrt(2 * math.log(1e3 * 2.0**bits))
    return math.ceil(((largest + 3.0) / (1 - 2 * noise)) ** 2)


def best_subset(
    words: Words, labels: NDArray[np.integer], bits: int
) -> Generator[float, None, tuple[NDArray[np.uint64], int]]:
    """The subset (1,) whose parity agrees best with the labels of strings (n, 1), and how many agree beyond half,
    doubled: the sum at its place. Yields the share that is done."""
    if bits > MOST_BITS:
        raise TeslaError(f"Walsh's transform of {bits} bits has 2^{bits} numbers; at most 2^{MOST_BITS} are allowed.")
    # All bits but a few are transformed by products, so that the table may be a little longer than asked for.
    table = np.bincount(words[:, 0].astype(np.int64), 1.0 - 2.0 * labels, 2**bits).astype(np.float32)
    for place, share in _transform(table, bits):
        yield 0.1 + 0.9 * (place + share) / math.ceil(bits / _FACTOR)
    # The labels of a parity are the secret's own sign; an agreement below half would be the opposite label's.
    found = int(table.argmax())
    return np.array([found], dtype=np.uint64), int(table[found])


def _transform(table: NDArray[np.float32], bits: int) -> Generator[tuple[int, float], None, None]:
    """In place; yields the product at work and how much of it is done."""
    done = 0
    for place in range(math.ceil(bits / _FACTOR)):
        width = min(_FACTOR, bits - done)
        matrix = _hadamard(width)
        groups = table.reshape(-1, 2**width, 2**done)
        if done == 0:  # neighbours in memory: one large product
            rows = table.reshape(-1, 2**width)
            step = _CHUNK >> width
            for start in range(0, len(rows), step):
                rows[start : start + step] = rows[start : start + step] @ matrix
                yield place, start / len(rows)
        else:
            columns = max(1, min(2**done, _CHUNK >> width))
            for group in range(len(groups)):
                for start in range(0, 2**done, columns):
                    part = groups[group, :, start : start + columns]
                    part[...] = matrix @ part
                yield place, group / len(groups)
        done += width


def _hadamard(bits: int) -> NDArray[np.float32]:
    """(2^bits, 2^bits): (-1)^(x·y)."""
    matrix = np.ones((1, 1), dtype=np.float32)
    for _ in range(bits):
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix
