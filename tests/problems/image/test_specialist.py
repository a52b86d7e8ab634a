"""Withheld pixels from the seen ones: the least bent surface, better than the mean of four neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tesla_core.experiments.specialist import finished
from tesla_core.problems.image.quality import psnr_among
from tesla_core.problems.image.sources import load_picture
from tesla_core.problems.image.specialist import SPECIALIST
from tesla_core.problems.image.specialist.smoothest import smoothest
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.image.withheld import CHESSBOARD, from_neighbours


@pytest.mark.parametrize(("image", "least"), [("china", 27.2), ("flower", 27.9)])
def test_half_of_a_photograph_gives_the_other_half(image: str, least: float) -> None:
    found = finished(SPECIALIST.solving(ImageTask(image, 96, 0, 0.5, CHESSBOARD))).numbers
    assert (found["unseen_psnr"] or 0.0) > least
    assert (found["unseen_psnr"] or 0.0) > (found["neighbours_psnr"] or 0.0) + 0.7
    assert found["seen_psnr"] == 100.0  # what was seen is kept as it is


@pytest.mark.parametrize(("image", "squeezed", "cut"), [("china", 27.2, 26.2), ("flower", 29.2, 27.2)])
def test_how_a_photograph_is_made_small_decides_what_its_neighbours_tell(
    image: str, squeezed: float, cut: float
) -> None:
    """Two figures for one method that a reader may find: of the whole photograph by bicubic weights, and of its middle
    by Lanczos', which the lab shows."""
    task = ImageTask(image, 96, 0, 0.5, CHESSBOARD)
    whole = np.asarray(Image.fromarray(load_picture(image).pixels).resize((96, 96), Image.Resampling.BICUBIC))
    for pixels, level in ((whole, squeezed), (task.picture().pixels, cut)):
        seen = task.sample().seen
        told = psnr_among(from_neighbours(pixels, seen) / 255, pixels / 255, ~seen.reshape(96, 96))
        assert told == pytest.approx(level, abs=0.05)


def test_where_nothing_is_withheld_the_pixels_are_the_answer() -> None:
    found = finished(SPECIALIST.solving(ImageTask("china", 16)))
    assert found.numbers["psnr"] == 100.0
    assert found.samples == 256


def test_a_plane_is_filled_in_exactly() -> None:
    rows, columns = np.indices((12, 9))
    plane = np.repeat((3 * rows + 5 * columns)[..., None], 3, axis=2).astype(np.uint8)
    seen = np.random.default_rng(0).random((12, 9)) < 0.4
    assert np.allclose(smoothest(plane, seen), plane)
