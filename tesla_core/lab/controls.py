"""Controls as data: each is one typed entry that knows its limits and its place in the link.

A link may hold anything. `nearest` turns what it holds into the closest value the control can have and says so. The
pages draw a control by its class.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

Values = dict[str, Any]
"""What controls hold, by their names."""
Found = tuple[Any, str | None]
"""A valid value, and what to tell the person if it is not the one that was asked for."""


@dataclass(frozen=True)
class Control:
    """What all controls share. rare: folded away. label: beside the widget.

    before: by version of links, the default up to that version, where it was another (see `address`).
    """

    name: str
    label: str
    default: Any
    help: str | None = None
    rare: bool = False
    before: Mapping[int, Any] = field(default_factory=dict, kw_only=True)

    def nearest(self, given: Sequence[str]) -> Found:
        """The closest valid value to what a link gives (all values of its parameter), and a message if it differs."""
        raise NotImplementedError

    def written(self, value: Any) -> list[str]:
        """The value as a link holds it."""
        return [f"{value:g}" if isinstance(value, float) else str(value)]

    def _told(self, given: Sequence[str], value: Any, why: str) -> Found:
        said = ", ".join(given)[:60]
        return value, f"{self.label}: the link asks for “{said}”, {why}. Using {self.shown(value)}."

    def shown(self, value: Any) -> str:
        return f"{value:g}" if isinstance(value, float) else str(value)


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
            return self._told(given, self.default, "which is no number")
        if math.isnan(value):
            return self._told(given, self.default, "which is no number")
        within = min(max(value, self.low), self.high)
        stepped = self.low + round((within - self.low) / self.step) * self.step
        nearest = kind(min(round(stepped, 6), self.high))
        if within != value:
            return self._told(given, nearest, f"outside {self.low:g} to {self.high:g}")
        if not math.isclose(nearest, value, abs_tol=1e-9):
            return self._told(given, nearest, f"not a step of {self.step:g}")
        return nearest, None


@dataclass(frozen=True)
class Choice(Control):
    """One of several, in their order; numbers are shown on a slider, names in a list."""

    options: tuple[Any, ...] = ()
    names: tuple[str, ...] = ()
    slider: bool = False

    def shown(self, value: Any) -> str:
        return self.names[self.options.index(value)] if self.names else super().shown(value)

    def nearest(self, given: Sequence[str]) -> Found:
        raw = given[-1] if given else ""
        by_text = {self.shown(option): option for option in self.options}
        if raw in by_text:
            return by_text[raw], None
        if all(isinstance(option, int | float) for option in self.options):
            return self._nearest_number(given, raw)
        close = get_close_matches(raw, by_text, n=1, cutoff=0.5)
        return self._told(given, by_text[close[0]] if close else self.default, "which is not among the choices")

    def _nearest_number(self, given: Sequence[str], raw: str) -> Found:
        try:
            value = float(raw)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            return self._told(given, self.default, "which is no number")
        nearest = min(self.options, key=lambda option: abs(_scale(option) - _scale(value)))
        if math.isclose(nearest, value):
            return nearest, None
        return self._told(given, nearest, "which is not among the choices")

    def written(self, value: Any) -> list[str]:
        return [self.shown(value)]


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
        return self._told(given, self.default, "which is neither true nor false")

    def written(self, value: Any) -> list[str]:
        return [str(bool(value)).lower()]

    def shown(self, value: Any) -> str:
        return "on" if value else "off"
