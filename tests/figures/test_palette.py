"""If these fail, two settings look alike to somebody, a setting changes its look, or a line can't be seen."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.errors import TeslaError
from tesla_core.figures.class_colours import class_colours
from tesla_core.figures.palette import (
    ACTIVATION_NAMES,
    CLASS_ONE,
    CLASS_ZERO,
    DASHES,
    DIVERGING,
    THEMES,
    UNDECIDED,
    Look,
    activation_colour,
    ink_of,
    look_of,
    model_look,
    told_apart,
    translucent,
)
from tesla_core.models.spec import ModelSpec
from tests.figures.sight import SIGHTS, apart, ciede2000, contrast, luminance, vividness

# CIEDE2000: what two activations must be apart for normal sight, what for each kind of colour-blind eyes, what two K
# of TESLA must be, and below what their dashes differ as well. One is just seen side by side.
NORMAL, BLIND, FAMILY, SAME_DASH = 15.0, 9.5, 5.0, 11.0

TO_COME = ("staf", "finer", "wire", "gauss", "rational")
HARMONICS = (1, 2, 4, 8, 16, 32)
FAMILY_LOOKS = {f"TESLA K={k}": look_of("tesla", harmonics=k) for k in HARMONICS}
OTHERS = {name: look_of(name) for name in ACTIVATION_NAMES if name != "tesla"}
LOOKS = FAMILY_LOOKS | OTHERS


def closest(first: Look, second: Look, theme, sights=SIGHTS) -> float:
    return min(apart(first.colour(theme), second.colour(theme), sight) for sight in sights)


def test_every_activation_has_a_look_and_five_to_come_have_theirs():
    assert {*ACTIVATIONS, *TO_COME} <= set(ACTIVATION_NAMES)
    assert len(ACTIVATION_NAMES) >= 15
    assert len({look.symbol for look in LOOKS.values()}) == len(LOOKS)
    assert all(look.dash in DASHES for look in LOOKS.values())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_activations_are_told_apart_by_colour_alone(theme, sight):
    """Every K of TESLA from every other activation, and these from each other."""
    needed = NORMAL if sight == "normal" else BLIND
    for (one, first), (two, second) in itertools.combinations(LOOKS.items(), 2):
        if one in OTHERS or two in OTHERS:
            distance = apart(first.colour(theme), second.colour(theme), sight)
            assert distance >= needed, f"{one} and {two} look alike: {distance:.1f}"


@pytest.mark.parametrize("theme", THEMES)
def test_the_k_of_tesla_are_a_ramp_with_a_dash_and_a_symbol_each(theme):
    colours = [look.colour(theme) for look in FAMILY_LOOKS.values()]
    lights = [luminance(colour) for colour in colours]
    assert lights == sorted(lights, reverse=theme == "light")
    for first, second in itertools.combinations(FAMILY_LOOKS.values(), 2):
        assert closest(first, second, theme) >= FAMILY
    assert len({look.dash for look in FAMILY_LOOKS.values()}) == len(FAMILY_LOOKS)
    for colour in colours:  # orange, from red to yellow
        red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
        assert red > green
        assert red > blue


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_near_in_colour_differs_in_dash(theme):
    for (one, first), (two, second) in itertools.combinations(LOOKS.items(), 2):
        if first.dash == second.dash:
            assert closest(first, second, theme) >= SAME_DASH, f"{one} and {two}"


@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_text_stand_out_from_the_background(theme):
    ink = ink_of(theme)
    for name, look in LOOKS.items():
        assert contrast(look.colour(theme), ink.background) >= 3, name
        assert closest(look, Look(ink.text, ink.text, "solid", "circle"), theme) >= BLIND - 2, name
    assert contrast(ink.second, ink.background) >= 3
    assert contrast(ink.bound, ink.background) >= 3
    assert contrast(ink.text, ink.background) >= 7


@pytest.mark.parametrize("theme", THEMES)
def test_tesla_is_the_strongest(theme):
    own = look_of("tesla")
    assert own == look_of("tesla", harmonics=8)
    assert own.dash == "solid"
    for name, look in OTHERS.items():
        assert vividness(own.colour(theme)) > vividness(look.colour(theme)), name
        assert own.width > look.width


def test_a_look_depends_on_the_setting_alone():
    """Whatever else a chart holds, and however the page's coefficients start, K = 8 is K = 8."""
    assert told_apart([look_of("tesla", harmonics=4), look_of("tesla")])[1] == told_apart([look_of("tesla")])[0]
    assert model_look(ModelSpec(coefficient_scale=1.0, width=16, init="uniform(10)")) == look_of("tesla")
    assert model_look(ModelSpec("relu", omega=5.0)) == look_of("relu")


