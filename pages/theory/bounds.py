"""Bounds: what the paper's theory promises of a network that is training, beside what is measured on it."""

from __future__ import annotations

from pages._ui.inspect.page import InspectPage, show_inspect_page
from pages._ui.theory.bounds import now_view, training_view
from tesla_core.lab.inspected import BOUNDS
from tesla_core.messages.say import marked

INTRO = marked(
    "The paper bounds how steep a network can be, how large its gradients and how wide its generalisation gap, all by "
    "the coefficient budget A_K and the weights' norms. **Press Play and look at** how far each bound is from what is "
    "measured at the frame the canvas shows: which hold, which hold but say little, and which fail."
)
PAGE = InspectPage(
    BOUNDS,
    INTRO,
    views={marked("At this frame"): now_view, marked("Over training"): training_view},
)

if __name__ == "__main__":
    show_inspect_page(PAGE)
