"""The colours of the lab: one for each activation, the same on every chart, and one diverging scale.

The ten colours stay apart for normal sight and under simulated protanopia, deuteranopia and tritanopia, and stand
out from their background; TESLA's is the most vivid. Lines also differ by dash or symbol: colour never
stands alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tesla_core.errors import check_choice

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


@dataclass(frozen=True)
class Look:
    """How one activation is drawn: its colour on either background, its dash and its symbol."""

    name: str
    light: str
    dark: str
    dash: str
    symbol: str


@dataclass(frozen=True)
class Ink:
    """What a theme's charts are drawn with besides the activations' colours."""

    background: str
    text: str
    grid: str
    bound: str
    second: str


_LOOKS = (
    Look("tesla", "#D55E00", "#FF7F2A", "solid", "circle"),
    Look("relu", "#1352D1", "#2378DF", "dash", "square"),
    Look("gelu", "#5E7BD1", "#B0F6FF", "dot", "diamond"),
    Look("silu", "#15A693", "#15BD83", "dashdot", "cross"),
    Look("tanh", "#9D308E", "#DEAED6", "longdash", "x"),
    Look("siren", "#675700", "#FFFF3E", "dash", "triangle-up"),
    Look("snake", "#3E0770", "#9B96FF", "dot", "triangle-down"),
    Look("fourier", "#8D6663", "#CADF9E", "dashdot", "star"),
    Look("kan", "#493900", "#AE693C", "longdash", "hexagon"),
    Look("sin", "#004A4F", "#7F8297", "longdashdot", "pentagon"),
)

ACTIVATION_NAMES = tuple(look.name for look in _LOOKS)

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
"""For several lines of one activation, such as TESLA at several K."""

CLASS_ZERO, UNDECIDED, CLASS_ONE = "#2166AC", "#F7F7F5", "#E08214"

DIVERGING: tuple[tuple[float, str], ...] = (
    (0.0, CLASS_ZERO),
    (0.25, "#8CB4D6"),
    (0.5, UNDECIDED),
    (0.75, "#F1BF80"),
    (1.0, CLASS_ONE),
)
"""P(class 1) from 0 to 1: blue, near-white at one half, orange. Also signs: negative is blue, positive orange."""

_LIGHT_INK = Ink("#FFFFFF", "#262730", "rgba(110, 110, 120, 0.25)", "#6E6E78", "#1352D1")
_DARK_INK = Ink("#0E1117", "#FAFAFA", "rgba(170, 170, 180, 0.25)", "#A8A8B2", "#5AA9FF")


def look_of(activation: str) -> Look:
    """How an activation is drawn; an unknown name lists the choices."""
    check_choice("activation", activation, ACTIVATION_NAMES)
    return next(look for look in _LOOKS if look.name == activation)


def activation_colour(activation: str, theme: Theme = "light") -> str:
    """The one colour of an activation on a light or dark background."""
    look = look_of(activation)
    return look.dark if check_choice("theme", theme, THEMES) == "dark" else look.light


def ink_of(theme: Theme) -> Ink:
    """Text, grid and bound colours of a theme."""
    return _DARK_INK if check_choice("theme", theme, THEMES) == "dark" else _LIGHT_INK


def translucent(colour: str, opacity: float) -> str:
    """A #RRGGBB colour as an rgba() of that opacity, for bands."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"