def test_other_k_lie_between_their_neighbours():
    for k in set(range(1, 65)) - set(HARMONICS):
        look = look_of("tesla", harmonics=k)
        assert look.dash not in {known.dash for known in FAMILY_LOOKS.values()}, k
        assert contrast(look.light, "#FFFFFF") >= 3
        assert contrast(look.dark, ink_of("dark").background) >= 3
    ramp = [luminance(look_of("tesla", harmonics=k).light) for k in range(1, 33)]
    assert ramp == sorted(ramp, reverse=True)


@pytest.mark.parametrize(
    ("activation", "settings"),
    [
        ("siren", [{"omega": 30.0}, {"omega": 5.0}, {"omega": 10.0}]),
        ("snake", [{"alpha": 1.0}, {"alpha": 10.0}, {"alpha": 0.5}]),
        ("kan", [{}, {"kan_width": 8}, {"kan_grid": 3}]),
        ("tesla", [{"harmonics": 1, "coefficient_start": start} for start in ("normal", "even", "odd")]),
    ],
)
def test_options_of_one_activation_keep_its_colour_and_change_the_dash(activation, settings):
    looks = [look_of(activation, **options) for options in settings]
    assert len({look.light for look in looks}) == len({look.dark for look in looks}) == 1
    assert len({look.dash for look in looks}) == len(looks)


def test_equal_looks_in_one_chart_are_told_apart():
    """Two learning rates of one model: the first line keeps its look, the second has its colour and another dash."""
    first, second, other = told_apart([look_of("tesla"), look_of("tesla"), look_of("relu")])
    assert (first, other) == (look_of("tesla"), look_of("relu"))
    assert (second.light, second.dash != first.dash) == (first.light, True)


def test_the_canvas_knows_every_symbol(root: Path):
    script = (root / "assets" / "live" / "drawing" / "looks.js").read_text()
    for look in LOOKS.values():
        base = look.symbol.replace("-open", "").replace("-dot", "")
        words = {base} if f'"{base}":' in script or f"  {base}:" in script else set(base.split("-"))
        assert all(f'"{word}":' in script or f"  {word}:" in script for word in words), look.symbol


def test_plotly_draws_dashes_in_pixels():
    assert look_of("tesla").line("light", 3)["dash"] == "solid"
    assert look_of("tesla", harmonics=2).line("dark", 3) == {"color": "#DE482F", "dash": "9px,4.5px", "width": 3.75}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_ten_classes_have_ten_colours(theme, sight):
    colours = class_colours(theme)
    assert len(colours) == 10
    for first, second in itertools.combinations(colours, 2):
        assert apart(first, second, sight) >= BLIND


def test_diverging_scale_runs_blue_to_white_to_orange():
    positions = [position for position, _ in DIVERGING]
    assert positions == sorted(positions)
    assert (DIVERGING[0][1], dict(DIVERGING)[0.5], DIVERGING[-1][1]) == (CLASS_ZERO, UNDECIDED, CLASS_ONE)
    assert luminance(UNDECIDED) > 0.9
    assert all(apart(CLASS_ZERO, CLASS_ONE, sight) > 30 for sight in SIGHTS)


def test_the_distance_is_that_of_its_authors():
    """Pairs 1, 7 and 20 of Sharma, Wu and Dalal's table."""
    pairs = [
        ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
        ([50, 0, 0], [50, -1, 2], 2.3669),
        ([50, 2.5, 0], [58, 24, 15], 19.4535),
    ]
    for first, second, expected in pairs:
        assert ciede2000(np.array(first, float), np.array(second, float)) == pytest.approx(expected, abs=1e-4)


def test_unknown_names_list_the_choices():
    with pytest.raises(TeslaError, match=r"'relu6'.*Did you mean 'relu'"):
        activation_colour("relu6")
    with pytest.raises(TeslaError, match="light, dark"):
        activation_colour("relu", "sepia")  # pyright: ignore[reportArgumentType]


def test_translucent_keeps_the_colour():
    assert translucent("#D55E00", 0.2) == "rgba(213, 94, 0, 0.2)"
