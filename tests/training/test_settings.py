"""Training settings: what is refused, and how the learning rate moves."""

from __future__ import annotations

import math

import pytest

from tesla_core.errors import OutOfRangeError, TeslaError, UnknownNameError
from tesla_core.fields import Limits, rules
from tesla_core.training.settings import Settings

LIMITS = {name: rule for name, rule in rules(Settings).items() if isinstance(rule, Limits)}


@pytest.mark.parametrize("name", LIMITS)
def test_numbers_out_of_range_name_the_range(name: str) -> None:
    low, high = LIMITS[name].low, LIMITS[name].high
    for wrong in (low - 1, high + 1, math.nan, math.inf):
        with pytest.raises(TeslaError, match=f"must be (a whole number )?from {low:g} to"):
            Settings(**{name: wrong})  # pyright: ignore[reportArgumentType]
    for right in (low, high):
        assert getattr(Settings(**{name: right}), name) == right  # pyright: ignore[reportArgumentType]


def test_messages_use_words_and_not_option_names() -> None:
    with pytest.raises(OutOfRangeError, match=r"Learning rate must be from 1e-08 to 10; 0 was given"):
        Settings(lr=0)
    with pytest.raises(OutOfRangeError, match="Batch size must be"):
        Settings(batch=0)


def test_part_of_an_epoch_is_refused() -> None:
    with pytest.raises(TeslaError, match="Epochs must be a whole number"):
        Settings(epochs=2.5)  # pyright: ignore[reportArgumentType]


def test_an_unknown_schedule_lists_the_schedules() -> None:
    with pytest.raises(UnknownNameError, match=r"'cosin'.*constant, cosine.*Did you mean 'cosine'"):
        Settings(schedule="cosin")


def test_constant_stays_and_cosine_falls_to_zero() -> None:
    constant, cosine = Settings(lr=0.5), Settings(lr=0.5, schedule="cosine")
    assert [constant.learning_rate(p) for p in (0.0, 0.3, 1.0)] == [0.5] * 3
    assert [cosine.learning_rate(p) for p in (0.0, 0.5, 1.0)] == pytest.approx([0.5, 0.25, 0.0])
    assert cosine.learning_rate(1 / 3) == pytest.approx(0.375)
