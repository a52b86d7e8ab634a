"""If these fail, two activations look alike to somebody, or a line can't be seen on its background."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import (
    ACTIVATION_NAMES,
    CLASS_ONE,
    CLASS_ZERO,
    DASHES,
    DIVERGING,
    THEMES,
    UNDECIDED,
    activation_colour,
    ink_of,
    look_of,
    translucent,
)

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def oklab(rgb: np.ndarray) -> np.ndarray:
    """Ottosson's perceptual space: distances near 0.02 are just noticeable."""
    cones = [
        [0.41222147, 0.53633254, 0.05144599],
        [0.2119035, 0.68069955, 0.10739696],
        [0.08830246, 0.28171884, 0.6299787],
    ]
    axes = [
        [0.21045426, 0.79361779, -0.00407205],
        [1.9779985, -2.42859221, 0.45059371],
        [0.02590404, 0.78277177, -0.80867577],
    ]
    return np.array(axes) @ np.cbrt(np.clip(np.array(cones) @ rgb, 0, None))


def luminance(colour: str) -> float:
    return float(linear(colour) @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(first: str, second: str) -> float:
    low, high = sorted([luminance(first), luminance(second)])
    return (high + 0.05) / (low + 0.05)


def test_the_named_activations_all_have_a_look():
    expected = {"tesla", "relu", "gelu", "silu", "tanh", "siren", "snake", "fourier", "kan", "sin"}
    assert set(ACTIVATION_NAMES) == expected
    assert all(look_of(name).dash in DASHES for name in ACTIVATION_NAMES)
    assert len({look_of(name).symbol for name in ACTIVATION_NAMES}) == len(expected)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_stay_apart(theme, sight):
    seen = {name: oklab(np.array(SIGHTS[sight]) @ linear(activation_colour(name, theme))) for name in ACTIVATION_NAMES}
    for first, second in itertools.combinations(ACTIVATION_NAMES, 2):
        apart = float(np.linalg.norm(seen[first] - seen[second]))
        assert apart > 0.06, f"{first} and {second} look alike: {apart:.3f}"


@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_text_stand_out_from_the_background(theme):
    ink = ink_of(theme)
    for name in ACTIVATION_NAMES:
        assert contrast(activation_colour(name, theme), ink.background) >= 3, name
    assert contrast(ink.second, ink.background) >= 3
    assert contrast(ink.bound, ink.background) >= 3
    assert contrast(ink.text, ink.background) >= 7


def test_diverging_scale_runs_blue_to_white_to_orange():
    positions = [position for position, _ in DIVERGING]
    assert positions == sorted(positions)
    assert (DIVERGING[0][1], dict(DIVERGING)[0.5], DIVERGING[-1][1]) == (CLASS_ZERO, UNDECIDED, CLASS_ONE)
    assert luminance(UNDECIDED) > 0.9
    for sight in SIGHTS.values():
        ends = [oklab(np.array(sight) @ linear(colour)) for colour in (CLASS_ZERO, CLASS_ONE)]
        assert np.linalg.norm(ends[0] - ends[1]) > 0.15


def test_unknown_names_list_the_choices():
    with pytest.raises(TeslaError, match=r"'relu6'.*Did you mean 'relu'"):
        activation_colour("relu6")
    with pytest.raises(TeslaError, match="light, dark"):
        activation_colour("relu", "sepia")  # pyright: ignore[reportArgumentType]


def test_translucent_keeps_the_colour():
    assert translucent("#D55E00", 0.2) == "rgba(213, 94, 0, 0.2)"
