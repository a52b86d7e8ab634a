"""Parity of all n-bit strings as a picture: 10 bits make the paper's 32×32 decision surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import check_whole
from tesla_core.fields import Checks, Limits, ruled
from tesla_core.problems.parity import bitstrings
from tesla_core.tasks._seeds import SEED, stream
from tesla_core.tasks.data import Dataset, Split

FEWEST_BITS, MOST_BITS = 4, 12
BITS = Limits("Bits of the surface", FEWEST_BITS, MOST_BITS)


@dataclass(frozen=True, eq=False)
class Surface:
    """All 2^bits strings, ascending as binary numbers (first bit leading), and where each stands in the picture.

    x: (2^bits, bits) int8 ±1. y: (2^bits,) parity. rows, columns: (2^bits,) the first and the second half of the
    string as a binary integer. Values in this order become the picture by `values.reshape(surface.shape)`.
    """

    bits: int
    x: NDArray[np.int8]
    y: NDArray[np.int64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the picture; with an odd number of bits the columns have the one more."""
        return 2 ** (self.bits // 2), 2 ** (self.bits - self.bits // 2)


@dataclass(frozen=True)
class SurfaceTask:
    """Learn the surface from `train_size` of its points; every other point is unseen and is the test."""

    bits: int = ruled(BITS, 10)
    train_size: int = 350
    seed: int = ruled(SEED, 0)

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.run(self._keep_train_size, "bits", "train_size")
        checks.done()

    def _keep_train_size(self) -> None:
        object.__setattr__(self, "train_size", check_whole("The train size", self.train_size, 1, 2**self.bits - 1))

    def seen(self) -> NDArray[np.bool_]:
        """Which points of the surface are trained on: (2^bits,), `train_size` of them true."""
        points = stream(self.seed).permutation(2**self.bits)
        seen = np.zeros(2**self.bits, dtype=bool)
        seen[points[: self.train_size]] = True
        return seen

    def sample(self) -> Dataset:
        """Seen points as train, unseen as test, both in the surface's order; no epoch is chosen, so no validation."""
        surface, seen = parity_surface(self.bits), self.seen()
        train = Split(surface.x[seen], surface.y[seen])
        test = Split(surface.x[~seen], surface.y[~seen])
        return Dataset(train, None, test, classes=2)


def parity_surface(bits: int = 10) -> Surface:
    """The surface of the full parity, from 4 to 12 bits."""
    bits = BITS(bits)
    strings = bitstrings.enumerate_strings(bits)
    # Column i of the encoding is bit i of the word, so reversing the columns puts the leading bit first.
    x = np.ascontiguousarray(bitstrings.encode(strings, bits)[:, ::-1])
    y = bitstrings.parity(strings, tuple(range(bits)))
    rows, columns = np.divmod(np.arange(2**bits), 2 ** (bits - bits // 2))
    return Surface(bits, x, y, rows, columns)
