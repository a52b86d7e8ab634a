"""What the Taylor page shows, in plain sentences. Pure: numbers in, words out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tesla_core.messages.say import say, say_count
from tesla_core.wording import listed

HOLDS = 0.02  # of accuracy: a polynomial this close to φ does its work


def series_sentence(moment: str, name: str, coefficients: npt.ArrayLike) -> str:
    """The first terms, and where the series is largest."""
    values = np.asarray(coefficients, dtype=np.float64)
    if not values.any():
        return say("{moment}, the series of {layer} is zero.", moment=moment, layer=name)
    largest = int(np.argmax(np.abs(values)))
    powers = ("", "z", "z^2", "z^3")
    terms = "".join(f"{value:+.2f}{power}" for value, power in zip(values, powers, strict=False)).removeprefix("+")
    series = rf"$\varphi(z)\approx {terms}\;\cdots$"
    if largest == 0:
        return say(
            "{moment}, in {layer}: {series} The largest coefficient is that of its constant.",
            moment=moment,
            layer=name,
            series=series,
        )
    return say(
        "{moment}, in {layer}: {series} The largest coefficient is that of the term in {power}.",
        moment=moment,
        layer=name,
        series=series,
        power=f"$z^{{{largest}}}$",
    )


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
        return say(
            "No polynomial up to degree {degree} can replace φ in this network: its inputs lie too far from zero.",
            degree=degrees[-1],
        )
    if found == degrees[0]:
        return say("Even a polynomial of degree {degree} can replace φ here.", degree=found)
    return say("From degree {degree} on a polynomial can replace φ; below that the network breaks.", degree=found)


def agreement_sentence(degree: int, radius: float, tolerance: float, share: float) -> str:
    """How far a polynomial follows φ, and how much of what the layer sees lies there."""
    return say(
        "Degree {degree} stays within {tolerance} of φ for |z| up to {radius}: {share} of what this layer sees.",
        degree=degree,
        tolerance=f"{tolerance:g}",
        radius=f"{radius:.2f}",
        share=f"{share:.0%}",
    )


def moved_sentence(harmonics: Sequence[int], sines: bool, cosines: bool) -> str:
    """Which orders a change by hand moves (Eq. 3)."""
    if not harmonics or not (sines or cosines):
        return say("Nothing is changed: drag a slider and see which orders move.")
    count, which = len(harmonics), listed(harmonics)
    if sines and cosines:
        return say_count(
            count,
            "Your change of harmonic {which} moves every order: sines the odd ones, cosines the even ones.",
            "Your change of harmonics {which} moves every order: sines the odd ones, cosines the even ones.",
            which=which,
        )
    if sines:
        return say_count(
            count,
            "Your change of harmonic {which} moves only odd orders: sines have no others.",
            "Your change of harmonics {which} moves only odd orders: sines have no others.",
            which=which,
        )
    return say_count(
        count,
        "Your change of harmonic {which} moves only even orders: cosines have no others.",
        "Your change of harmonics {which} moves only even orders: cosines have no others.",
        which=which,
    )


def share_within(counts: npt.ArrayLike, low: float, high: float, radius: float) -> float:
    """The share of a histogram over [low, high] that lies within ± radius, bins cut where they must be."""
    sizes = np.asarray(counts, dtype=np.float64)
    if not sizes.sum():
        return 1.0 if abs(low) <= radius else 0.0
    edges = np.linspace(low, high, sizes.size + 1)
    width = np.maximum(np.diff(edges), 1e-12)
    overlap = np.clip(np.minimum(edges[1:], radius) - np.maximum(edges[:-1], -radius), 0, width)
    return float((sizes * overlap / width).sum() / sizes.sum())
