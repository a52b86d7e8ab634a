"""LPN by pooled Gauss (Esser, Kübler and May, CRYPTO 2017): guess d clean strings, solve, check on strings held back.

d strings of a pool are all clean with probability (1-p)^d, so that about (1-p)^-d guesses are needed, each an
elimination of d steps; many are solved side by side. Strings held back tell the secret from a wrong one, which is right
on half of them.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.parity.bitstrings import WORD, Words
from tesla_core.problems.parity.gf2.packing import parities

POOL = 20  # strings of the pool for each bit
SPARE = 12  # strings of a guess beyond d, of which only so many are used as it needs to be independent
FIRST_GUESSES, MOST_GUESSES = 64, 1024  # side by side: few at first, since short strings need few
PATIENCE = 30  # times the guesses that are expected; then the labels are noisier than was said
MISSED, MISTAKEN = 1e-6, 1e-6  # how likely the secret may be refused, and any wrong one taken


@dataclass(frozen=True, eq=False)
class Guessed:
    """secret: (W,) words, the best that was found. strings: of the pool and held back. guesses: solved. sure: whether
    the strings held back say that it is the secret."""

    secret: Words
    strings: int
    guesses: int
    sure: bool


def expected_guesses(bits: int, noise: float) -> float:
    return (1 - noise) ** -bits


def held_strings(bits: int, noise: float) -> int:
    """Strings that tell the secret from all wrong guesses, by Hoeffding's inequality on either side."""
    guesses = PATIENCE * expected_guesses(bits, noise)
    width = math.sqrt(math.log(1 / MISSED) / 2) + math.sqrt(math.log(guesses / MISTAKEN) / 2)
    return math.ceil((width / (0.5 - noise)) ** 2)


def strings_needed(bits: int, noise: float) -> int:
    return POOL * bits + held_strings(bits, noise)


def guess(
    words: Words, labels: NDArray[np.integer], bits: int, noise: float, generator: np.random.Generator
) -> Generator[float, None, Guessed]:
    """Yields how likely it is that the secret would have been found by now."""
    strings = min(len(words), strings_needed(bits, noise))
    held = strings - min(POOL * bits, strings // 2)
    truth = labels[:strings].astype(np.uint8)
    expected = expected_guesses(bits, noise)
    allowed = held / 2 - math.sqrt(held * math.log(PATIENCE * expected / MISTAKEN) / 2)
    best, fewest, guesses, count = np.zeros(words.shape[1], np.uint64), held + 1, 0, FIRST_GUESSES
    while guesses < PATIENCE * expected:
        rows = generator.integers(held, strings, (count, bits + SPARE))
        found = _solved(words[rows], truth[rows], bits)
        guesses += count
        if len(found):
            wrong = (parities(words[:held], found) ^ truth[:held]).sum(axis=1, dtype=np.int64)
            least = int(wrong.argmin())
            if wrong[least] < fewest:
                best, fewest = found[least], int(wrong[least])
        if fewest <= allowed:
            return Guessed(best, strings, guesses, True)
        count = min(2 * count, MOST_GUESSES)
        yield 1 - math.exp(-guesses / expected)
    return Guessed(best, strings, guesses, False)


def _solved(rows: Words, labels: NDArray[np.uint8], bits: int) -> Words:
    """The secrets (G, W) that guesses' rows (B, R, W) and labels (B, R) decide; who leaves a bit open drops out."""
    guesses = np.arange(len(rows))
    decided = np.ones(len(rows), dtype=bool)
    for step in range(bits):
        word, bit = step // WORD, np.uint64(step % WORD)
        ones = rows[:, step:, word] >> bit & np.uint64(1)
        pivot = ones.argmax(axis=1)
        decided &= ones[guesses, pivot] == 1
        chosen, label = rows[guesses, step + pivot], labels[guesses, step + pivot]
        rows[guesses, step + pivot], labels[guesses, step + pivot] = rows[:, step], labels[:, step]
        ones[guesses, pivot] = ones[:, 0]
        rows[:, step], labels[:, step] = chosen, label
        below = ones[:, 1:]
        labels[:, step + 1 :] ^= below.astype(np.uint8) & label[:, None]
        rows[:, step + 1 :] ^= np.negative(below)[..., None] & chosen[:, None]  # all bits of a word, or none
    rows, labels = rows[decided], labels[decided]
    secrets = np.zeros((len(rows), rows.shape[2]), dtype=np.uint64)
    for step in reversed(range(bits)):
        ones = np.bitwise_count(rows[:, step] & secrets).sum(axis=1, dtype=np.uint64)
        secrets[:, step // WORD] |= (ones + labels[:, step] & np.uint64(1)) << np.uint64(step % WORD)
    return secrets
