"""What the Spectra page shows, in plain sentences. Pure: numbers in, words out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tesla_core.messages.say import marked, say, say_count
from tesla_core.wording import listed, percent

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
        return say("{moment}, {layer} has no wave at all: every coefficient is zero.", moment=moment, layer=name)
    if len(leaders) > max(total / 2, 1):
        return say(
            "{moment}, the energy of {layer} is spread over many of its {total} harmonics.",
            moment=moment,
            layer=name,
            total=total,
        )
    return say_count(
        len(leaders),
        "{moment}, harmonic {harmonics} holds at least {share} of the energy of φ in {layer}.",
        "{moment}, harmonics {harmonics} hold at least {share} of the energy of φ in {layer}.",
        moment=moment,
        harmonics=listed(sorted(leaders)),
        share=f"{CARRIES:.0%}",
        layer=name,
    )


def range_sentence(name: str, low: float, high: float, budget: float, maximum: float) -> str:
    """What a layer sees, and how much of its slope's allowance it uses."""
    inputs = say(
        "The inputs of {layer} lie between {low} and {high} radians, {periods} periods of φ.",
        layer=name,
        low=_signed(low),
        high=_signed(high),
        periods=f"{(high - low) / PERIOD:.1f}",
    )
    slope = f"{maximum:.2f}"
    if budget > 0:
        used = f"{maximum / budget:.0%}"
        steepest = say(
            "Its steepest slope is {slope}: {share} of what its coefficients allow.", slope=slope, share=used
        )
    else:
        steepest = say("Its steepest slope is {slope}: all its coefficients are zero.", slope=slope)
    return f"{inputs} {steepest}"


def change_sentence(
    harmonics: Sequence[int], layers: str, factor: float, before: float, after: float, unseen: str
) -> str:
    """What a changed harmonic did to the accuracy (shares from 0 to 1) on what was never trained on."""
    if not harmonics:
        return say(
            "All harmonics as trained: right on {share} of {unseen}. Press a number to change that harmonic.",
            share=percent(before),
            unseen=unseen,
        )
    which = say_count(
        len(harmonics),
        "harmonic {harmonics} in {layers}",
        "harmonics {harmonics} in {layers}",
        harmonics=listed(harmonics),
        layers=layers,
    )
    done = say("Without {which}", which=which)
    if factor:
        done = say("With {which} × {factor}", which=which, factor=f"{factor:g}")
    return say(_outcome(before, after), done=done, after=percent(after), unseen=unseen, before=percent(before))


def _outcome(before: float, after: float) -> str:
    """The sentence for such a change of accuracy."""
    if after < before - 0.15:
        return marked(
            "{done} the network is right on {after} of {unseen} instead of {before}: it leans on what you changed."
        )
    if after > before + 0.005:
        return marked("{done} the network is right on {after} of {unseen} instead of {before}: better than before.")
    if after >= before - 0.01:
        return marked(
            "{done} the network is right on {after} of {unseen} instead of {before}: it hardly needs what you changed."
        )
    return marked("{done} the network is right on {after} of {unseen} instead of {before}.")


def _signed(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")
