"""Images as networks: a picture, where it errs, and which spatial frequencies it holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from tesla_core.errors import TeslaError
from tesla_core.figures.lines import Curve, add_curves
from tesla_core.figures.palette import Look, Theme
from tesla_core.figures.style import HEIGHT, finish, log_ticks, titled
from tesla_core.problems.image.quality import error_map, psnr, psnr_among, radial_spectrum

WITHHELD_GREY = 0.5


def picture_figure(image: npt.ArrayLike, what: str, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """An image (H, W, 3) from 0 to 1, row 0 on top."""
    values = np.asarray(image, dtype=np.float64)
    if values.ndim != 3 or values.shape[2] != 3:
        raise TeslaError(f"An image must have shape (height, width, 3); {values.shape} was given.")
    figure = go.Figure(go.Image(z=_pixels(values), hovertemplate="row %{y}, column %{x}<extra></extra>"))
    alt = f"{what}, {values.shape[1]} × {values.shape[0]} pixels."
    return _as_picture(figure, alt, theme, height)


def between_figure(
    truth: npt.ArrayLike,
    fine: npt.ArrayLike,
    what: str,
    theme: Theme = "light",
    height: int = HEIGHT,
    seen: npt.ArrayLike | None = None,
) -> go.Figure:
    """What a network was given, truth (H, W, 3), beside what it says more finely, (n·H, n·W, 3), both from 0 to 1: a
    zoom into one is a zoom into the other. seen: (H, W), which pixels it was trained on; the others are grey."""
    given, asked = (np.asarray(image, dtype=np.float64) for image in (truth, fine))
    where = np.ones(given.shape[:2], dtype=bool) if seen is None else np.asarray(seen, dtype=bool)
    named = "Original" if where.all() else "The pixels it was given"
    figure = make_subplots(
        rows=1, cols=2, subplot_titles=(named, f"{what}, between the pixels too"), horizontal_spacing=0.06
    )
    for column, image in ((1, np.where(where[..., None], given, WITHHELD_GREY)), (2, asked)):
        step = len(given) / len(image)  # in pixels of the original
        at = {"x0": (step - 1) / 2, "dx": step, "y0": (step - 1) / 2, "dy": step}
        hover = "row %{y:.1f}, column %{x:.1f}<extra></extra>"
        figure.add_trace(go.Image(z=_pixels(image), hovertemplate=hover, **at), 1, column)
    finer = len(asked) / len(given)
    alt = f"{named}, {where.mean():.0%} of them, beside what {what} says at {finer:g} times as many points each way."
    titled(figure, "Column", "Row")
    finish(figure, alt=alt, theme=theme, height=height)
    plain = {"constrain": "domain", "showgrid": False, "zeroline": False, "nticks": 4}
    figure.update_xaxes(plain | {"matches": "x"}).update_yaxes(plain | {"scaleanchor": "x", "matches": "y"})
    return figure.update_layout(margin_t=36)


def error_figure(
    image: npt.ArrayLike,
    truth: npt.ArrayLike,
    what: str,
    theme: Theme = "light",
    height: int = HEIGHT,
    seen: npt.ArrayLike | None = None,
) -> go.Figure:
    """Where an image is off from the truth, both (H, W, 3) from 0 to 1: the mean over the colours. seen: (H, W), which
    pixels it was trained on, where not on all."""
    errors = error_map(image, truth)
    figure = go.Figure(
        go.Heatmap(
            z=errors,
            zmin=0.0,
            zmax=float(max(0.05, np.quantile(errors, 0.995))),
            colorscale="Cividis",
            colorbar={"title": {"text": "error"}},
            hovertemplate="row %{y}, column %{x}: %{z:.3f}<extra></extra>",
        )
    )
    if seen is None:
        told = f"PSNR {psnr(image, truth):.2f} dB"
    else:
        parts = (np.asarray(seen, dtype=bool), ~np.asarray(seen, dtype=bool))
        of_seen, of_unseen = (psnr_among(image, truth, where) for where in parts)
        told = f"PSNR {of_seen:.2f} dB on the pixels it saw and {of_unseen:.2f} dB on those it did not"
    alt = f"Error of {what}: {told}, mean error {errors.mean():.3g} of the range."
    figure.update_yaxes(autorange="reversed")
    return _as_picture(figure, alt, theme, height)


def image_spectrum_figure(
    images: Sequence[tuple[str, Look | None, npt.ArrayLike]], theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Amplitude by spatial frequency of images, each (label, look, (H, W, 3)); no look for the original."""
    curves = [Curve(label, look, *radial_spectrum(image)) for label, look, image in images]
    figure = go.Figure()
    add_curves(figure, curves, theme)
    titled(log_ticks(figure), "Cycles an image", "Amplitude")
    figure.update_xaxes(type="log")
    told = ", ".join(f"{curve.label} {np.asarray(curve.y)[-1]:.2g}" for curve in curves)
    return finish(figure, alt=f"Amplitude by spatial frequency. At the highest: {told}.", theme=theme, height=height)


def _pixels(image: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    return np.rint(255 * np.clip(np.nan_to_num(image), 0.0, 1.0)).astype(np.uint8)


def _as_picture(figure: go.Figure, alt: str, theme: Theme, height: int) -> go.Figure:
    titled(figure, "Column", "Row")
    finish(figure, alt=alt, theme=theme, height=height)
    plain = {"constrain": "domain", "showgrid": False, "zeroline": False, "nticks": 4}
    return figure.update_xaxes(plain).update_yaxes(plain, scaleanchor="x")
