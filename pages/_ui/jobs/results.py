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
from tesla_core.experiments.arrays import FIELD, FIT, PREDICTIONS, RECONSTRUCTION, unpacked
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.stock import run_label
from tesla_core.figures.lines import Curve
from tesla_core.figures.palette import Look, Theme, model_look
from tesla_core.jobs.store.job import Job
from tesla_core.problems.image.figures import between_figure, error_figure, image_spectrum_figure, picture_figure
from tesla_core.problems.imagenet100.figures import prediction_grid
from tesla_core.problems.pde.figures import residual_figure, slice_rows, slices_figure, slices_of, solution_figure
from tesla_core.problems.signal.figures import signal_figure, signal_spectrum_figure

COLUMNS, FEW = 3, 12  # of the grid of pictures, which stands in half a page
HEIGHT, BESIDE_HEIGHT = 340, 270

Figures = dict[str, go.Figure]
"""By what stands over each."""


@dataclass(frozen=True, eq=False)
class RunArrays:
    """A run's arrays, whose they are, and the colours to draw them in."""

    arrays: Mapping[str, NDArray]
    label: str
    look: Look
    colours: Theme


@dataclass(frozen=True)
class View:
    """One way to look at a file. beside: its charts stand side by side where there is room."""

    draw: Callable[[RunArrays], Figures]
    beside: bool = False


def _pictures(run: RunArrays, most: int | None = None) -> Figures:
    names = ("pictures", "labels", "predicted", "confidence")
    shown, labels, predicted, confidence = (run.arrays[name][:most] for name in names)
    grid = prediction_grid(shown, labels, predicted, confidence, run.arrays["classes"], run.colours, COLUMNS)
    title = "What each validation picture was taken for: the surest mistakes first, then the hits it doubted most"
    return {title: grid}


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


def _image_error(run: RunArrays) -> Figures:
    original, image = _both(run)
    errors = error_figure(image, original, run.label, run.colours, HEIGHT, run.arrays.get("seen"))
    return {"How far each pixel is off": errors}


def _image_spectrum(run: RunArrays) -> Figures:
    original, image = _both(run)
    spectra = [("original", None, original), (run.label, run.look, image)]
    return {"Coarse shapes to the left, fine edges to the right": image_spectrum_figure(spectra, run.colours, HEIGHT)}


def _both(run: RunArrays) -> tuple[NDArray, NDArray]:
    return run.arrays["original"] / 255, run.arrays["reconstruction"] / 255


def _solution(run: RunArrays) -> Figures:
    t, x = run.arrays["t"], run.arrays["x"]
    return {
        name: solution_figure(t, x, run.arrays[array], name, run.colours, HEIGHT)
        for name, array in ((run.label, "u"), ("Exact solution", "exact"))
    }


def _slices(run: RunArrays) -> Figures:
    t, x, u, exact = (run.arrays[name] for name in ("t", "x", "u", "exact"))
    rows = slice_rows(t)
    slices = slices_of(t[rows], x, u[rows], exact[rows], run.label, run.look)
    return {"u over space at three times": slices_figure(slices, run.colours, HEIGHT)}


def _residual(run: RunArrays) -> Figures:
    t, x, residual = (run.arrays[name] for name in ("t", "x", "residual"))
    title = "Where the equation does not hold yet"
    return {title: residual_figure(t, x, residual, run.label, run.colours, HEIGHT)}


def _signal(run: RunArrays) -> Figures:
    return {"The signal and its fit over one second": signal_figure(_curves(run), run.colours, HEIGHT)}


def _signal_spectrum(run: RunArrays) -> Figures:
    return {"Which of the signal's frequencies are found": signal_spectrum_figure(_curves(run), run.colours, HEIGHT)}


def _curves(run: RunArrays) -> list[Curve]:
    t, signal, fit = (run.arrays[name] for name in ("t", "signal", "fit"))
    return [Curve("signal", None, t, signal), Curve(run.label, run.look, t, fit)]


VIEWS: dict[str, dict[str, View]] = {
    PREDICTIONS: {f"The first {FEW}": View(lambda run: _pictures(run, FEW)), "All pictures": View(_pictures)},
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


def show_results(job: Job) -> None:
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
        return VIEWS[file.name][view].draw(RunArrays(arrays, label, look, colours))
    except (KeyError, IndexError) as error:
        raise TeslaError(f"{file.name} is not as this version writes it: {error}.") from error
