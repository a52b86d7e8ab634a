"""Images as networks: a picture, where it errs, and which spatial frequencies it holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.analysis.image_quality import error_map, psnr, radial_spectrum
from tesla_core.errors import TeslaError
from tesla_core.figures.lines import Curve, add_curves
from tesla_core.figures.palette import Theme
from tesla_core.figures.style import HEIGHT, finish, log_ticks, titled


def picture_figure(image: npt.ArrayLike, what: str, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """An image (H, W, 3) from 0 to 1, row 0 on top."""
    values = np.asarray(image, dtype=np.float64)
    if values.ndim != 3 or values.shape[2] != 3:
        raise TeslaError(f"An image must have shape (height, width, 3); {values.shape} was given.")
    pixels = np.rint(255 * np.clip(np.nan_to_num(values), 0.0, 1.0)).astype(np.uint8)
    figure = go.Figure(go.Image(z=pixels, hovertemplate="row %{y}, column %{x}<extra></extra>"))
    alt = f"{what}, {values.shape[1]} × {values.shape[0]} pixels."
    return _as_picture(figure, alt, theme, height)


def error_figure(
    image: npt.ArrayLike, truth: npt.ArrayLike, what: str, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Where an image is off from the truth, both (H, W, 3) from 0 to 1: the mean over the colours."""
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
    alt = f"Error of {what}: PSNR {psnr(image, truth):.2f} dB, mean error {errors.mean():.3g} of the range."
    figure.update_yaxes(autorange="reversed")
    return _as_picture(figure, alt, theme, height)


def image_spectrum_figure(
    images: Sequence[tuple[str, str, npt.ArrayLike]], theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Amplitude by spatial frequency of images, each (label, activation, (H, W, 3)); no activation for the original."""
    curves = [Curve(label, activation, *radial_spectrum(image)) for label, activation, image in images]
    figure = go.Figure()
    add_curves(figure, curves, theme)
    titled(log_ticks(figure), "Cycles an image", "Amplitude")
    figure.update_xaxes(type="log")
    told = ", ".join(f"{curve.label} {np.asarray(curve.y)[-1]:.2g}" for curve in curves)
    return finish(figure, alt=f"Amplitude by spatial frequency. At the highest: {told}.", theme=theme, height=height)


def _as_picture(figure: go.Figure, alt: str, theme: Theme, height: int) -> go.Figure:
    titled(figure, "Column", "Row")
    finish(figure, alt=alt, theme=theme, height=height)
    plain = {"constrain": "domain", "showgrid": False, "zeroline": False, "nticks": 4}
    return figure.update_xaxes(plain).update_yaxes(plain, scaleanchor="x")
