"""What a finished network makes of its picture: beside the original, between its pixels, where it errs."""

from __future__ import annotations

from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.problems.image.figures import between_figure, error_figure, image_spectrum_figure, picture_figure
from tesla_core.problems.kept import BESIDE_HEIGHT, HEIGHT, Figures, KeptView, RunArrays


def _images(run: RunArrays) -> Figures:
    original, image = _both(run)
    return {
        "Original": picture_figure(original, "The original", run.colours, BESIDE_HEIGHT),
        run.label: picture_figure(image, f"What {run.label} makes of it", run.colours, BESIDE_HEIGHT),
    }


def _between(run: RunArrays) -> Figures:
    """What it was given beside what it says between those pixels; of runs that kept it."""
    original, _ = _both(run)
    if "fine" not in run.arrays:
        raise TeslaError("This run kept nothing between its pixels: it is of an earlier version, or too large.")
    fine = run.arrays["fine"] / 255
    title = "What it was given, and what it says between the pixels"
    return {title: between_figure(original, fine, run.label, run.colours, HEIGHT, run.arrays.get("seen"))}


def _error(run: RunArrays) -> Figures:
    original, image = _both(run)
    errors = error_figure(image, original, run.label, run.colours, HEIGHT, run.arrays.get("seen"))
    return {"How far each pixel is off": errors}


def _spectrum(run: RunArrays) -> Figures:
    original, image = _both(run)
    spectra = [("original", None, original), (run.label, run.look, image)]
    return {"Coarse shapes to the left, fine edges to the right": image_spectrum_figure(spectra, run.colours, HEIGHT)}


def _both(run: RunArrays) -> tuple[NDArray, NDArray]:
    return run.arrays["original"] / 255, run.arrays["reconstruction"] / 255


VIEWS = {
    "Picture": KeptView(_images, beside=True),
    "Between": KeptView(_between),
    "Error": KeptView(_error),
    "Spectrum": KeptView(_spectrum),
}
