"""Checked seeds and independent random streams, as every task needs them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tesla_core.fields import Limits

LARGEST_SEED = 2**32 - 1
SEED = Limits("Seed", 0, LARGEST_SEED)


def check_seed(seed: Any) -> int:
    """Return `seed` if a generator can start from it."""
    return SEED(seed)


def stream(seed: int, *purpose: int) -> np.random.Generator:
    """The generator of one purpose: streams of one seed with different purposes are independent."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=purpose))
