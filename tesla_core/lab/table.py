"""The controls of a live page together, as data: how it opens, what a preset sets, what a link to it must hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tesla_core.lab.controls import Control, Values
from tesla_core.lab.links import VERSION, Given, Pair, at_version, query_of
from tesla_core.lab.presets import Preset


@dataclass(frozen=True)
class ControlTable:
    """The controls of one page; `prefix` keeps their names in the link apart from other pages'."""

    prefix: str
    controls: tuple[Control, ...]
    presets: tuple[Preset, ...]

    def key(self, name: str) -> str:
        """A control's name in the link, and of its widget."""
        return f"{self.prefix}{name}"

    def control(self, name: str) -> Control:
        return next(control for control in self.controls if control.name == name)

    def default(self, name: str, version: int | None = None) -> Any:
        """A control's value when the page opens: the first preset's, now or in a version of links."""
        opening, control, version = self.presets[0], self.control(name), version or VERSION
        values = at_version(opening.values, opening.before, version)
        return values.get(name, at_version(control.default, control.before, version))

    @property
    def opening(self) -> Values:
        """Every control's value when the page opens."""
        return {control.name: self.default(control.name) for control in self.controls}

    def asked(self, given: Given, version: int) -> tuple[Values, list[str]]:
        """Every control as a link says, within its limits; and what to tell the person where that is another value."""
        values: Values = {}
        told: list[str] = []
        for control in self.controls:
            texts = given.get(self.key(control.name))
            value, message = control.nearest(texts) if texts else (self.default(control.name, version), None)
            values[control.name] = value
            told += [message] if message else []
        return values, told

    def values_of(self, preset: Preset) -> Values:
        """The value of every control in a preset."""
        return {control.name: preset.values.get(control.name, control.default) for control in self.controls}

    def matching(self, values: Values) -> Preset | None:
        """The preset these values belong to, if they are one's."""
        for preset in self.presets:
            if all(values.get(name, value) == value for name, value in self.values_of(preset).items()):
                return preset
        return None

    def pairs(self, values: Values, extras: Mapping[str, str]) -> list[Pair]:
        """The parameters that lead to exactly this: every control that differs from how the page opens, and extras."""
        pairs = [
            (self.key(control.name), text)
            for control in self.controls
            if control.name in values and values[control.name] != self.default(control.name)
            for text in control.written(values[control.name])
        ]
        return pairs + [(self.key(name), text) for name, text in extras.items() if text]

    def query_of(self, preset: Preset, first: Sequence[Pair] = ()) -> str:
        """The query of a link to a preset. first: parameters before its own."""
        return query_of([*first, *self.pairs(self.values_of(preset), {})])
