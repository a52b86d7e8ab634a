"""Data of the wrong shape must be refused where it is made, not deep inside training."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.tasks.data import Dataset, Split


def make_split(samples: int = 3, inputs: int = 2) -> Split:
    return Split(np.ones((samples, inputs), np.int8), np.zeros(samples, np.int64))


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (np.ones(3, np.int8), np.zeros(3, np.int64), r"shape \(samples, inputs\)"),
        (np.ones((3, 2), np.float64), np.zeros(3, np.int64), "float64 was given"),
        (np.ones((3, 2), np.int8), np.zeros(4, np.int64), r"shape \(3,\)"),
        (np.ones((3, 2), np.int8), np.zeros(3, np.int32), "int32 was given"),
    ],
)
def test_a_malformed_split_says_what_is_wrong(x: np.ndarray, y: np.ndarray, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        Split(x, y)


def test_clean_labels_are_checked_like_the_observed_ones() -> None:
    with pytest.raises(TeslaError, match="y_clean"):
        Split(np.ones((3, 2), np.int8), np.zeros(3, np.int64), np.zeros(2, np.int64))


def test_splits_of_different_width_are_refused() -> None:
    with pytest.raises(TeslaError, match="test has 5 inputs, train has 2"):
        Dataset(make_split(), None, make_split(inputs=5), classes=2)


def test_labels_beyond_the_classes_are_refused() -> None:
    wrong = Split(np.ones((3, 2), np.int8), np.array([0, 1, 2]))
    with pytest.raises(TeslaError, match="from 0 to 1"):
        Dataset(wrong, None, make_split(), classes=2)


def test_one_class_is_no_classification() -> None:
    with pytest.raises(TeslaError, match="at least 2"):
        Dataset(make_split(), None, make_split(), classes=1)


def test_only_the_splits_there_are_get_listed() -> None:
    assert list(Dataset(make_split(), None, make_split(), 2).splits()) == ["train", "test"]
    assert list(Dataset(make_split(), make_split(), make_split(), 2).splits()) == ["train", "validation", "test"]
