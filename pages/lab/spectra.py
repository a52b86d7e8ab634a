"""Spectra: the harmonics of every layer as they learn, the shape they make, and the net without some of them."""

from __future__ import annotations

from pages._ui.inspect.change import change_view
from pages._ui.inspect.page import InspectPage, show_inspect_page
from pages._ui.inspect.spectra_views import shape_view, spectrum_view
from tesla_core.lab.inspected import SPECTRA
from tesla_core.messages.say import marked

INTRO = marked(
    "Each hidden layer of a TESLA network has an activation φ of its own, a sum of waves: its *harmonics* k = 1 … K. "
    "Training chooses how strong each of them is. Below are those strengths, the *spectrum*, at the frame the canvas "
    "shows."
)
PAGE = InspectPage(
    SPECTRA,
    INTRO,
    views={
        marked("Spectrum"): spectrum_view,
        marked("Shape and slope"): shape_view,
        marked("Mute harmonics"): change_view,
    },
)

if __name__ == "__main__":
    show_inspect_page(PAGE)
