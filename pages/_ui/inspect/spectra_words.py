"""What the Spectra page shows, in plain sentences. Pure: numbers in, words out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tesla_core.wording import form, listed, percent

CARRIES = 0.8  # the share of the energy that the harmonics named first hold
PERIOD = 2 * np.pi


def strongest(a: npt.ArrayLike, b: npt.ArrayLike) -> list[int]:
    """The fewest harmonics that hold most of the energy Σ (a_k² + b_k²)/k² of φ, the strongest first."""
    sines, cosines = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    energy = (sines**2 + cosines**2) / np.arange(1, sines.size + 1) ** 2
    if not energy.sum():
        return []
    order = np.argsort(-energy, kind="stable")
    count = int(np.searchsorted(np.cumsum(energy[order]) / energy.sum(), CARRIES)) + 1
    return [int(k) + 1 for k in order[:count]]


def spectrum_sentence(moment: str, name: str, a: npt.ArrayLike, b: npt.ArrayLike) -> str:
    """Which harmonics carry a layer's activation."""
    leaders, total = strongest(a, b), np.size(a)
    if not leaders:
        return f"{moment}, {name} has no wave at all: every coefficient is zero."
    if len(leaders) > max(total / 2, 1):
        return f"{moment}, the energy of {name} is spread over many of its {total} harmonics."
    harmonics, hold = form(len(leaders), "harmonic"), form(len(leaders), "holds", "hold")
    return (
        f"{moment}, {harmonics} {listed(sorted(leaders))} {hold} at least {CARRIES:.0%} of the energy of φ in {name}."
    )


def range_sentence(name: str, low: float, high: float, budget: float, maximum: float) -> str:
    """What a layer sees, and how much of its slope's allowance it uses."""
    used = f"{maximum / budget:.0%} of what its coefficients allow" if budget > 0 else "all its coefficients are zero"
    return (
        f"The inputs of {name} lie between {_signed(low)} and {_signed(high)} radians, "
        f"{(high - low) / PERIOD:.1f} periods of φ. Its steepest slope is {maximum:.2f}: {used}."
    )


def change_sentence(
    harmonics: Sequence[int], layers: str, factor: float, before: float, after: float, unseen: str = "test points"
) -> str:
    """What a changed harmonic did to the accuracy (shares from 0 to 1) on what was never trained on."""
    if not harmonics:
        return (
            f"All harmonics as trained: right on {percent(before)} of {unseen}. Press a number to change that harmonic."
        )
    which = f"{form(len(harmonics), 'harmonic')} {listed(harmonics)} in {layers}"
    done = f"Without {which}" if factor == 0 else f"With {which} × {factor:g}"
    right = f"right on {percent(after)} of {unseen} instead of {percent(before)}"
    return f"{done} the network is {right}{_verdict(before, after)}"


def _verdict(before: float, after: float) -> str:
    if after < before - 0.15:
        return ": it leans on what you changed."
    if after > before + 0.005:
        return ": better than before."
    return ": it hardly needs what you changed." if after >= before - 0.01 else "."


def _signed(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")
