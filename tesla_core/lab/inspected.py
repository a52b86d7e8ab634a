"""The runs that Spectra, Taylor and Bounds open with, and what else their links hold, as data."""

from __future__ import annotations

from dataclasses import dataclass

from tesla_core.lab.presets import Preset
from tesla_core.messages.say import marked


@dataclass(frozen=True)
class Inspected:
    """A page that looks into a run's networks. name: of its address, of its parameters in links and of its files.
    label: its title. linked: names of all controls of its views."""

    name: str
    label: str
    presets: tuple[Preset, ...]
    linked: tuple[str, ...]

    @property
    def prefix(self) -> str:
        return f"{self.name}_"


def parity_preset(note: str) -> Preset:
    """The paper's surface: 10 bits, a third of the strings seen, small batches."""
    return Preset(
        marked("Parity of 10 bits"),
        note,
        {"data": "parity", "bits": 10, "seen": 350, "batch": 32, "init": "uniform(0.5)", "epochs": 50},
    )


SPECTRA_PRESETS = (
    Preset(
        marked("8×8 checkerboard: which waves does it take?"),
        marked(
            "Two networks on the same squares, with four and with eight waves in each layer. With K = 4 the first "
            "layer's fast ones, k = 3 and 4, grow tallest, and without either of them the network all but guesses. "
            "With K = 8 it can lose any single one and is still right on 70%."
        ),
        {},
    ),
    Preset(
        marked("Spiral: another task, other waves"),
        marked(
            "Three turns. Compare the layers by muting their harmonics one by one, with K = 8 at the end: the second "
            "layer can lose any of its waves and hardly notices; the first has one without which the arms are lost."
        ),
        {"data": "spiral", "turns": 3.0},
    ),
    parity_preset(
        marked(
            "A product of all bits. Both networks find the rule; then mute their harmonics one by one. With K = 4 only "
            "the fourth of the first layer is missed."
        )
    ),
    Preset(
        marked("A price on harmonics: the budget penalty"),
        marked(
            "Sixteen harmonics and a penalty on A_K. Training silences more than half of the first layer's, and the "
            "network still gets above 85% with seeds 0 and 1. With seed 2 the price is too high: it silences them all, "
            "and the network guesses."
        ),
        {"panels": ["TESLA K=16"], "budget_weight": 1e-2},
    ),
)
SPECTRA = Inspected(
    "spectra", marked("Spectra"), SPECTRA_PRESETS, linked=("view", "panel", "layer", "change", "factor", "everywhere")
)
TAYLOR_PRESETS = (
    Preset(
        marked("Spiral: which degree does it take?"),
        marked(
            "Play to the end, then choose “Polynomial in the net” and find the degree below which the network breaks. "
            "With polynomials in φ's place K = 8 guesses up to degree 15; from 30 on both are whole."
        ),
        {"data": "spiral", "turns": 2.0},
    ),
    Preset(
        marked("Moons: an easy boundary, a high degree"),
        marked(
            "Two half moons are easier than a spiral, but not for polynomials in φ's place: K = 4 takes degree 25 "
            "until it is whole again, K = 8 takes 30. What counts is how far from zero the layers' inputs lie."
        ),
        {"data": "moons"},
    ),
    Preset(
        marked("8×8 checkerboard: high orders at work"),
        marked(
            "64 squares take a higher degree than the spiral: with polynomials in φ's place K = 8 guesses up to degree "
            "25 and is whole again from about 50."
        ),
        {"data": "checkerboard", "cells": 8},
    ),
    parity_preset(
        marked(
            "The function is one product of all bits, of the highest order. Both networks find the rule; choose "
            "“Polynomial in the net” at the end: K = 4 guesses up to degree 15 and is whole again from 43, K = 8 takes "
            "nearly 60."
        )
    ),
)
TAYLOR = Inspected(
    "taylor",
    marked("Taylor series"),
    TAYLOR_PRESETS,
    linked=("view", "panel", "layer", "degree", "tolerance", "harmonic", "hand"),
)
BOUNDS_PRESETS = (
    Preset(
        marked("8×8 checkerboard, two networks"),
        marked(
            "Four and eight waves in each layer. Every bound grows in training, that of the Lipschitz constant more "
            "than a hundredfold."
        ),
        {},
    ),
    Preset(
        marked("Circles, one narrow network"),
        marked(
            "An easy task and sixteen neurons a layer: at the end the bound of the Lipschitz constant is three to five "
            "times the steepest slope found, which is near, and the gap is below 0.02."
        ),
        {"data": "circles", "panels": ["TESLA K=4"], "width": 16, "epochs": 100},
    ),
    parity_preset(
        marked(
            "Inputs are bits, all at the same distance from zero. At the end, with the rule found, gradients are below "
            "0.03 and the gap is below 0.02: bounds of gradients, a thousand times as large and more, say nothing."
        )
    ),
    Preset(
        marked("A price on the budget"),
        marked(
            "Every bound hangs on A_K. The ℓ1 penalty takes the first layer's A_K below where it began, and the "
            "squares are still learned on seeds 0 and 1; on seed 2 it silences every wave, the network guesses, and "
            "the paper's gradient bound fails."
        ),
        {"panels": ["TESLA K=16"], "budget_weight": 1e-2},
    ),
)
BOUNDS = Inspected("bounds", marked("Bounds"), BOUNDS_PRESETS, linked=("view", "panel", "layer", "bound"))
INSPECTED = (SPECTRA, TAYLOR, BOUNDS)
