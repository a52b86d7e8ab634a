"""What a network sees of a picture."""

from __future__ import annotations

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.problems.imagenet100.crops_torch import MiddleView, TrainView, crop_box


@settings(deadline=None)
@given(st.integers(1, 60), st.integers(1, 60), st.floats(0.05, 1.0), st.integers(0, 2**32))
def test_a_part_lies_within_the_picture_and_is_large_enough(height: int, width: int, least: float, seed: int) -> None:
    top, left, h, w = crop_box(height, width, least, np.random.default_rng(seed))
    assert top >= 0
    assert left >= 0
    assert 0 < h <= height - top
    assert 0 < w <= width - left
    rounding = (h + 0.5) * (w + 0.5)
    assert rounding >= least * height * width or max(height, width) > 1.3 * min(height, width)


def picture() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (40, 50, 3), dtype=np.uint8)


def test_a_training_view_depends_on_seed_epoch_and_index_alone() -> None:
    """A resumed training sees the same pixels, whatever was drawn elsewhere in between."""
    view = TrainView(32, 0.3, seed=1)
    first = view(picture(), 2, 5)
    torch.rand(3)
    np.random.default_rng().random()
    assert torch.equal(view(picture(), 2, 5), first)
    assert first.shape == (3, 32, 32)
    assert first.dtype == torch.uint8
    others = [view(picture(), 3, 5), view(picture(), 2, 6), TrainView(32, 0.3, seed=2)(picture(), 2, 5)]
    assert not any(torch.equal(first, other) for other in others)


def test_about_every_other_training_view_is_flipped() -> None:
    """With the whole picture as the only part, a ramp from left to right tells."""
    ramp = np.repeat(np.linspace(0, 255, 32).astype(np.uint8)[None, :, None], 32, 0).repeat(3, 2)
    rises = [
        int(seen[0, 0, -1]) > int(seen[0, 0, 0]) for seen in (TrainView(32, 0.9, 0)(ramp, 0, i) for i in range(60))
    ]
    assert 15 < sum(rises) < 45


def test_validation_sees_the_middle_of_the_shorter_side() -> None:
    wide = np.zeros((32, 96, 3), dtype=np.uint8)
    wide[:, 32:64] = 200
    seen = MiddleView(28)(wide, 0, 0)
    assert seen.shape == (3, 28, 28)
    assert (seen == 200).all()
