"""Panels as short texts a person can read, type and share: "TESLA K=8", "SIREN ω₀=30", "KAN width=8 grid=3"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from tesla_core.activations.registry import ACTIVATIONS, OPTIONS
from tesla_core.activations.row import Activation, Option
from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.lab.controls import Control, Found
from tesla_core.messages.say import marked, say
from tesla_core.models.spec import ModelSpec, split_options
from tesla_core.training.settings import MOST_PANELS

_PAIR = re.compile(r"([^\W\d]+₀?)\s*=\s*([-+.\w]+)")
_CHOICES = [re.escape(word) for option in OPTIONS.values() for word in option.choices]
_NAME = re.compile(rf"[^\W\d][^\d=]*?(?=\s+\S+\s*=|\s*[-+.\d]|\s+(?:{'|'.join(_CHOICES)})\b|$)")

SUGGESTIONS = tuple(
    text for entry in ACTIVATIONS.values() for text in entry.suggested or (ModelSpec(entry.name).label,)
)


def read_panel(text: str, base: ModelSpec | None = None) -> ModelSpec:
    """The model a text asks for: a name, then values with their names, or one bare number for its first option.

    `base` holds what the text leaves open: width, depth, init and the options' common values.
    """
    entry, rest = _split_name(text.strip())
    changes: dict[str, Any] = {}
    for word, value in _PAIR.findall(rest):
        option = next((one for one in entry.options if word.lower() in map(str.lower, one.words)), None)
        if option is None:
            raise UnknownNameError(f"option of {entry.label}", word, [one.word for one in entry.options])
        changes[option.name] = _number(option, value)
    for bare in filter(None, re.split(r"[\s,;]+", _PAIR.sub("", rest).strip(" ,;"))):
        option = next((one for one in entry.options if bare in one.choices), None)
        if option is not None:
            changes[option.name] = bare
        elif not entry.options:
            raise TeslaError(f"{entry.label} has no option; {bare[:20]!r} was given.")
        else:
            changes.setdefault(entry.options[0].name, _number(entry.options[0], bare))
    return with_options(base or ModelSpec(), entry, changes)


def _split_name(text: str) -> tuple[Activation, str]:
    """The activation that a text starts with, the longest name that fits, and what follows it."""
    names = {name.lower(): entry for entry in ACTIVATIONS.values() for name in (entry.name, entry.label)}
    for name in sorted(names, key=len, reverse=True):
        if text.lower().startswith(name) and not text[len(name) :][:1].isalpha():
            return names[name], text[len(name) :]
    match = _NAME.match(text)
    if not match:
        raise TeslaError(f"A panel starts with an activation's name, as in TESLA K=8; {text[:40]!r} was given.")
    raise UnknownNameError("activation", match[0].strip(), [entry.label for entry in ACTIVATIONS.values()])


def with_options(base: ModelSpec, entry: Activation, changes: Mapping[str, Any]) -> ModelSpec:
    """The base with another activation and these values of its options."""
    return replace(base, **{"options": (), **split_options(changes), "activation": entry.name})


def _number(option: Option, text: str) -> int | float:
    try:
        return option.kind(text)
    except ValueError:
        raise TeslaError(f"{option.label} must be a number; {text[:20]!r} was given.") from None


def panel_text(spec: ModelSpec, base: ModelSpec | None = None) -> str:
    """The text of a panel: its label, and every other option that differs from the base."""
    base = base or ModelSpec()
    extras = [
        f"{option.word}={spec.value(option.name):g}"
        for option in spec.entry.options
        if not option.titled and spec.value(option.name) != base.value(option.name)
    ]
    return " ".join([spec.label, *extras])


@dataclass(frozen=True)
class Panels(Control):
    """The list of panels; its values are texts."""

    def nearest(self, given: Sequence[str]) -> Found:
        if not given:
            return list(self.default), say("Choose at least one panel. Until you do, the page's own are shown.")
        kept: dict[str, str] = {}
        twice: list[str] = []
        wrong: list[str] = []
        for text in given:
            meant = text.strip()
            try:
                read_panel(meant)
            except TeslaError:
                close = get_close_matches(meant, SUGGESTIONS, n=1, cutoff=0.6)
                wrong.append(text)
                meant = close[0] if close else ""
            label = panel_text(read_panel(meant)) if meant else ""
            if label in kept:
                twice.append(label)
            elif label:
                kept[label] = meant
        found = list(kept.values())
        if len(found) > MOST_PANELS:
            too_many = say("{count} panels, of which {most} fit", count=len(found), most=MOST_PANELS)
            wrong, found = [*wrong, too_many], found[:MOST_PANELS]
        if wrong or not found:
            no_panel = marked("{label}: the link asks for “{asked}”, which is no panel. Using {value}.")
            return self._told(wrong or list(given), found or list(self.default), no_panel)
        return found, duplicate(twice[0]) if twice else None

    def written(self, value: list[str]) -> list[str]:
        return list(value)

    def shown(self, value: list[str]) -> str:
        return ", ".join(value)


def duplicate(label: str) -> str:
    """What to say where a panel is asked for twice."""
    return say("{panel} is in the list already; one panel of it is shown.", panel=label)
