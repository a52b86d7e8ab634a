"""The first-layer weights that a run with a seed begins with, without torch.

torch's generator on the CPU is the Mersenne Twister of NumPy's RandomState, seeded by the lowest 32 bits of a seed; a
float32 drawn evenly is the lowest 24 bits of one of its words. A test holds these equal to what torch draws, but for
the last bit of rounding: tickets of finished runs are counted on their own weights, in the page's process.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray, check_positive
from tesla_core.errors import check_whole
from tesla_core.seeds import derive_seed

MOST_WEIGHTS = 4_000_000


def drawn_weights(width: int, bits: int, seed: int, half_range: float) -> FloatArray:
    """Weights (width, bits) drawn evenly from ±half_range: the rules "default" and "uniform(c)"."""
    check_positive("The half range c", half_range)
    return _between(_words(width, bits, seed)[: width * bits], -half_range, half_range).reshape(width, bits)


def drawn_signs(width: int, bits: int, seed: int, sizes: tuple[float, float]) -> FloatArray:
    """Weights (width, bits) of one size a neuron, drawn from `sizes`, with random signs: the rule "rademacher"."""
    words = _words(width, bits, seed)
    signs = np.sign(_between(words[: width * bits], -1.0, 1.0)).reshape(width, bits)
    return signs * _between(words[width * (bits + 1) :], *sizes)[:, None]  # the biases are drawn between the two


def _words(width: int, bits: int, seed: int) -> npt.NDArray[np.uint64]:
    """All words that a first layer takes: its weights', its biases', and one more a neuron."""
    check_whole("The number of weights", width * bits, 1, MOST_WEIGHTS)
    twister = np.random.RandomState(derive_seed(seed, "linear") & 0xFFFFFFFF)
    return twister.randint(0, 2**32, width * (bits + 2), dtype=np.uint32).astype(np.uint64)


def _between(words: npt.NDArray[np.uint64], low: float, high: float) -> FloatArray:
    shares = (words & np.uint64(0xFFFFFF)).astype(np.float32) * np.float32(2.0**-24)
    return (shares * np.float32(high - low) + np.float32(low)).astype(np.float64)
