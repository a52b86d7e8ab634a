"""Bit strings packed into 64-bit words: drawn, hashed into splits, and encoded as ±1.

A string of d bits is a row of ceil(d/64) uint64 words; bit i is bit i mod 64 of word i div 64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

WORD = 64
SPLITS = 3


def enumerate_strings(bits: int) -> Words:
    """All 2^bits strings: (2^bits, 1)."""
    return np.arange(2**bits, dtype=np.uint64)[:, None]


def draw_strings(count: int, bits: int, generator: np.random.Generator) -> Words:
    """Independent strings, uniform on {0,1}^bits: (count, ceil(bits/64))."""
    words = generator.integers(0, 2**WORD, size=(count, -(-bits // WORD)), dtype=np.uint64)
    if bits % WORD:
        words[:, -1] &= np.uint64(2 ** (bits % WORD) - 1)
    return words


def hash_strings(words: Words) -> Words:
    """A fixed 64-bit hash h(x) of each string: (n, words) to (n,).

    SplitMix64's mixing function, chained over the words. It is one to one on a single word, and equal strings always
    have equal hashes. It depends on nothing but the bits, so that a string has its split in every run and process.
    """
    state = np.zeros(len(words), dtype=np.uint64)
    for word in words.T:
        state = _mix(state ^ word)
    return state


def split_of(hashes: Words) -> NDArray[np.int64]:
    """The paper's partition h(x) mod 3: 0 train, 1 validation, 2 test."""
    return (hashes % np.uint64(SPLITS)).astype(np.int64)


def parity(words: Words, subset: tuple[int, ...]) -> NDArray[np.int64]:
    """XOR of the bits in `subset` of each string: (n,) of 0 and 1."""
    mask = [0] * words.shape[1]
    for bit in subset:
        mask[bit // WORD] |= 1 << (bit % WORD)
    ones = np.bitwise_count(words & np.array(mask, dtype=np.uint64))
    return ones.sum(axis=1, dtype=np.int64) & 1


def encode(words: Words, bits: int) -> NDArray[np.int8]:
    """Each bit as ±1, 0 to +1 and 1 to -1, so that a parity is a product: (n, bits)."""
    octets = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    ones = np.unpackbits(octets, axis=1, count=bits, bitorder="little")
    return 1 - 2 * ones.view(np.int8)


def _mix(state: Words) -> Words:
    """One step of SplitMix64; unsigned arithmetic wraps modulo 2^64 as it should."""
    state = state + np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))
