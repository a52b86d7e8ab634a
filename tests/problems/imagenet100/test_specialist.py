"""Pictures by counts of colours and edges: far above chance, from pictures and not from their labels."""

from __future__ import annotations

import numpy as np

from tesla_core.experiments.specialist import finished
from tesla_core.problems.imagenet100.pictures.generated import GeneratedTask
from tesla_core.problems.imagenet100.specialist import SPECIALIST
from tesla_core.problems.imagenet100.specialist.histograms import described


def test_drawn_classes_are_told_apart() -> None:
    found = finished(SPECIALIST.solving(GeneratedTask(8, 24, 0)))
    assert (found.numbers["top1"] or 0.0) > 0.6
    assert (found.numbers["top5"] or 0.0) >= (found.numbers["top1"] or 0.0)
    assert found.samples == 8 * 24


def test_pictures_of_any_size_have_the_same_counts() -> None:
    large, small = (described(np.full((side, side + 3, 3), 90, np.uint8)) for side in (200, 20))
    assert large.shape == small.shape == (64 + 64 * 9,)
    assert np.allclose(large, small)
