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
from tesla_core.figures.style import HEIGHT, finish, hover, log_ticks, titled
from tesla_core.messages.say import say
from tesla_core.problems.image.quality import error_map, psnr, psnr_among, radial_spectrum

WITHHELD_GREY = 0.5


def picture_figure(image: npt.ArrayLike, what: str, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """An image (H, W, 3) from 0 to 1, row 0 on top."""
    values = np.asarray(image, dtype=np.float64)
    if values.ndim != 3 or values.shape[2] != 3:
        raise TeslaError(f"An image must have shape (height, width, 3); {values.shape} was given.")
    words = hover(say("row {row}, column {column}", row="%{y}", column="%{x}"))
    figure = go.Figure(go.Image(z=_pixels(values), hovertemplate=words))
    alt = say("{what}, {width} × {height} pixels.", what=what, width=values.shape[1], height=values.shape[0])
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
    named = say("Original") if where.all() else say("The pixels it was given")
    asked_title = say("{what}, between the pixels too", what=what)
    figure = make_subplots(rows=1, cols=2, subplot_titles=(named, asked_title), horizontal_spacing=0.06)
    for column, image in ((1, np.where(where[..., None], given, WITHHELD_GREY)), (2, asked)):
        step = len(given) / len(image)  # in pixels of the original
        at = {"x0": (step - 1) / 2, "dx": step, "y0": (step - 1) / 2, "dy": step}
        words = hover(say("row {row}, column {column}", row="%{y:.1f}", column="%{x:.1f}"))
        figure.add_trace(go.Image(z=_pixels(image), hovertemplate=words, **at), 1, column)
    finer = len(asked) / len(given)
    alt = say(
        "{given}, {share} of them, beside what {what} says at {finer} times as many points each way.",
        given=named,
        share=f"{where.mean():.0%}",
        what=what,
        finer=f"{finer:g}",
    )
    titled(figure, say("Column"), say("Row"))
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
            colorbar={"title": {"text": say("error")}},
            hovertemplate=hover(
                say("row {row}, column {column}: {value}", row="%{y}", column="%{x}", value="%{z:.3f}")
            ),
        )
    )
    mean = f"{errors.mean():.3g}"
    if seen is None:
        alt = say(
            "Error of {what}: PSNR {psnr} dB, mean error {mean} of the range.",
            what=what,
            psnr=f"{psnr(image, truth):.2f}",
            mean=mean,
        )
    else:
        parts = (np.asarray(seen, dtype=bool), ~np.asarray(seen, dtype=bool))
        of_seen, of_unseen = (psnr_among(image, truth, where) for where in parts)
        alt = say(
            "Error of {what}: PSNR {seen} dB on the pixels it saw and {unseen} dB on those it did not, mean error "
            "{mean} of the range.",
            what=what,
            seen=f"{of_seen:.2f}",
            unseen=f"{of_unseen:.2f}",
            mean=mean,
        )
    figure.update_yaxes(autorange="reversed")
    return _as_picture(figure, alt, theme, height)


def image_spectrum_figure(
    images: Sequence[tuple[str, Look | None, npt.ArrayLike]], theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Amplitude by spatial frequency of images, each (label, look, (H, W, 3)); no look for the original."""
    curves = [Curve(label, look, *radial_spectrum(image)) for label, look, image in images]
    figure = go.Figure()
    add_curves(figure, curves, theme)
    titled(log_ticks(figure), say("Cycles an image"), say("Amplitude"))
    figure.update_xaxes(type="log")
    told = ", ".join(f"{curve.label} {np.asarray(curve.y)[-1]:.2g}" for curve in curves)
    alt = say("Amplitude by spatial frequency. At the highest: {told}.", told=told)
    return finish(figure, alt=alt, theme=theme, height=height)


def _pixels(image: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    return np.rint(255 * np.clip(np.nan_to_num(image), 0.0, 1.0)).astype(np.uint8)


def _as_picture(figure: go.Figure, alt: str, theme: Theme, height: int) -> go.Figure:
    titled(figure, say("Column"), say("Row"))
    finish(figure, alt=alt, theme=theme, height=height)
    plain = {"constrain": "domain", "showgrid": False, "zeroline": False, "nticks": 4}
    return figure.update_xaxes(plain).update_yaxes(plain, scaleanchor="x")
