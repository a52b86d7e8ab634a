"""The colours of the lab: one fixed look a setting, the same on every page and chart, and one diverging scale.

A look is a colour on either background, a dash and a symbol, and depends on the activation and its options alone, never
on what else is drawn. Every two activations are told apart by normal sight and under simulated protanopia, deuteranopia
and tritanopia; TESLA's K are one ramp of orange, deeper (on dark: brighter) with K, each with its own dash and circle.
TESLA's lines are the widest and the most vivid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any, Literal

from tesla_core.activations.registry import STARTS
from tesla_core.errors import check_choice
from tesla_core.models.spec import ModelSpec

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

DASHES: dict[str, tuple[float, ...]] = {
    "solid": (),
    "dash": (3, 1.5),
    "dot": (1, 1.5),
    "dashdot": (4, 1.5, 1, 1.5),
    "longdash": (7, 2),
    "longdashdot": (7, 1.5, 1, 1.5),
    "dashdotdot": (4, 1.5, 1, 1.5, 1, 1.5),
    "twodash": (7, 1.5, 2.5, 1.5),
}
"""Lengths of ink and gap in widths of the line."""


@dataclass(frozen=True)
class Look:
    """How a setting is drawn. width: of its lines, against others'."""

    light: str
    dark: str
    dash: str
    symbol: str
    width: float = 1.0

    def colour(self, theme: Theme) -> str:
        return self.dark if check_choice("theme", theme, THEMES) == "dark" else self.light

    def dashes(self, width: float) -> tuple[float, ...]:
        """Pixels of ink and gap for a line of that many pixels; none for a solid one."""
        return tuple(length * width for length in DASHES[self.dash])

    def line(self, theme: Theme, width: float) -> dict[str, Any]:
        """As Plotly wants a line."""
        dashes = ",".join(f"{length:g}px" for length in self.dashes(width)) or "solid"
        return {"color": self.colour(theme), "dash": dashes, "width": width * self.width}


@dataclass(frozen=True)
class Ink:
    """What a theme's charts are drawn with besides the activations' colours."""

    background: str
    text: str
    grid: str
    bound: str
    second: str


_WIDER = 1.25

_HARMONICS = {
    1: Look("#C28A00", "#C1253B", "dot", "circle-open", _WIDER),
    2: Look("#C16F03", "#DE482F", "dash", "circle-open-dot", _WIDER),
    4: Look("#B85604", "#F0621D", "dashdot", "circle-x-open", _WIDER),
    8: Look("#AB3E00", "#FE7F10", "solid", "circle", _WIDER),
    16: Look("#8B1C00", "#FFB935", "longdash", "circle-cross-open", _WIDER),
    32: Look("#65000A", "#FFED84", "longdashdot", "octagon", _WIDER),
}
"""TESLA by K. A K between two has a colour between theirs, a greater one the last one's, both a dash of their own."""
_BETWEEN = ("dashdotdot", "twodash")
_FAMILIES = {"tesla": _HARMONICS}

_LOOKS = {
    "tesla": _HARMONICS[8],
    "relu": Look("#226FBB", "#6191F7", "solid", "square"),
    "gelu": Look("#9185E5", "#ADA9DF", "dash", "diamond"),
    "silu": Look("#529AAC", "#40D4A6", "longdash", "cross"),
    "tanh": Look("#814787", "#B274B7", "longdash", "x"),
    "siren": Look("#929259", "#A1B36B", "solid", "triangle-up"),
    "snake": Look("#28287D", "#6652BD", "dash", "triangle-down"),
    "fourier": Look("#A36E89", "#FCC8EE", "solid", "star"),
    "kan": Look("#324231", "#5A775A", "solid", "hexagon"),
    "sin": Look("#184A56", "#0C8D8A", "dot", "pentagon"),
    "staf": Look("#647A6B", "#8BA9B1", "dashdot", "triangle-left"),
    "finer": Look("#A98E86", "#A3927E", "dash", "triangle-right"),
    "wire": Look("#5B5B5B", "#616161", "twodash", "hourglass"),
    "gauss": Look("#3B0040", "#296A84", "dashdot", "bowtie"),
    "rational": Look("#716741", "#D2FFD0", "dot", "star-diamond"),
}
"""By activation; the last five are kept for some that are to come."""

