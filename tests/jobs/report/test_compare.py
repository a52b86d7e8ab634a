"""Comparing runs: bands over seeds, and the options in which settings differ."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tesla_core.jobs.report.compare import (
    ComparedRun,
    bands,
    by_setting,
    curve,
    metrics_in,
    setting_labels,
    settings_diff,
)
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.toys.experiment import ToysSpec

SPEC = ParitySpec(bits=16)


def run(seed: int, values: list[float | None], **changes) -> ComparedRun:
    records = [{"epoch": epoch, "test_accuracy": value} for epoch, value in enumerate(values, start=1)]
    return ComparedRun(str(seed), replace(SPEC, seed=seed, **changes), records)


@settings(deadline=None)
@given(arrays.arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 8)), elements=st.floats(0, 1)))
def test_the_mean_lies_in_the_band_and_every_seed_too(values: np.ndarray) -> None:
    """A reader may trust that no seed is outside what is drawn."""
    (band,) = bands([run(seed, list(row)) for seed, row in enumerate(values)], "test_accuracy")
    assert band.seeds == tuple(range(len(values)))
    np.testing.assert_allclose(band.mean, values.mean(axis=0))
    assert (band.low == values.min(axis=0)).all()
    assert (band.high == values.max(axis=0)).all()
    assert (band.counts == len(values)).all()


def test_seeds_that_are_still_running_count_as_far_as_they_got() -> None:
    """A late seed does not cut the others' curves short."""
    (band,) = bands([run(0, [0.5, 0.7, 0.9]), run(1, [0.7]), run(2, [])], "test_accuracy")
    assert band.seeds == (0, 1)
    np.testing.assert_allclose(band.mean, [0.6, 0.7, 0.9])
    assert list(band.counts) == [2, 1, 1]


def test_a_diverged_epoch_is_left_out() -> None:
    """Null and infinite losses neither crash the chart nor drag a mean away."""
    (band,) = bands([run(0, [0.5, None]), run(1, [0.7, float("inf")])], "test_accuracy")
    assert list(band.epochs) == [1]
    assert curve([{"epoch": 1}, {"epoch": "x", "a": 1.0}, {"a": 2.0}], "a") == {}


def test_settings_are_told_apart_and_seeds_are_not() -> None:
    """Six runs of two settings are two lines."""
    runs = [run(seed, [0.5], activation=name) for seed in range(3) for name in ("tesla", "relu")]
    assert [len(group) for group in by_setting(runs)] == [3, 3]
    assert len(bands(runs, "test_accuracy")) == 2
    assert bands(runs, "train_loss") == []
    assert metrics_in(runs) == ["test_accuracy"]


def test_the_diff_shows_what_differs_and_nothing_else() -> None:
    """Two runs, one change: one row."""
    diff = settings_diff({"1": SPEC, "2": replace(SPEC, noise=0.1)})
    assert diff == {"noise": {"1": "0", "2": "0.1"}}
    assert settings_diff({"1": SPEC}) == {}


def test_experiments_with_other_options_can_be_compared() -> None:
    """An option that one of them lacks is a dash."""
    diff = settings_diff({"1": SPEC, "2": ToysSpec()})
    assert diff["bits"] == {"1": "16", "2": "–"}
    assert diff["experiment"] == {"1": "parity", "2": "toys"}


def test_labels_say_what_differs() -> None:
    """A legend of three TESLA lines says which is which."""
    specs = [replace(SPEC, harmonics=4), replace(SPEC, harmonics=8, noise=0.1), replace(SPEC, activation="relu")]
    assert setting_labels(specs) == ["TESLA K=4, noise 0", "TESLA K=8, noise 0.1", "ReLU, noise 0"]


def test_stock_networks_are_labelled_as_such() -> None:
    """Two runs of the same stock ResNet-18 must not stand in a legend as TESLA against ReLU."""
    specs = [ImageNet100Spec(backbone="resnet18", activation=name) for name in ("tesla", "relu")]
    assert setting_labels(specs) == ["TESLA K=2 (nothing replaced)", "ReLU (nothing replaced)"]
