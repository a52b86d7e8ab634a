"""The grid of predictions: what a person sees of a model's mistakes."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.figures.style import alt_text
from tesla_core.problems.imagenet100.figures import prediction_grid

PICTURES = np.random.default_rng(0).integers(0, 256, (3, 8, 8, 3), dtype=np.uint8)
NAMES = ("cat", "dog & pony", "a very long name that would run into its neighbour")


def test_each_picture_says_what_it_was_taken_for_and_wrong_ones_what_they_are() -> None:
    figure = prediction_grid(PICTURES, [0, 1, 2], [1, 1, 2], [0.9, 0.5, 0.25], NAMES, columns=2)
    drawn = figure.to_dict()
    assert [trace["type"] for trace in drawn["data"]] == ["image"] * 3
    assert all(trace["source"].startswith("data:image/png;base64,") for trace in drawn["data"])
    titles = [note["text"] for note in drawn["layout"]["annotations"]]
    assert "✗ dog &amp; pony<br>90% sure" in titles[0]
    assert titles[0].endswith("is cat")
    assert "✓ dog &amp; pony<br>50% sure" in titles[1]
    assert "is " not in titles[1]
    assert "✓ a very l…eighbour<br>25% sure" in titles[2]
    assert NAMES[2] in drawn["data"][2]["hovertemplate"]
    assert "3 validation pictures with predictions, 1 of them wrong" in alt_text(figure)
    assert "cat taken for dog & pony (90%)" in alt_text(figure)


def test_what_does_not_fit_together_is_told() -> None:
    with pytest.raises(TeslaError, match=r"shape \(n, height, width, 3\); \(8, 8\) was given"):
        prediction_grid(np.zeros((8, 8)), [], [], [], NAMES)
    with pytest.raises(TeslaError, match="as many labels and predictions as pictures"):
        prediction_grid(PICTURES, [0], [1, 1, 2], [0.9, 0.5, 0.25], NAMES)
