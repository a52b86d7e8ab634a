"""The learning rate over a vision training."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.problems.imagenet100.settings import VisionSettings

PAPER = VisionSettings(epochs=50, batch=128, lr=1e-3, schedule="cosine")


def test_it_rises_from_85_percent_over_five_epochs_and_falls_to_nothing() -> None:
    assert PAPER.learning_rate(0.0) == pytest.approx(0.85e-3)
    assert PAPER.learning_rate(2.5 / 50) == pytest.approx(0.925e-3)
    assert PAPER.learning_rate(5 / 50) == pytest.approx(1e-3)
    assert PAPER.learning_rate(27.5 / 50) == pytest.approx(0.5e-3)
    assert PAPER.learning_rate(1.0) == pytest.approx(0.0)


@given(st.integers(1, 60), st.floats(0, 60), st.floats(0, 1), st.sampled_from(["cosine", "constant"]))
def test_it_never_leaves_its_bounds_however_short_the_training(
    epochs: int, warmup: float, progress: float, schedule: str
) -> None:
    rate = VisionSettings(epochs=epochs, lr=1.0, warmup_epochs=warmup, schedule=schedule).learning_rate(progress)
    assert 0.0 <= rate <= 1.0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"warmup_ratio": 1.5}, "Warm-up ratio must be from 0 to 1"),
        ({"warmup_epochs": -1.0}, "Warm-up epochs"),
        ({"precision": "half"}, "auto, float32, bfloat16"),
        ({"lr": 0.0}, "Learning rate"),
    ],
)
def test_wrong_numbers_are_told(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        VisionSettings(**wrong)  # pyright: ignore[reportArgumentType]
