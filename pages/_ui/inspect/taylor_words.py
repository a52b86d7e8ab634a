"""What the Taylor page shows, in plain sentences. Pure: numbers in, words out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tesla_core.wording import form, listed

HOLDS = 0.02  # of accuracy: a polynomial this close to φ does its work


def series_sentence(moment: str, name: str, coefficients: npt.ArrayLike) -> str:
    """The first terms, and where the series is largest."""
    values = np.asarray(coefficients, dtype=np.float64)
    if not values.any():
        return f"{moment}, the series of {name} is zero."
    largest = int(np.argmax(np.abs(values)))
    powers = ("", "z", "z^2", "z^3")
    terms = "".join(f"{value:+.2f}{power}" for value, power in zip(values, powers, strict=False)).removeprefix("+")
    peak = "its constant" if largest == 0 else f"the term in $z^{{{largest}}}$"
    return rf"{moment}, in {name}: $\varphi(z)\approx {terms}\;\cdots$ The largest coefficient is that of {peak}."


def breaking_degree(degrees: Sequence[int], accuracies: npt.ArrayLike, whole: float) -> int | None:
    """The lowest degree from which on every polynomial is as good as φ (accuracies in %); None if the last is not."""
    good = np.asarray(accuracies, dtype=np.float64) >= 100 * (whole - HOLDS)
    if not good[-1]:
        return None
    failures = np.flatnonzero(~good)
    return int(degrees[failures[-1] + 1] if failures.size else degrees[0])


def breaking_sentence(degrees: Sequence[int], accuracies: npt.ArrayLike, whole: float) -> str:
    """Where the net breaks."""
    found = breaking_degree(degrees, accuracies, whole)
    if found is None:
        return (
            f"No polynomial up to degree {degrees[-1]} can replace φ in this network: its inputs lie too far from zero."
        )
    if found == degrees[0]:
        return f"Even a polynomial of degree {found} can replace φ here."
    return f"From degree {found} on a polynomial can replace φ; below that the network breaks."


def agreement_sentence(degree: int, radius: float, tolerance: float, share: float) -> str:
    """How far a polynomial follows φ, and how much of what the layer sees lies there."""
    return (
        f"Degree {degree} stays within {tolerance:g} of φ for |z| up to {radius:.2f}: "
        f"{share:.0%} of what this layer sees."
    )


def moved_sentence(harmonics: Sequence[int], sines: bool, cosines: bool) -> str:
    """Which orders a change by hand moves (Eq. 3)."""
    if not harmonics or not (sines or cosines):
        return "Nothing is changed: drag a slider and see which orders move."
    which = f"Your change of {form(len(harmonics), 'harmonic')} {listed(harmonics)}"
    if sines and cosines:
        return f"{which} moves every order: sines the odd ones, cosines the even ones."
    return f"{which} moves only {'odd' if sines else 'even'} orders: {'sines' if sines else 'cosines'} have no others."


def share_within(counts: npt.ArrayLike, low: float, high: float, radius: float) -> float:
    """The share of a histogram over [low, high] that lies within ± radius, bins cut where they must be."""
    sizes = np.asarray(counts, dtype=np.float64)
    if not sizes.sum():
        return 1.0 if abs(low) <= radius else 0.0
    edges = np.linspace(low, high, sizes.size + 1)
    width = np.maximum(np.diff(edges), 1e-12)
    overlap = np.clip(np.minimum(edges[1:], radius) - np.maximum(edges[:-1], -radius), 0, width)
    return float((sizes * overlap / width).sum() / sizes.sum())
