"""Boolean functions of a few bits: what their operations do, and their values on all strings.

analysis/formula_parser.py reads what people write into these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray
from tesla_core.messages.say import marked

MOST_BITS = 12

Truth = npt.NDArray[np.bool_]
"""A value for each of the 2^n strings."""


@dataclass(frozen=True)
class Operation:
    """What a name does with its parts, (parts, 2^n) to (2^n,). fits: how many it can take; takes: the same in words."""

    work: Callable[[Truth], Truth]
    fits: Callable[[int], bool] = lambda count: count >= 1
    takes: str = marked("one or more functions of bits")


def _address(parts: Truth) -> Truth:
    bits = _address_bits(len(parts))
    chosen = sum(parts[bit].astype(np.intp) << (bits - 1 - bit) for bit in range(bits))
    return np.take_along_axis(parts[bits:], np.asarray(chosen)[None], axis=0)[0]


def _address_bits(count: int) -> int:
    """a where count = a + 2^a; else 0."""
    return next((bits for bits in range(1, 6) if bits + 2**bits == count), 0)


def _odd(parts: Truth) -> Truth:
    return np.logical_xor.reduce(parts, axis=0)


OPERATIONS: dict[str, Operation] = {
    "and": Operation(lambda parts: np.logical_and.reduce(parts, axis=0)),
    "or": Operation(lambda parts: np.logical_or.reduce(parts, axis=0)),
    "xor": Operation(_odd),
    "not": Operation(lambda parts: ~parts[0], lambda count: count == 1, marked("one function of bits")),
    "parity": Operation(_odd),
    "maj": Operation(lambda parts: 2 * parts.sum(axis=0) > len(parts)),
    "address": Operation(
        _address,
        lambda count: _address_bits(count) > 0,
        marked("3, 6, 11 or 20 functions of bits: 1, 2, 3 or 4 that choose, and the 2, 4, 8 or 16 chosen from"),
    ),
}
DRAWN = "random"


@dataclass(frozen=True)
class Piece:
    """A piece of a formula: an operation on other pieces, or a bit (from 0), a constant or a drawn function."""

    operation: str
    parts: tuple[Piece, ...] = ()
    number: int = 0

    def truth(self, bits: int) -> Truth:
        strings = np.arange(2**bits)
        if self.operation == "bit":
            return (strings >> self.number & 1).astype(np.bool_)
        if self.operation == "constant":
            return np.full(2**bits, bool(self.number))
        if self.operation == DRAWN:
            return np.random.default_rng(self.number).integers(0, 2, 2**bits).astype(np.bool_)
        return OPERATIONS[self.operation].work(np.stack([part.truth(bits) for part in self.parts]))


@dataclass(frozen=True)
class BooleanFunction:
    """A Boolean function of so many bits."""

    root: Piece
    bits: int

    @property
    def truth(self) -> Truth:
        """Its value for every string; bit i of a string's number is x_{i+1}."""
        return self.root.truth(self.bits)

    @property
    def table(self) -> FloatArray:
        """The same as ±1, −1 for true, as Walsh coefficients want it: a parity is a product of its bits."""
        return np.where(self.truth, -1.0, 1.0)
