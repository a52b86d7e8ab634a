"""Bounds: what the paper's theory promises of a network that is training, beside what is measured on it."""

from __future__ import annotations

from pages._ui.inspect.page import InspectPage, show_inspect_page
from pages._ui.inspect.source import parity_preset
from pages._ui.theory.bounds import now_view, training_view
from tesla_core.lab.presets import Preset
from tesla_core.messages.say import marked

INTRO = marked(
    "The paper bounds how steep a network can be, how large its gradients and how wide its generalisation gap, all by "
    "the coefficient budget A_K and the weights' norms. **Press Play and look at** how far each bound is from what is "
    "measured at the frame the canvas shows: which hold, which hold but say little, and which fail."
)
PRESETS = (
    Preset(
        marked("8×8 checkerboard, two networks"),
        marked("Four and eight waves in each layer. Norms grow as the squares are learned, and with them every bound."),
        {},
    ),
    Preset(
        marked("Circles, one narrow network"),
        marked("An easy task: slopes, gradients and gap stay small. Do the bounds?"),
        {"data": "circles", "panels": ["TESLA K=4"], "width": 16, "epochs": 100},
    ),
    parity_preset(marked("Inputs are bits, all at the same distance from zero. The gap is what memorising leaves.")),
    Preset(
        marked("A price on the budget"),
        marked("The ℓ1 penalty holds A_K down, on which every bound hangs."),
        {"panels": ["TESLA K=16"], "budget_weight": 1e-2},
    ),
)
PAGE = InspectPage(
    "bounds",
    marked("Bounds"),
    INTRO,
    PRESETS,
    views={marked("At this frame"): now_view, marked("Over training"): training_view},
    linked=("view", "panel", "layer", "bound"),
)

if __name__ == "__main__":
    show_inspect_page(PAGE)
