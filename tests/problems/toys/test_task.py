"""Toys: two balanced classes in the picture, the same for the same seed, and mistakes named."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_circles, make_moons

from tesla_core.errors import TeslaError
from tesla_core.problems.toys.task import RINGS, STRIPES, TOYS, ToyTask

names = pytest.mark.parametrize("name", TOYS)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(list(TOYS)), st.integers(20, 400), st.floats(0.1, 0.6), st.floats(0, 0.3), st.integers(0, 99))
def test_splits_are_balanced_finite_and_as_large_as_asked(
    name: str, samples: int, train_share: float, validation_share: float, seed: int
) -> None:
    task = ToyTask(name, samples, train_share=train_share, validation_share=validation_share, seed=seed)
    splits = task.sample().splits()
    assert sum(len(split) for split in splits.values()) == samples
    assert abs(len(splits["train"]) - samples * train_share) <= 0.5
    for split in splits.values():
        assert split.x.dtype == np.float32
        assert np.isfinite(split.x).all()
        assert abs(2 * split.y.sum() - len(split)) <= 1


@names
def test_points_stay_in_the_picture(name: str) -> None:
    data = ToyTask(name, noise=0.0).sample()
    for split in data.splits().values():
        assert np.abs(split.x).max() <= 1.0 + 1e-6
    assert np.abs(data.train.x).max() > 0.9


@names
def test_the_seed_decides_the_points(name: str) -> None:
    first, again, other = (ToyTask(name, seed=seed).sample().train for seed in (5, 5, 6))
    assert np.array_equal(first.x, again.x)
    assert np.array_equal(first.y, again.y)
    assert not np.array_equal(first.x, other.x)


@settings(deadline=None, max_examples=40)
@given(st.integers(10, 300), st.integers(0, 2**32 - 1))
def test_circles_and_moons_are_scikit_learns_bit_for_bit(each: int, seed: int) -> None:
    """What a link or a kept result was drawn with stays what it was."""
    for name, make in (("circles", partial(make_circles, factor=0.5)), ("moons", make_moons)):
        x, y = make(2 * each, random_state=int(np.random.default_rng(seed).integers(2**32)))
        if name == "moons":
            x = (x - np.array([0.5, 0.25])) / 1.5
        for drawn, label in zip(TOYS[name].draw(each, 0, np.random.default_rng(seed)), (0, 1), strict=True):
            assert drawn.tobytes() == np.ascontiguousarray(x[y == label]).tobytes()


def test_drawing_points_does_not_wait_for_scikit_learn() -> None:
    """Its import takes a second of the thread that trains for everybody."""
    code = (
        "import sys; from tesla_core.problems.toys.task import TOYS, ToyTask\n"
        "for name in TOYS: ToyTask(name).sample()\n"
        "sys.exit('sklearn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@names
def test_classes_come_shuffled(name: str) -> None:
    """A sorted split would give one-class batches to a loop that takes them in order."""
    y = ToyTask(name, samples=1000).sample().train.y
    assert 200 < np.count_nonzero(np.diff(y)) < 500


@names
def test_validation_is_there_only_when_asked_for(name: str) -> None:
    assert ToyTask(name).sample().validation is None
    validation = ToyTask(name, validation_share=0.1).sample().validation
    assert validation is not None
    assert len(validation) == 100


@pytest.mark.parametrize("cells", [2, 4, 8, 16])
def test_the_checkerboard_s_label_is_the_colour_of_the_cell(cells: int) -> None:
    train = ToyTask("checkerboard", samples=2000, cells=cells).sample().train
    column, row = np.floor((train.x.astype(np.float64) + 1) * cells / 2).astype(int).T
    assert np.array_equal((row + column) % 2, train.y)
    visited = len(set(zip(row.tolist(), column.tolist(), strict=True)))
    assert visited > 0.95 * cells**2


@pytest.mark.parametrize("turns", [0.5, 2, 4])
def test_the_spiral_s_arms_are_half_a_turn_apart(turns: float) -> None:
    train = ToyTask("spiral", noise=0.0, turns=turns).sample().train
    radius = np.hypot(*train.x.T)
    angle = np.arctan2(train.x[:, 1], train.x[:, 0]) - 2 * np.pi * turns * radius - np.pi * train.y
    assert np.abs(np.cos(angle) - 1).max() < 1e-3


def test_circles_are_one_ring_inside_another() -> None:
    train = ToyTask("circles", noise=0.0).sample().train
    assert np.allclose(np.hypot(*train.x.T), np.where(train.y == 0, 1.0, 0.5), atol=1e-5)


@names
def test_noise_is_the_jitter_in_units_of_the_picture(name: str) -> None:
    still, shaken = (ToyTask(name, samples=5000, noise=noise, seed=1).sample().train for noise in (0.0, 0.2))
    assert np.std(shaken.x - still.x) == pytest.approx(0.2, rel=0.05)
    assert np.array_equal(still.y, shaken.y)


@names
def test_defaults_are_those_of_the_table(name: str) -> None:
    toy = TOYS[name]
    assert ToyTask(name).jitter == toy.default_noise
    assert ToyTask(name).difficulty == (toy.option.default if toy.option else 0)
    assert toy.label
    assert toy.description


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"name": "moon"},
            "Choose one of: circles, moons, spiral, checkerboard, rings, stripes. Did you mean 'moons'?",
        ),
        ({"name": "moons", "samples": 5}, "Samples must be from 20 to 100,000; 5 was given"),
        ({"name": "moons", "noise": 2.0}, "from 0 to 0.5; 2 was given"),
        ({"name": "moons", "train_share": 1.0}, "Train share must be from 0.1 to 0.9"),
        ({"name": "moons", "train_share": 0.9, "validation_share": 0.1}, "at least 0.05 for the test"),
        ({"name": "moons", "turns": 2}, "Moons has no option 'turns'; it belongs to: spiral"),
        ({"name": "spiral", "cells": 4}, "belongs to: checkerboard"),
        ({"name": "spiral", "turns": 9}, "Turns must be from 0.5 to 4; 9 was given"),
        ({"name": "checkerboard", "cells": 5}, "steps of 2 from 2; 5 was given"),
        ({"name": "checkerboard", "cells": 18}, "from 2 to 16; 18 was given"),
        ({"name": "moons", "seed": 1.5}, "Seed must be a whole number"),
    ],
)
def test_a_mistake_is_named_with_its_value_and_limits(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(TeslaError) as mistake:
        ToyTask(**wrong)
    assert message in str(mistake.value)


def test_rings_and_stripes_alternate() -> None:
    """Every second of six rings, and of sixteen stripes, is of one class."""
    for name, place in (
        ("rings", lambda x: np.hypot(*x.T) * RINGS),
        ("stripes", lambda x: (x[:, 0] + 1) / 2 * STRIPES),
    ):
        train = ToyTask(name, samples=2000, noise=0.0).sample().train
        part = np.floor(place(train.x.astype(np.float64)) - 1e-6).astype(int)
        np.testing.assert_array_equal(part % 2, train.y)
        assert len(np.unique(part)) == {"rings": RINGS, "stripes": STRIPES}[name]
