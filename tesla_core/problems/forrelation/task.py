"""Forrelation: is g the Fourier transform of f, or has it nothing to do with f?

Φ(f, g) = 2^(-3n/2) Σ_{x,y} f(x) (-1)^{x·y} g(y) for f, g: {0,1}^n → {±1}. Class 1 is Φ ≥ 0.6, class 0 is |Φ| ≤ 0.01;
what lies between is left out (the promise).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tesla_core.errors import TeslaError
from tesla_core.fields import Limits, check_fields, ruled
from tesla_core.tasks._seeds import SEED, stream
from tesla_core.tasks.data import Dataset, Split

FORRELATED = 0.6
UNRELATED = 0.01
SMALLEST_N, LARGEST_N = 2, 14
LARGEST_SPLIT = 100_000

# Numbers transformed at a time: bounds the memory, and stays within the processor's cache.
_CHUNK = 2**18
# So many chunks in a row without one new sample, and the promise is taken to be exhausted.
_PATIENCE = 20

_UNRELATED_PAIRS, _FORRELATED_PAIRS, _ORDER = range(3)

# Truth tables as rows, as the model sees them; and as columns, where butterflies run over contiguous memory.
Tables = NDArray[np.int8]
Columns = NDArray[np.floating | np.int16]


@dataclass(frozen=True)
class ForrelationTask:
    """Truth tables of f and g side by side, the promise checked sample by sample; no pair occurs twice."""

    n: int = ruled(Limits("n", SMALLEST_N, LARGEST_N), 12)
    train_size: int = ruled(Limits("The train size", 2, LARGEST_SPLIT), 10_000)
    validation_size: int = ruled(Limits("The validation size", 2, LARGEST_SPLIT), 2_000)
    test_size: int = ruled(Limits("The test size", 2, LARGEST_SPLIT), 10_000)
    seed: int = ruled(SEED, 0)

    def __post_init__(self) -> None:
        check_fields(self)

    def sample(self) -> Dataset:
        """Draw balanced, shuffled splits: x (size, 2^(n+1)) int8 ±1, f's table then g's; y is 1 if forrelated."""
        known: set[bytes] = set()
        sizes = (self.train_size, self.validation_size, self.test_size)
        train, validation, test = (self._sample_split(split, size, known) for split, size in enumerate(sizes))
        return Dataset(train, validation, test, classes=2)

    def _sample_split(self, split: int, size: int, known: set[bytes]) -> Split:
        y = stream(self.seed, split, _ORDER).permutation(np.arange(size, dtype=np.int64) % 2)
        x = np.empty((size, 2 ** (self.n + 1)), dtype=np.int8)
        for label in (_UNRELATED_PAIRS, _FORRELATED_PAIRS):
            chunks = _draw_pairs(self.n, label, stream(self.seed, split, label))
            _fill(x, np.flatnonzero(y == label), chunks, known, self.n)
        return Split(x, y)


def forrelation(f: ArrayLike, g: ArrayLike) -> NDArray[np.float64]:
    """Φ of each pair of truth tables: (..., 2^n) and (..., 2^n) of ±1 to (...)."""
    f, g = np.asarray(f, dtype=np.float64), np.asarray(g, dtype=np.float64)
    size = f.shape[-1] if f.ndim else 0
    if f.shape != g.shape or size < 1 or size & (size - 1):
        raise TeslaError(f"f and g must have one shape (..., 2^n); {f.shape} and {g.shape} were given.")
    return _forrelation(np.moveaxis(f, -1, 0), np.moveaxis(g, -1, 0))


def _forrelation(f: Columns, g: Columns) -> NDArray[np.float64]:
    """Φ of tables in columns: (2^n, ...) to (...)."""
    return (f * _hadamard(g)).sum(axis=0, dtype=np.float64) * len(f) ** -1.5


def _hadamard(columns: Columns) -> Columns:
    """The unnormalised Walsh–Hadamard transform along the first axis, by butterflies: n passes for length 2^n."""
    result = np.array(columns, order="C")
    half = 1
    while half < len(result):
        pairs = result.reshape(-1, 2, half, *result.shape[1:])
        difference = pairs[:, 0] - pairs[:, 1]
        pairs[:, 0] += pairs[:, 1]
        pairs[:, 1] = difference
        half *= 2
    return result


def _draw_pairs(n: int, label: int, generator: np.random.Generator) -> Iterator[Tables]:
    """Chunks of pairs that keep the promise of their class: (some, 2^(n+1)) each, without end.

    Forrelated: f = sign(v) and g = sign(Hv) for Gaussian v, so that Φ is near 2/π. Unrelated: independent and uniform.
    """
    size = 2**n
    count = _CHUNK // size
    while True:
        if label == _FORRELATED_PAIRS:
            v = generator.standard_normal((size, count), dtype=np.float32)
            f, g = _signs(v < 0), _signs(_hadamard(v) < 0)
            kept = _forrelation(f, g) >= FORRELATED
        else:
            octets = generator.integers(0, 256, size=(2, size, count // 8), dtype=np.uint8)
            f, g = _signs(np.unpackbits(octets, axis=2).view(bool))
            kept = np.abs(_forrelation(f, g)) <= UNRELATED
        yield np.concatenate((f[:, kept], g[:, kept])).T.astype(np.int8, order="C")


def _signs(negative: NDArray[np.bool_]) -> NDArray[np.int16]:
    """True to -1, False to +1; 16 bits hold every step of a transform of length 2^14."""
    return 1 - 2 * negative.astype(np.int16)


def _fill(x: Tables, places: NDArray[np.intp], chunks: Iterator[Tables], known: set[bytes], n: int) -> None:
    """Put rows of `chunks` that are not yet `known` into the `places` of x."""
    filled = barren = 0
    while filled < len(places):
        rows = _unknown_rows(next(chunks), known, limit=len(places) - filled)
        x[places[filled : filled + len(rows)]] = rows
        filled += len(rows)
        barren = 0 if len(rows) else barren + 1
        if barren == _PATIENCE:
            raise TeslaError(
                f"n = {n} does not have enough pairs of functions that keep the promise (Φ ≥ {FORRELATED} or "
                f"|Φ| ≤ {UNRELATED}): a split lacks {len(places) - filled:,} of its {len(x):,} distinct pairs. "
                f"Ask for fewer samples or a larger n."
            )


def _unknown_rows(tables: Tables, known: set[bytes], limit: int) -> Tables:
    """The first `limit` rows not yet `known`; they are known from then on."""
    fresh = []
    for index, bits in enumerate(np.packbits(tables > 0, axis=1)):
        digest = blake2b(bits, digest_size=16).digest()
        if digest not in known:
            known.add(digest)
            fresh.append(index)
        if len(fresh) == limit:
            break
    return tables[fresh]
