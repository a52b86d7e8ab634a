"""Strings keep their bits, their parity and their split, whatever their length."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.problems.parity import bitstrings

lengths = st.integers(4, 200)
seeds = st.integers(0, 2**32 - 1)


@settings(deadline=None)
@given(lengths, seeds)
def test_the_encoding_is_every_bit_as_a_sign(bits: int, seed: int) -> None:
    words = bitstrings.draw_strings(5, bits, np.random.default_rng(seed))
    signs = bitstrings.encode(words, bits)
    assert signs.shape == (5, bits)
    for string, row in zip(words, signs, strict=True):
        number = sum(int(word) << (64 * place) for place, word in enumerate(string))
        assert [1 - 2 * (number >> bit & 1) for bit in range(bits)] == row.tolist()
        assert number < 2**bits


@settings(deadline=None)
@given(lengths, seeds, st.data())
def test_parity_is_the_product_of_the_signs_in_the_subset(bits: int, seed: int, data: st.DataObject) -> None:
    subset = tuple(data.draw(st.sets(st.integers(0, bits - 1), min_size=1)))
    words = bitstrings.draw_strings(20, bits, np.random.default_rng(seed))
    product = bitstrings.encode(words, bits)[:, subset].prod(axis=1)
    assert np.array_equal(1 - 2 * bitstrings.parity(words, subset), product)


@settings(deadline=None)
@given(lengths, seeds, st.data())
def test_flipping_one_bit_flips_the_label_only_inside_the_subset(bits: int, seed: int, data: st.DataObject) -> None:
    subset = tuple(data.draw(st.sets(st.integers(0, bits - 1), min_size=1)))
    bit = data.draw(st.integers(0, bits - 1))
    words = bitstrings.draw_strings(20, bits, np.random.default_rng(seed))
    flipped = words.copy()
    flipped[:, bit // 64] ^= np.uint64(1 << bit % 64)
    changed = bitstrings.parity(words, subset) != bitstrings.parity(flipped, subset)
    assert np.all(changed == (bit in subset))


def test_the_hash_never_changes() -> None:
    """SplitMix64's published first outputs from state 0; another hash would move strings between train and test."""
    golden = 0x9E3779B97F4A7C15
    states = np.array([[0], [golden], [2 * golden % 2**64]], dtype=np.uint64)
    expected = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert bitstrings.hash_strings(states).tolist() == expected


def test_the_partition_is_the_same_in_another_process(root: Path) -> None:
    code = (
        "import numpy as np; from tesla_core.problems.parity import bitstrings as b;"
        "w = b.draw_strings(200, 100, np.random.default_rng(3));"
        "print(b.split_of(b.hash_strings(w)).tolist())"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout
    words = bitstrings.draw_strings(200, 100, np.random.default_rng(3))
    assert told.strip() == str(bitstrings.split_of(bitstrings.hash_strings(words)).tolist())


def test_the_partition_tells_nothing_about_the_parity() -> None:
    """If h(x) mod 3 were related to the label, a split would be easier or harder than the task."""
    strings = bitstrings.enumerate_strings(16)
    split = bitstrings.split_of(bitstrings.hash_strings(strings))
    label = bitstrings.parity(strings, tuple(range(16)))
    for part in range(3):
        assert abs(np.mean(split == part) - 1 / 3) < 0.006
        assert abs(label[split == part].mean() - 0.5) < 0.012
