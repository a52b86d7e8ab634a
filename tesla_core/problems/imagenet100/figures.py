"""Validation pictures with what a model took them for."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, Theme
from tesla_core.figures.style import finish, hover
from tesla_core.messages.say import say, say_count

COLUMNS = 6
ROW_HEIGHT = 205
TITLE_SIZE = 13
LONGEST_NAME = 17  # three fit beside each other on a phone


def prediction_grid(
    pictures: npt.ArrayLike,
    labels: Sequence[int] | npt.NDArray[np.int64],
    predicted: Sequence[int] | npt.NDArray[np.int64],
    confidence: npt.ArrayLike,
    classes: Sequence[str] | npt.NDArray[np.str_],
    theme: Theme = "light",
    columns: int = COLUMNS,
) -> go.Figure:
    """A grid of pictures (n, height, width, 3), bytes, in their order. Over each the class it was taken for and how
    surely, with a mark and a colour for wrong ones, and below that what it is. A long name is whole on hovering."""
    shown = np.asarray(pictures)
    if shown.ndim != 4 or shown.shape[-1] != 3 or not len(shown):
        raise TeslaError(f"A grid needs pictures of shape (n, height, width, 3); {shown.shape} was given.")
    sure = np.asarray(confidence, dtype=float)
    lengths = {len(shown), len(labels), len(predicted), len(sure)}
    if len(lengths) != 1:
        raise TeslaError(f"A grid needs as many labels and predictions as pictures; {sorted(lengths)} were given.")
    rows = -(-len(shown) // columns)
    titles = [
        _title(str(classes[label]), str(classes[guess]), float(p))
        for label, guess, p in zip(labels, predicted, sure, strict=True)
    ]
    figure = make_subplots(rows, columns, subplot_titles=titles, horizontal_spacing=0.02, vertical_spacing=0.36 / rows)
    told = [
        say(
            "{label} taken for {guess} ({confidence})",
            label=classes[label],
            guess=classes[guess],
            confidence=f"{p:.0%}",
        )
        for label, guess, p in zip(labels, predicted, sure, strict=True)
    ]
    for place, (picture, words) in enumerate(zip(shown, told, strict=True)):
        image = go.Image(source=_png(picture), hovertemplate=hover(_escaped(words)))
        figure.add_trace(image, row=place // columns + 1, col=place % columns + 1)
    wrong = int(np.sum(np.asarray(labels) != np.asarray(predicted)))
    alt = say_count(
        len(shown),
        "{count} validation picture with predictions, {wrong} of them wrong. {told}.",
        "{count} validation pictures with predictions, {wrong} of them wrong. {told}.",
        wrong=wrong,
        told=". ".join(told[:columns]),
    )
    figure = finish(figure, alt=alt, theme=theme, height=max(1, rows) * ROW_HEIGHT)
    figure.update_annotations(font_size=TITLE_SIZE)
    figure.update_layout(margin={"t": 64})
    return figure.update_xaxes(visible=False).update_yaxes(visible=False)


def _title(label: str, guess: str, confidence: float) -> str:
    right = label == guess
    mark, colour = ("✓", CLASS_ZERO) if right else ("✗", CLASS_ONE)
    sure = say("{confidence} sure", confidence=f"{confidence:.0%}")
    first = f'<span style="color:{colour}">{mark} {_short(guess)}<br>{sure}</span>'
    return first if right else f"{first}<br>{say('is {label}', label=_short(label))}"


def _short(name: str) -> str:
    """Names of kin often differ at their ends: the middle goes."""
    start = LONGEST_NAME // 2
    return _escaped(name if len(name) <= LONGEST_NAME else f"{name[:start]}…{name[start + 1 - LONGEST_NAME :]}")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _png(picture: npt.NDArray[np.uint8]) -> str:
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(picture, dtype=np.uint8)).save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
