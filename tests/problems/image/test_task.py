"""An image as a function: the right colour at the right place."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.problems.image.task import ImageTask, colours, coordinates, to_image


def test_every_pixel_is_learned_at_its_own_place() -> None:
    task = ImageTask("flower", size=12)
    target = task.sample()
    pixels = task.picture().pixels
    assert (target.inputs, target.outputs, len(target.train), task.samples) == (2, 3, 144, 144)
    assert target.test is target.train
    np.testing.assert_allclose(to_image(target.train.y, 12, 12), pixels / 255, atol=1e-6)
    np.testing.assert_allclose(target.train.x[0], [-11 / 12, -11 / 12], atol=1e-6)
    np.testing.assert_allclose(target.train.x[1] - target.train.x[0], [0, 2 / 12], atol=1e-6)  # columns go fastest


def test_an_oblong_picture_keeps_its_proportions() -> None:
    x = coordinates(2, 4)
    np.testing.assert_allclose(np.unique(x[:, 0]), [-0.25, 0.25])
    np.testing.assert_allclose(np.unique(x[:, 1]), [-0.75, -0.25, 0.25, 0.75])


def test_black_is_minus_one_white_is_one_and_beyond_is_cut() -> None:
    np.testing.assert_array_equal(colours(np.array([[[0, 255, 0]]], dtype=np.uint8)), [[-1, 1, -1]])
    np.testing.assert_allclose(to_image([[-3.0, 0.0, 5.0]], 1, 1), [[[0, 0.5, 1]]])


def test_photographs_come_at_any_size() -> None:
    assert ImageTask(size=0).picture().pixels.shape == (427, 640, 3)
    assert ImageTask(size=128).picture().pixels.shape == (128, 128, 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 4}, "Size in pixels .* must be from 8 to 2,048; 4"),
        ({"size": 1.5}, "must be a whole number"),
        ({"image": "../x.png"}, "neither china nor flower"),
        ({"seed": -1}, "Seed must be from 0"),
    ],
)
def test_mistakes_are_told_before_anything_is_read(options: dict, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        ImageTask(**options)


def test_a_picture_too_large_to_learn_asks_for_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesla_core.problems.image.task.MOST_TRAINED_PIXELS", 1000)
    with pytest.raises(TeslaError, match=r"640 × 427 pixels, too many.*give a size"):
        ImageTask(size=0).sample()
