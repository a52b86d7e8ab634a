"""Parity of a subset of the bits: clean, with flipped labels, and LPN, where the subset is a secret to be found.

Data as in the paper's "Data Generation, Splits, and Noise Settings": uniform strings, split by a fixed hash partition
h(x) mod 3, sampled without replacement within each split, labels flipped at one rate in all three splits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tesla_core.errors import TeslaError, check_range, check_whole
from tesla_core.fields import Checks, Limits, ruled
from tesla_core.problems.parity import bitstrings
from tesla_core.tasks._seeds import SEED, check_seed, stream
from tesla_core.tasks.data import Dataset, Split

FEWEST_BITS, MOST_BITS = 4, 256
LARGEST_SPLIT = 2_000_000
BITS = Limits("Bits", FEWEST_BITS, MOST_BITS)
TRAIN_LIMITS, VALIDATION_LIMITS, TEST_LIMITS = (
    Limits(f"The {name} size", 1, LARGEST_SPLIT) for name in ("train", "validation", "test")
)
# Up to here all strings can be listed in well under a second; beyond, every allowed split is a sparse sample.
ENUMERATED_BITS = 22

_INPUTS, _FLIPS, _SECRET = range(3)
_NAMES = ("train", "validation", "test")


def check_flip_rate(noise: float) -> float:
    """Return `noise` if it is a flip rate in [0, 0.5): at one half nothing is left to learn."""
    try:
        check_range("Noise (the flip rate)", noise, 0.0, 0.5)
    except TypeError:
        raise TeslaError(f"Noise (the flip rate) must be a number from 0 to below 0.5; {noise!r} was given.") from None
    if noise == 0.5:
        raise TeslaError("Noise (the flip rate) must be below 0.5: at 0.5 the labels say nothing about the inputs.")
    return float(noise)


@dataclass(frozen=True)
class ParityTask:
    """A parity problem that fully determines its samples, seed included.

    bits: the length d of a string. subset: the bits that count, S; None for all. noise: the flip rate p in [0, 0.5).
    The same seed gives the same strings whatever the noise, and a flip at one rate is a flip at every higher rate.
    """

    bits: int = ruled(BITS)
    subset: tuple[int, ...] | None = None
    noise: float = ruled(check_flip_rate, 0.0)
    train_size: int = ruled(TRAIN_LIMITS, 100_000)
    validation_size: int = ruled(VALIDATION_LIMITS, 20_000)
    test_size: int = ruled(TEST_LIMITS, 20_000)
    seed: int = ruled(SEED, 0)

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.run(self._keep_subset, "subset", "bits")
        checks.run(lambda: _check_capacity(self.bits, self.sizes), "bits", *(f"{name}_size" for name in _NAMES))
        checks.done()

    def _keep_subset(self) -> None:
        if self.subset is not None:
            object.__setattr__(self, "subset", _check_subset(self.subset, self.bits))

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Samples in train, validation and test."""
        return self.train_size, self.validation_size, self.test_size

    @property
    def support(self) -> tuple[int, ...]:
        """The bits whose parity is the label."""
        return tuple(range(self.bits)) if self.subset is None else self.subset

    def sample(self) -> Dataset:
        """Draw the three splits: x (n, bits) int8 ±1, y observed, y_clean before the flips."""
        train, validation, test = (self._sample_split(split, size) for split, size in enumerate(self.sizes))
        return Dataset(train, validation, test, classes=2)

    def _sample_split(self, split: int, size: int) -> Split:
        generator = stream(self.seed, _INPUTS, split)
        sparse = self.bits > ENUMERATED_BITS or size <= 2**self.bits // 16
        choose = _draw_distinct if sparse else _choose_listed
        words = choose(self.bits, split, size, generator)
        clean = bitstrings.parity(words, self.support)
        flipped = stream(self.seed, _FLIPS, split).random(size) < self.noise
        return Split(bitstrings.encode(words, self.bits), clean ^ flipped, clean)


def lpn_secret(bits: int, weight: int, seed: int) -> tuple[int, ...]:
    """Draw a secret subset for LPN: `weight` of the bits, each choice equally likely."""
    bits = BITS(bits)
    weight = check_secret_weight(weight, bits)
    chosen = stream(check_seed(seed), _SECRET).choice(bits, size=weight, replace=False)
    return tuple(sorted(int(bit) for bit in chosen))


def check_secret_weight(weight: int, bits: int) -> int:
    return check_whole("The secret's weight", weight, 1, bits)


def bayes_limit(noise: float) -> float:
    """The best accuracy on observed labels that any model can expect at this flip rate: 1 - p."""
    return 1.0 - check_flip_rate(noise)


@lru_cache(maxsize=256)
def split_capacity(bits: int) -> tuple[int, int, int]:
    """How many distinct strings train, validation and test hold: exact up to 22 bits, beyond a third of 2^bits."""
    bits = BITS(bits)
    if bits > ENUMERATED_BITS:
        third = 2**bits // bitstrings.SPLITS
        return third, third, third
    hashes = bitstrings.hash_strings(bitstrings.enumerate_strings(bits))
    train, validation, test = np.bincount(bitstrings.split_of(hashes), minlength=bitstrings.SPLITS)
    return int(train), int(validation), int(test)


def _check_subset(subset: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """The subset in ascending order, if it is a non-empty set of bit positions."""
    if len(subset) > bits:
        raise TeslaError(f"The subset has {len(subset)} bits; a string has only {bits}.")
    chosen = tuple(sorted(check_whole("A bit of the subset", bit, 0, bits - 1) for bit in subset))
    if not chosen:
        raise TeslaError(f"The subset is empty; give from 1 to {bits} bits, or None for all of them.")
    if len(set(chosen)) < len(chosen):
        raise TeslaError(f"The subset names a bit twice: {list(chosen)}.")
    return chosen


def _check_capacity(bits: int, sizes: tuple[int, int, int]) -> None:
    # A split is a third of the strings within a few per mille from 16 bits on: only look closer when it could matter.
    if bits >= 16 and max(sizes) <= 2**bits // 4:
        return
    for name, size, capacity in zip(_NAMES, sizes, split_capacity(bits), strict=True):
        if size > capacity:
            raise TeslaError(
                f"{bits} bits have {2**bits:,} strings, of which the {name} split holds {capacity:,} distinct ones; "
                f"{size:,} were asked for. Use at most {capacity:,} {name} samples, or more bits."
            )


def _choose_listed(bits: int, split: int, size: int, generator: np.random.Generator) -> bitstrings.Words:
    strings = bitstrings.enumerate_strings(bits)
    members = strings[bitstrings.split_of(bitstrings.hash_strings(strings)) == split]
    return generator.choice(members, size=size, replace=False)


def _draw_distinct(bits: int, split: int, size: int, generator: np.random.Generator) -> bitstrings.Words:
    """Draw until `size` distinct strings of the split are there: (size, words), in the order drawn.

    Strings are told apart by their hash, which is exact for up to 64 bits; beyond, two different strings share one with
    probability 2^-64, and then the second is left out.
    """
    kept = np.empty((0, -(-bits // bitstrings.WORD)), dtype=np.uint64)
    while len(kept) < size:
        missing = size - len(kept)
        drawn = bitstrings.draw_strings(missing * 7 // 2 + 256, bits, generator)
        inside = drawn[bitstrings.split_of(bitstrings.hash_strings(drawn)) == split]
        kept = np.concatenate((kept, inside))
        first = np.unique(bitstrings.hash_strings(kept), return_index=True)[1]
        kept = kept[np.sort(first)]
    return kept[:size]