ACTIVATION_NAMES = tuple(_LOOKS)

# The numbers beside K that a look shows, with their defaults. How large TESLA's coefficients start is not among them:
# the panels of a page share it, and a K must look the same on every page.
_STANDS = {"omega": 30.0, "alpha": 1.0, "kan_width": 16.0, "kan_grid": 5.0}

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


def look_of(activation: str, **options: Any) -> Look:
    """How an activation with these options is drawn; an unknown name lists the choices.

    An option that is not given is at its default; options of other activations do nothing.
    """
    look = _LOOKS[check_choice("activation", activation, ACTIVATION_NAMES)]
    if activation in _FAMILIES:
        look = _member(_FAMILIES[activation], options.get("harmonics", ModelSpec().harmonics))
    return _turned(look, sum(_turns(name, value) for name, value in options.items()))


def model_look(model: ModelSpec) -> Look:
    """How a model is drawn: by its activation and those of its options that mean something for it."""
    return look_of(model.activation, **{option: getattr(model, option) for option in model.entry.options})


def told_apart(looks: Sequence[Look]) -> list[Look]:
    """The looks of lines in one chart. Models that differ by what no look shows, as a learning rate, have equal ones:
    the first keeps it, and the dash of those after it turns on."""
    seen: Counter[Look] = Counter()
    apart = []
    for look in looks:
        apart.append(_turned(look, seen[look]))
        seen[look] += 1
    return apart


def _turns(option: str, value: Any) -> int:
    """How far an option turns the dash: none at its default, one for each half octave away from it."""
    if option == "coefficient_start":
        return 2 * STARTS.index(value)
    return round(2 * log2(value / _STANDS[option])) if option in _STANDS else 0


def _member(family: dict[int, Look], count: int) -> Look:
    if count in family:
        return family[count]
    below = max((known for known in family if known < count), default=min(family))
    above = min((known for known in family if known > count), default=below)
    share = log2(count / below) / log2(above / below) if above > below else 0.0
    first, second = family[below], family[above]
    light, dark = _mixed(first.light, second.light, share), _mixed(first.dark, second.dark, share)
    return Look(light, dark, _BETWEEN[count % len(_BETWEEN)], "octagon-open", _WIDER)


def _turned(look: Look, turns: int) -> Look:
    """The same colour with another dash, and a symbol that is open, or filled if it was open."""
    names = list(DASHES)
    if not turns % len(names):
        return look
    dash = names[(names.index(look.dash) + turns) % len(names)]
    symbol = look.symbol.replace("-open", "") if "-open" in look.symbol else f"{look.symbol}-open"
    return replace(look, dash=dash, symbol=symbol)


def activation_colour(activation: str, theme: Theme = "light") -> str:
    """The one colour of an activation on a light or dark background; TESLA's is that of its default K."""
    return look_of(activation).colour(theme)


def ink_of(theme: Theme) -> Ink:
    """Text, grid and bound colours of a theme."""
    return _DARK_INK if check_choice("theme", theme, THEMES) == "dark" else _LIGHT_INK


def translucent(colour: str, opacity: float) -> str:
    """A #RRGGBB colour as an rgba() of that opacity, for bands."""
    red, green, blue = _channels(colour)
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))


def _mixed(first: str, second: str, share: float) -> str:
    mixed = (round(a + share * (b - a)) for a, b in zip(_channels(first), _channels(second), strict=True))
    return "#" + "".join(f"{channel:02X}" for channel in mixed)
