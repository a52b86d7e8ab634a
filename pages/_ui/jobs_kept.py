"""What a finished run keeps, drawn: pictures with what they were taken for, an image, a solution, a signal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from pages._ui.charts import chart, theme
from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.kept import FIELD, FIT, PREDICTIONS, RECONSTRUCTION, unpacked
from tesla_core.experiments.stock import run_label
from tesla_core.figures.lines import Curve
from tesla_core.figures.palette import Look, Theme, model_look
from tesla_core.jobs.job import Job
from tesla_core.problems.image.figures import between_figure, error_figure, image_spectrum_figure, picture_figure
from tesla_core.problems.imagenet100.figures import prediction_grid
from tesla_core.problems.pde.figures import residual_figure, slice_rows, slices_figure, slices_of, solution_figure
from tesla_core.problems.signal.figures import signal_figure, signal_spectrum_figure

COLUMNS, FEW = 3, 12  # of the grid of pictures, which stands in half a page
HEIGHT, BESIDE_HEIGHT = 340, 270

Figures = dict[str, go.Figure]
"""By what stands over each."""


@dataclass(frozen=True, eq=False)
class Kept:
    """A run's arrays, whose they are, and the colours to draw them in."""

    arrays: Mapping[str, NDArray]
    label: str
    look: Look
    colours: Theme


@dataclass(frozen=True)
class View:
    """One way to look at a file. beside: its charts stand side by side where there is room."""

    draw: Callable[[Kept], Figures]
    beside: bool = False


def _pictures(kept: Kept, most: int | None = None) -> Figures:
    names = ("pictures", "labels", "predicted", "confidence")
    shown, labels, predicted, confidence = (kept.arrays[name][:most] for name in names)
    grid = prediction_grid(shown, labels, predicted, confidence, kept.arrays["classes"], kept.colours, COLUMNS)
    title = "What each validation picture was taken for: the surest mistakes first, then the hits it doubted most"
    return {title: grid}


def _images(kept: Kept) -> Figures:
    original, image = _both(kept)
    return {
        "Original": picture_figure(original, "The original", kept.colours, BESIDE_HEIGHT),
        kept.label: picture_figure(image, f"What {kept.label} makes of it", kept.colours, BESIDE_HEIGHT),
    }


def _between(kept: Kept) -> Figures:
    """What it was given beside what it says between those pixels; of runs that kept it."""
    original, _ = _both(kept)
    if "fine" not in kept.arrays:
        raise TeslaError("This run kept nothing between its pixels: it is of an earlier version, or too large.")
    fine = kept.arrays["fine"] / 255
    title = "What it was given, and what it says between the pixels"
    return {title: between_figure(original, fine, kept.label, kept.colours, HEIGHT, kept.arrays.get("seen"))}


def _image_error(kept: Kept) -> Figures:
    original, image = _both(kept)
    errors = error_figure(image, original, kept.label, kept.colours, HEIGHT, kept.arrays.get("seen"))
    return {"How far each pixel is off": errors}


def _image_spectrum(kept: Kept) -> Figures:
    original, image = _both(kept)
    spectra = [("original", None, original), (kept.label, kept.look, image)]
    return {"Coarse shapes to the left, fine edges to the right": image_spectrum_figure(spectra, kept.colours, HEIGHT)}


def _both(kept: Kept) -> tuple[NDArray, NDArray]:
    return kept.arrays["original"] / 255, kept.arrays["reconstruction"] / 255


def _solution(kept: Kept) -> Figures:
    t, x = kept.arrays["t"], kept.arrays["x"]
    return {
        name: solution_figure(t, x, kept.arrays[array], name, kept.colours, HEIGHT)
        for name, array in ((kept.label, "u"), ("Exact solution", "exact"))
    }


def _slices(kept: Kept) -> Figures:
    t, x, u, exact = (kept.arrays[name] for name in ("t", "x", "u", "exact"))
    rows = slice_rows(t)
    slices = slices_of(t[rows], x, u[rows], exact[rows], kept.label, kept.look)
    return {"u over space at three times": slices_figure(slices, kept.colours, HEIGHT)}


def _residual(kept: Kept) -> Figures:
    t, x, residual = (kept.arrays[name] for name in ("t", "x", "residual"))
    title = "Where the equation does not hold yet"
    return {title: residual_figure(t, x, residual, kept.label, kept.colours, HEIGHT)}


def _signal(kept: Kept) -> Figures:
    return {"The signal and its fit over one second": signal_figure(_curves(kept), kept.colours, HEIGHT)}


def _signal_spectrum(kept: Kept) -> Figures:
    return {"Which of the signal's frequencies are found": signal_spectrum_figure(_curves(kept), kept.colours, HEIGHT)}


def _curves(kept: Kept) -> list[Curve]:
    t, signal, fit = (kept.arrays[name] for name in ("t", "signal", "fit"))
    return [Curve("signal", None, t, signal), Curve(kept.label, kept.look, t, fit)]


VIEWS: dict[str, dict[str, View]] = {
    PREDICTIONS: {f"The first {FEW}": View(lambda kept: _pictures(kept, FEW)), "All pictures": View(_pictures)},
    RECONSTRUCTION: {
        "Picture": View(_images, True),
        "Between": View(_between),
        "Error": View(_image_error),
        "Spectrum": View(_image_spectrum),
    },
    FIELD: {"Solution": View(_solution), "Slices": View(_slices), "Residual": View(_residual)},
    FIT: {"Signal": View(_signal), "Spectrum": View(_signal_spectrum)},
}
"""By file, the ways to look at it."""


def show_kept(job: Job) -> None:
    """Draw what the run keeps, a view at a time; nothing for a run that keeps nothing."""
    for path in RunFolder(job.folder).own_files():
        if path.name in VIEWS:
            _show(job, path, VIEWS[path.name])


def _show(job: Job, path: Path, views: Mapping[str, View]) -> None:
    key, first = f"jobs_kept_{path.stem}", next(iter(views))
    chosen = st.segmented_control(
        "View", list(views), default=first, key=key, required=True, label_visibility="collapsed"
    )
    name = chosen if chosen in views else first
    try:
        written = path.stat().st_mtime_ns
        figures = _figures(str(path), written, name, run_label(job.spec), model_look(job.spec.model()), theme())
    except (OSError, TeslaError) as error:
        st.caption(plain(error))
        return
    places = st.columns(len(figures)) if views[name].beside else [st.container() for _ in figures]
    for number, (place, (title, figure)) in enumerate(zip(places, figures.items(), strict=True)):
        with place:
            st.caption(plain(title))
            chart(f"{key}_{name}_{number}", figure)


@st.cache_data(show_spinner=False, max_entries=64)
def _figures(path: str, written: int, view: str, label: str, look: Look, colours: Theme) -> Figures:
    """Built once for all viewers of a file as it was written then."""
    file = Path(path)
    arrays = unpacked(file)
    if not all(np.isfinite(array).all() for array in arrays.values() if array.dtype.kind == "f"):
        raise TeslaError(f"{label} has diverged: there is nothing to draw.")
    try:
        return VIEWS[file.name][view].draw(Kept(arrays, label, look, colours))
    except (KeyError, IndexError) as error:
        raise TeslaError(f"{file.name} is not as this version writes it: {error}.") from error
