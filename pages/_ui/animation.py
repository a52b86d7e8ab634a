"""A run as a moving picture: every panel with its title, a frame after the other."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from pages._ui.class_colours import class_colours
from tesla_core.figures.palette import DIVERGING
from tesla_core.live.protocol import Frame

SIZE, GAP, TITLE, EDGE, HEAD = 160, 12, 38, 16, 34
MILLISECONDS = 120
LAST_MILLISECONDS = 2000
_PAPER, _INK = "#FFFFFF", "#262730"
_WHITE = np.array([247.0, 247.0, 245.0])


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


def _panel_image(planes: NDArray[np.uint8], smooth: bool) -> Image.Image:
    pixels = diverging_pixels(planes[0]) if len(planes) == 1 else class_pixels(planes[0], planes[1])
    how = Image.Resampling.BILINEAR if smooth else Image.Resampling.NEAREST
    return Image.fromarray(pixels).resize((SIZE, SIZE), how)


def _sheet(frame: Frame, labels: Sequence[str], smooth: bool, words: tuple[str, str]) -> Image.Image:
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
        scores = zip(words, (frame.train_accuracy[index], frame.test_accuracy[index]), strict=True)
        pen.text((x, y + 18), "  ".join(f"{word} {100 * score:.1f}%" for word, score in scores), _INK, small)
        sheet.paste(_panel_image(frame.grid[index], smooth), (x, y + TITLE))
    return sheet


def animate(
    frames: Sequence[Frame],
    labels: Sequence[str],
    *,
    smooth: bool = True,
    words: tuple[str, str] = ("train", "test"),
    kind: str = "GIF",
) -> bytes:
    """The frames as an animated GIF or WebP that repeats; the last one stands for a while."""
    first, *others = (_sheet(frame, labels, smooth, words) for frame in frames)
    durations = [MILLISECONDS] * len(others) + [LAST_MILLISECONDS]
    output = io.BytesIO()
    first.save(output, kind, save_all=True, append_images=others, duration=durations, loop=0)
    return output.getvalue()
