"""What a finished network makes of its picture: beside the original, between its pixels, where it errs."""

from __future__ import annotations

from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.messages.say import marked, say
from tesla_core.problems.image.figures import between_figure, error_figure, image_spectrum_figure, picture_figure
from tesla_core.problems.kept import BESIDE_HEIGHT, HEIGHT, Figures, KeptView, RunArrays


def _images(run: RunArrays) -> Figures:
    original, image = _both(run)
    return {
        say("Original"): picture_figure(original, say("The original"), run.colours, BESIDE_HEIGHT),
        run.label: picture_figure(image, say("What {model} makes of it", model=run.label), run.colours, BESIDE_HEIGHT),
    }


def _between(run: RunArrays) -> Figures:
    """What it was given beside what it says between those pixels; of runs that kept it."""
    original, _ = _both(run)
    if "fine" not in run.arrays:
        raise TeslaError("This run kept nothing between its pixels: it is of an earlier version, or too large.")
    fine = run.arrays["fine"] / 255
    title = say("What it was given, and what it says between the pixels")
    return {title: between_figure(original, fine, run.label, run.colours, HEIGHT, run.arrays.get("seen"))}


def _error(run: RunArrays) -> Figures:
    original, image = _both(run)
    errors = error_figure(image, original, run.label, run.colours, HEIGHT, run.arrays.get("seen"))
    return {say("How far each pixel is off"): errors}


def _spectrum(run: RunArrays) -> Figures:
    original, image = _both(run)
    spectra = [(say("original"), None, original), (run.label, run.look, image)]
    title = say("Coarse shapes to the left, fine edges to the right")
    return {title: image_spectrum_figure(spectra, run.colours, HEIGHT)}


def _both(run: RunArrays) -> tuple[NDArray, NDArray]:
    return run.arrays["original"] / 255, run.arrays["reconstruction"] / 255


VIEWS = {
    marked("Picture"): KeptView(_images, beside=True),
    marked("Between"): KeptView(_between),
    marked("Error"): KeptView(_error),
    marked("Spectrum"): KeptView(_spectrum),
}
