"""A run as a moving picture: every panel with its title, a frame after the other."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tesla_core.figures.class_colours import class_colours
from tesla_core.figures.palette import DIVERGING
from tesla_core.live.protocol import Frame
from tesla_core.problems.live import Kind, Measure
from tesla_core.problems.picture import CLASSES, COLOURS, FIELD, LINE, Truth
from tesla_core.wording import percent

SIZE, GAP, TITLE, EDGE, HEAD = 160, 12, 38, 16, 34
MILLISECONDS = 120
LAST_MILLISECONDS = 2000
_PAPER, _INK = "#FFFFFF", "#262730"
_GREY, _FIT = "#9A9AA4", "#B64F00"
_WHITE = np.array([247.0, 247.0, 245.0])
_SEEN_COLUMNS = 256
"""Of a line of 1,024: a quarter of the second, as on the canvas."""


def _rgb(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def diverging_pixels(grid: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """P(class 1) as bytes (…) to colours (…, 3) of the lab's one scale."""
    stops = np.array([255 * position for position, _ in DIVERGING])
    colours = np.array([_rgb(colour) for _, colour in DIVERGING], dtype=np.float64)
    table = np.stack([np.interp(np.arange(256), stops, channel) for channel in colours.T], axis=-1)
    return np.round(table).astype(np.uint8)[grid]


def class_pixels(labels: NDArray[np.uint8], confidence: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Classes (…) with their confidence as bytes (…) to colours (…, 3), pale where a model is unsure."""
    colours = np.array([_rgb(colour) for colour in class_colours()], dtype=np.float64)
    share = 0.12 + 0.63 * confidence[..., None] / 255
    return np.round(_WHITE + share * (colours[labels] - _WHITE)).astype(np.uint8)


def _class_picture(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return diverging_pixels(planes[0]) if len(planes) == 1 else class_pixels(planes[0], planes[1])


_PICTURES = {
    CLASSES: _class_picture,
    FIELD: lambda planes: diverging_pixels(planes[0]),
    COLOURS: lambda planes: np.moveaxis(planes, 0, -1),
}


def _panel_image(planes: NDArray[np.uint8], pixels: int, smooth: bool, truth: Truth | None) -> Image.Image:
    if pixels == LINE:
        return _line_image(planes[0, 0], truth)
    how = Image.Resampling.BILINEAR if smooth else Image.Resampling.NEAREST
    return Image.fromarray(np.ascontiguousarray(_PICTURES[pixels](planes))).resize((SIZE, SIZE), how)


def _line_image(line: NDArray[np.uint8], truth: Truth | None) -> Image.Image:
    """The signal in grey and the fit over it."""
    image = Image.new("RGB", (SIZE, SIZE), _PAPER)
    pen = ImageDraw.Draw(image)
    lines = [(truth.grid[0, 0], _GREY), (line, _FIT)] if truth else [(line, _FIT)]
    for values, colour in lines:
        heights = (1 - values[:_SEEN_COLUMNS] / 255) * SIZE
        pen.line([(x * SIZE / len(heights), float(y)) for x, y in enumerate(heights)], colour, 2)
    return image


def _written(value: float, measure: Measure) -> str:
    return {"share": percent(value), "decibels": f"{value:.1f} dB", "number": f"{value:.3g}"}[measure.unit]


def _sheet(frame: Frame, labels: Sequence[str], words: Sequence[str], kind: Kind, truth: Truth | None) -> Image.Image:
    columns = min(4, len(labels))
    rows = -(-len(labels) // columns)
    size = (2 * EDGE + columns * (SIZE + GAP) - GAP, 2 * EDGE + HEAD + rows * (SIZE + TITLE + GAP) - GAP)
    sheet = Image.new("RGB", size, _PAPER)
    pen = ImageDraw.Draw(sheet)
    large, small = ImageFont.load_default(20), ImageFont.load_default(13)
    pen.text((EDGE, EDGE - 4), f"Epoch {frame.epoch}", _INK, large)
    for index, label in enumerate(labels):
        x = EDGE + (index % columns) * (SIZE + GAP)
        y = EDGE + HEAD + (index // columns) * (SIZE + TITLE + GAP)
        pen.text((x, y), label, _INK, ImageFont.load_default(15))
        scores = [_written(frame.metrics[index, place], kind.measures[place]) for place in kind.titled]
        pen.text((x, y + 18), "  ".join(map(" ".join, zip(words, scores, strict=True))), _INK, small)
        sheet.paste(_panel_image(frame.grid[index], frame.pixels, kind.smooth, truth), (x, y + TITLE))
    return sheet


def animate(
    frames: Sequence[Frame],
    labels: Sequence[str],
    *,
    of: Kind,
    words: Sequence[str] | None = None,
    file: str = "GIF",
    truth: Truth | None = None,
) -> bytes:
    """The frames as an animated GIF or WebP that repeats; the last one stands for a while.

    of: the run's kind, which says what the numbers are called. All words are English: the font that comes with Pillow
    has Latin letters alone. file: GIF or WebP. truth: what lines are drawn over.
    """
    words = words or [of.measures[place].label for place in of.titled]
    first, *others = (_sheet(frame, labels, words, of, truth) for frame in frames)
    durations = [MILLISECONDS] * len(others) + [LAST_MILLISECONDS]
    output = io.BytesIO()
    first.save(output, file, save_all=True, append_images=others, duration=durations, loop=0)
    return output.getvalue()
