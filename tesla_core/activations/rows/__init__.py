"""The rows of the lab's own activations, in the order in which they are listed."""

from __future__ import annotations

from tesla_core.activations.rows import later, paper
from tesla_core.activations.rows.later import KEPT_LOOKS, RATIONAL_START
from tesla_core.activations.rows.paper import (
    ALPHA,
    COEFFICIENT_SCALE,
    COEFFICIENT_START,
    HARMONICS,
    KAN_GRID,
    KAN_WIDTH,
    OMEGA,
    STARTS,
)

ROWS = (*paper.ROWS, *later.ROWS)

__all__ = [
    "ALPHA",
    "COEFFICIENT_SCALE",
    "COEFFICIENT_START",
    "HARMONICS",
    "KAN_GRID",
    "KAN_WIDTH",
    "KEPT_LOOKS",
    "OMEGA",
    "RATIONAL_START",
    "ROWS",
    "STARTS",
]
