"""Controls as data: each is one typed entry that knows its limits and its place in the link.

A link may hold anything. `nearest` turns what it holds into the closest value the control can have and says so. The
pages draw a control by its class.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from tesla_core.messages.say import marked, say

Values = dict[str, Any]
"""What controls hold, by their names."""
Found = tuple[Any, str | None]
"""A valid value, and what to tell the person if it is not the one that was asked for."""
NO_NUMBER = marked("{label}: the link asks for “{asked}”, which is no number. Using {value}.")
NO_CHOICE = marked("{label}: the link asks for “{asked}”, which is not among the choices. Using {value}.")


@dataclass(frozen=True)
class Control:
    """What all controls share. rare: folded away. label: beside the widget. help: a text, or what makes one for whoever
    reads it.

    before: by version of links, the default up to that version, where it was another (see `address`).
    """

    name: str
    label: str
    default: Any
    help: str | Callable[[], str] | None = None
    rare: bool = False
    before: Mapping[int, Any] = field(default_factory=dict, kw_only=True)

    def nearest(self, given: Sequence[str]) -> Found:
        """The closest valid value to what a link gives (all values of its parameter), and a message if it differs."""
        raise NotImplementedError

    def written(self, value: Any) -> list[str]:
        """The value as a link holds it."""
        return [f"{value:g}" if isinstance(value, float) else str(value)]

    def _told(self, given: Sequence[str], value: Any, message: str, **places: object) -> Found:
        asked = ", ".join(given)[:60]
        return value, say(message, label=say(self.label), asked=asked, value=self.shown(value), **places)

    def shown(self, value: Any) -> str:
        """The value as a person reads it."""
        return self.written(value)[0]

    @property
    def said_help(self) -> str | None:
        return self.help() if callable(self.help) else say(self.help) if self.help else None


@dataclass(frozen=True)
class Number(Control):
    """A number with limits; whole numbers when `step` is one."""

    low: float = 0
    high: float = 1
    step: float = 1
    slider: bool = True

    def nearest(self, given: Sequence[str]) -> Found:
        kind = type(self.default)
        try:
            value = float(given[-1])
        except (ValueError, IndexError):
            return self._told(given, self.default, NO_NUMBER)
        if math.isnan(value):
            return self._told(given, self.default, NO_NUMBER)
        within = min(max(value, self.low), self.high)
        stepped = self.low + round((within - self.low) / self.step) * self.step
        nearest = kind(min(round(stepped, 6), self.high))
        if within != value:
            outside = marked("{label}: the link asks for “{asked}”, outside {low} to {high}. Using {value}.")
            return self._told(given, nearest, outside, low=f"{self.low:g}", high=f"{self.high:g}")
        if not math.isclose(nearest, value, abs_tol=1e-9):
            between = marked("{label}: the link asks for “{asked}”, not a step of {step}. Using {value}.")
            return self._told(given, nearest, between, step=f"{self.step:g}")
        return nearest, None


@dataclass(frozen=True)
class Choice(Control):
    """One of several, in their order; numbers are shown on a slider, names in a list. names: what people read in place
    of the options; a link holds them as they are written here, whatever the language of whoever reads them."""

    options: tuple[Any, ...] = ()
    names: tuple[str, ...] = ()
    slider: bool = False

    def shown(self, value: Any) -> str:
        (text,) = self.written(value)
        if isinstance(value, int) and value >= 10_000 and not self.names:
            return f"{value:,}"  # 100000 and 1000000 look alike from the back of a room
        return say(text) if self.names else text

    def nearest(self, given: Sequence[str]) -> Found:
        raw = given[-1] if given else ""
        by_text = {self.written(option)[0]: option for option in self.options}
        if raw in by_text:
            return by_text[raw], None
        if all(isinstance(option, int | float) for option in self.options):
            return self._nearest_number(given, raw)
        close = get_close_matches(raw, by_text, n=1, cutoff=0.5)
        return self._told(given, by_text[close[0]] if close else self.default, NO_CHOICE)

    def _nearest_number(self, given: Sequence[str], raw: str) -> Found:
        try:
            value = float(raw)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            return self._told(given, self.default, NO_NUMBER)
        nearest = min(self.options, key=lambda option: abs(_scale(option) - _scale(value)))
        if math.isclose(nearest, value):
            return nearest, None
        return self._told(given, nearest, NO_CHOICE)

    def written(self, value: Any) -> list[str]:
        return [self.names[self.options.index(value)]] if self.names else super().written(value)


def _scale(value: float) -> float:
    """Learning rates and widths are compared by their ratio, zero stays below all."""
    return math.log10(value) if value > 0 else -12.0


@dataclass(frozen=True)
class Toggle(Control):
    """Yes or no."""

    def nearest(self, given: Sequence[str]) -> Found:
        raw = given[-1].lower() if given else ""
        if raw in ("true", "false"):
            return raw == "true", None
        neither = marked("{label}: the link asks for “{asked}”, which is neither true nor false. Using {value}.")
        return self._told(given, self.default, neither)

    def written(self, value: Any) -> list[str]:
        return [str(bool(value)).lower()]

    def shown(self, value: Any) -> str:
        return say("on") if value else say("off")


@dataclass(frozen=True)
class Text(Control):
    """A line that a person writes, of at most so many characters. What it says is checked by whoever reads it."""

    longest: int = 400

    def nearest(self, given: Sequence[str]) -> Found:
        raw = given[-1] if given else ""
        line = " ".join(raw.split())[: self.longest]
        if len(raw) > self.longest:
            cut = marked("{label}: the link has a text of {length} characters; the first {longest} are used.")
            return line, say(cut, label=say(self.label), length=len(raw), longest=self.longest)
        return line, None
