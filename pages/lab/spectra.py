"""Spectra: the harmonics of every layer as they learn, the shape they make, and the net without some of them."""

from __future__ import annotations

from pages._ui.inspect.change import change_view
from pages._ui.inspect.page import InspectPage, show_inspect_page
from pages._ui.inspect.source import parity_preset
from pages._ui.inspect.spectra_views import shape_view, spectrum_view
from tesla_core.lab.presets import Preset
from tesla_core.messages.say import marked

INTRO = marked(
    "Each hidden layer of a TESLA network has an activation φ of its own, a sum of waves: its *harmonics* k = 1 … K. "
    "Training chooses how strong each of them is. Below are those strengths, the *spectrum*, at the frame the canvas "
    "shows."
)
PRESETS = (
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
PAGE = InspectPage(
    "spectra",
    marked("Spectra"),
    INTRO,
    PRESETS,
    views={
        marked("Spectrum"): spectrum_view,
        marked("Shape and slope"): shape_view,
        marked("Mute harmonics"): change_view,
    },
    linked=("view", "panel", "layer", "change", "factor", "everywhere"),
)

if __name__ == "__main__":
    show_inspect_page(PAGE)
