"""Taylor: the Maclaurin series of every layer as it learns, polynomials in φ's place, coefficients by hand."""

from __future__ import annotations

from pages._ui.inspect.page import InspectPage, show_inspect_page
from pages._ui.inspect.source import parity_preset
from pages._ui.inspect.taylor_hand import hand_view
from pages._ui.inspect.taylor_views import polynomial_view, series_view
from tesla_core.lab.presets import Preset
from tesla_core.messages.say import marked

INTRO = marked(
    "Near zero the activation φ of a layer is close to a polynomial, its *Taylor series* c₀ + c₁z + c₂z² + … Below are "
    "these coefficients by their *order* (the power of z), at the frame the canvas shows."
)
PRESETS = (
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
PAGE = InspectPage(
    "taylor",
    marked("Taylor series"),
    INTRO,
    PRESETS,
    views={
        marked("Series"): series_view,
        marked("Polynomial in the net"): polynomial_view,
        marked("By hand"): hand_view,
    },
    linked=("view", "panel", "layer", "degree", "tolerance", "harmonic", "hand"),
)

if __name__ == "__main__":
    show_inspect_page(PAGE)
