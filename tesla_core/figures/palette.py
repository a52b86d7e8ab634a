"""The colours of the lab: one fixed look a setting, the same on every page and chart, and one diverging scale.

A look is a colour on either background, a dash and a symbol, and depends on the activation and its options alone, never
on what else is drawn. Every two activations are told apart by normal sight and under simulated protanopia, deuteranopia
and tritanopia; TESLA's K are one ramp of orange, deeper (on dark: brighter) with K, each with its own dash and circle.
TESLA's lines are the widest and the most vivid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any

from tesla_core.activations.look import DASHES, THEMES, Look, Theme
from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.activations.row import Option
from tesla_core.activations.rows import KEPT_LOOKS
from tesla_core.errors import check_choice
from tesla_core.models.spec import ModelSpec


@dataclass(frozen=True)
class Ink:
    """What a theme's charts are drawn with besides the activations' colours."""

    background: str
    text: str
    grid: str
    bound: str
    second: str


_BETWEEN = ("dashdotdot", "twodash")
"""Dashes of those between two looks of a ramp, or past its end."""

ACTIVATION_NAMES = tuple(dict.fromkeys((*ACTIVATIONS, *KEPT_LOOKS)))

CLASS_ZERO, UNDECIDED, CLASS_ONE = "#2166AC", "#F7F7F5", "#E08214"

DIVERGING: tuple[tuple[float, str], ...] = (
    (0.0, CLASS_ZERO),
    (0.25, "#8CB4D6"),
    (0.5, UNDECIDED),
    (0.75, "#F1BF80"),
    (1.0, CLASS_ONE),
)
"""P(class 1) from 0 to 1: blue, near-white at one half, orange. Also signs: negative is blue, positive orange."""

SPECIALIST = Look("#6E6E78", "#A8A8B2", "dot", "star")
"""What is no network is grey, the colour of bounds."""

_LIGHT_INK = Ink("#FFFFFF", "#262730", "rgba(110, 110, 120, 0.25)", "#6E6E78", "#1352D1")
_DARK_INK = Ink("#0E1117", "#FAFAFA", "rgba(170, 170, 180, 0.25)", "#A8A8B2", "#5AA9FF")


def look_of(activation: str, **options: Any) -> Look:
    """How an activation with these options is drawn; an unknown name lists the choices.

    An option that is not given is at its default; options of other activations do nothing.
    """
    check_choice("activation", activation, ACTIVATION_NAMES)
    row = ACTIVATIONS.get(activation)
    if row is None:
        return KEPT_LOOKS[activation]
    look = row.look
    if row.ramp:
        look = _member(row.ramp, options.get(row.options[0].name, row.options[0].default))
    given = [(option, options[option.name]) for option in row.options if option.name in options]
    return _turned(look, sum(_turns(option, value) for option, value in given))


def model_look(model: ModelSpec) -> Look:
    """How a model is drawn: by its activation and those of its options that mean something for it."""
    return look_of(model.activation, **model.chosen)


def told_apart(looks: Sequence[Look]) -> list[Look]:
    """The looks of lines in one chart. Models that differ by what no look shows, as a learning rate, have equal ones:
    the first keeps it, and the dash of those after it turns on."""
    seen: Counter[Look] = Counter()
    apart = []
    for look in looks:
        apart.append(_turned(look, seen[look]))
        seen[look] += 1
    return apart


def _turns(option: Option, value: Any) -> int:
    """How far an option turns the dash: none at its default, one for each half octave away from it."""
    if option.choices:
        return 2 * option.choices.index(value)
    if not option.dashed or value == option.default:
        return 0
    usual = float(option.default)
    # Numbers that may be zero or negative have no octaves: there, any other value is one turn.
    return round(2 * log2(value / usual)) if usual > 0 and value > 0 else 1


def _member(family: Mapping[int, Look], count: int) -> Look:
    if count in family:
        return family[count]
    below = max((known for known in family if known < count), default=min(family))
    above = min((known for known in family if known > count), default=below)
    share = log2(count / below) / log2(above / below) if above > below else 0.0
    first, second = family[below], family[above]
    light, dark = _mixed(first.light, second.light, share), _mixed(first.dark, second.dark, share)
    return Look(light, dark, _BETWEEN[count % len(_BETWEEN)], "octagon-open", first.width)


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
