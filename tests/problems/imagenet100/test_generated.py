"""The drawn pictures: what makes a class, and that they repeat."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.problems.imagenet100.pictures.generated import (
    SHAPES,
    TEXTURES,
    GeneratedTask,
    bases,
    draw,
    rgb_of,
    traits_of,
)


@given(st.integers(2, 1000))
def test_classes_differ_and_use_shape_texture_and_colour_evenly(classes: int) -> None:
    counts = bases(classes)
    assert np.prod(counts) >= classes
    assert max(counts) - min(counts) <= 1
    assert max(counts) <= len(SHAPES)
    all_traits = [traits_of(label, classes) for label in range(classes)]
    assert len({(t.shape, t.texture, t.hue) for t in all_traits}) == classes
    assert len({(t.shape, t.texture, t.colour) for t in all_traits}) == classes


def test_none_of_the_three_tells_a_class_alone() -> None:
    traits = [traits_of(label, 8) for label in range(8)]
    for values in ([t.shape for t in traits], [t.texture for t in traits], [t.colour for t in traits]):
        assert sorted(values.count(value) for value in set(values)) == [4, 4]


def test_pictures_depend_on_seed_split_and_index_alone() -> None:
    one, again, other = (GeneratedTask(classes=8, per_class=3, seed=seed).sample() for seed in (1, 1, 2))
    assert np.array_equal(one.train.picture(5), again.train.picture(5))
    assert not np.array_equal(one.train.picture(5), other.train.picture(5))
    assert not np.array_equal(one.train.picture(5), one.validation.picture(5))
    assert one.train.picture(5).shape == (64, 64, 3)
    assert one.train.picture(5).dtype == np.uint8
    assert one.train.labels.tolist() == list(range(8)) * 3
    assert len(one.validation.labels) == 8 * 4


def test_they_are_called_what_they_are() -> None:
    """A result on drawn pictures must never pass for one on photographs."""
    data = GeneratedTask(classes=8).sample()
    assert data.generated
    assert data.origin == "pictures drawn by this program"
    assert len(set(data.classes)) == 8
    assert GeneratedTask(classes=8, per_class=64).train_size == 512


def test_every_shape_shows_and_is_its_own_mirror_image() -> None:
    """Training flips pictures; that may not change the class."""
    steps = (np.arange(40) + 0.5) / 20 - 1
    x, y = np.meshgrid(steps, steps)
    for shape, contains in SHAPES.items():
        inside = contains(x, y)
        assert 0.1 < inside.mean() < 0.9, shape
        assert np.array_equal(inside, contains(-x, y)), shape
        for texture, light in TEXTURES.items():
            assert 0.1 < light(2 * x, 2 * y)[inside].mean() <= 1, f"{shape}, {texture}"


def test_a_colour_fills_the_shape() -> None:
    traits = traits_of(0, 8)
    picture = draw(traits, np.random.default_rng(0)).astype(float)
    assert (picture[..., 0] - picture[..., 1] > 100).mean() > 0.1  # red
    assert rgb_of(0.0) == pytest.approx(rgb_of(1.0))


def test_too_few_or_too_many_classes_are_told() -> None:
    with pytest.raises(TeslaError, match="Classes must be from 2 to 1,000; 1 was given"):
        GeneratedTask(classes=1)
    with pytest.raises(TeslaError, match="Pictures a class"):
        GeneratedTask(per_class=0)
