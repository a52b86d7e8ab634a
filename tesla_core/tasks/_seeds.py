"""Checked whole numbers and independent random streams, as every task needs them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tesla_core.errors import TeslaError

LARGEST_SEED = 2**32 - 1


def check_whole(what: str, value: Any, low: int, high: int) -> int:
    """Return `value` as an int if it is a whole number from low to high."""
    try:
        whole = operator.index(value)
    except TypeError:
        raise TeslaError(f"{what} must be a whole number from {low:,} to {high:,}; {value!r} was given.") from None
    if not low <= whole <= high:
        raise TeslaError(f"{what} must be from {low:,} to {high:,}; {whole:,} was given.")
    return whole


def check_seed(seed: Any) -> int:
    """Return `seed` if a generator can start from it."""
    return check_whole("Seed", seed, 0, LARGEST_SEED)


def stream(seed: int, *purpose: int) -> np.random.Generator:
    """The generator of one purpose: streams of one seed with different purposes are independent."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=purpose))
