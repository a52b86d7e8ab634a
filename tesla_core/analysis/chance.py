"""Is an accuracy better or worse than guessing? An exact binomial test; assets/live/scenes/chance.js is the same."""

from __future__ import annotations

from math import exp, log, log1p
from typing import Literal

from tesla_core.errors import check_range, check_whole

Standing = Literal["below", "level", "above"]

LEVEL = 0.001
"""Guessing is called off when it would come this far, up or down, less than once in a thousand times: a page tests a
dozen panels at every epoch, and one in twenty would cry wolf all the time."""


def at_most(right: int, total: int, chance: float) -> float:
    """P(at most `right` of `total` guesses are right), each with the given chance."""
    check_range("Chance", chance, 1e-9, 1 - 1e-9)
    check_whole("Right answers", right, 0, total)
    term = total * log1p(-chance)  # the logarithm: 2^-4096 is no float
    found = exp(term)
    for k in range(right):
        term += log((total - k) / (k + 1)) + log(chance / (1 - chance))
        found += exp(term)
    return min(1.0, found)


def standing(right: int, total: int, classes: int = 2) -> Standing:
    """Where so many right answers stand against guessing among that many classes."""
    if at_most(right, total, 1 / classes) < LEVEL:
        return "below"
    return "above" if at_most(total - right, total, 1 - 1 / classes) < LEVEL else "level"
