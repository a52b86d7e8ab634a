"""Strings of ±1 as words of bits, and what a secret says of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.parity.bitstrings import WORD, Words


def packed(x: NDArray[np.int8] | NDArray[np.float32]) -> Words:
    """Strings (n, bits) of ±1 as (n, ceil(bits/64)) words; -1 is a one, bit i is bit i mod 64 of word i div 64."""
    octets = np.packbits(x < 0, axis=1, bitorder="little")
    whole = np.zeros((len(x), -(-x.shape[1] // WORD) * WORD // 8), dtype=np.uint8)
    whole[:, : octets.shape[1]] = octets
    return whole.view("<u8").astype(np.uint64, copy=False)


def parities(words: Words, secrets: Words) -> NDArray[np.uint8]:
    """The parity of each string's bits that a secret names: (n, W) and (..., W) to (..., n)."""
    ones = np.zeros((*secrets.shape[:-1], len(words)), dtype=np.uint8)
    for place in range(words.shape[1]):
        ones ^= np.bitwise_count(words[:, place] & secrets[..., place, None])
    return ones & np.uint8(1)
