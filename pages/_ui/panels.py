"""Panels as short texts a person can read, type and share: "TESLA K=8", "SIREN ω₀=30", "KAN width=8 grid=3"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

import streamlit as st

from pages._ui.control import Control, Found
from tesla_core.activations.registry import ACTIVATIONS, STARTS, Activation
from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.models.spec import LIMITS, ModelSpec

MOST_PANELS = 15
_WORDS = {
    "k": "harmonics",
    "harmonics": "harmonics",
    "scale": "coefficient_scale",
    "ω₀": "omega",
    "ω": "omega",
    "omega": "omega",
    "α": "alpha",
    "alpha": "alpha",
    "width": "kan_width",
    "grid": "kan_grid",
}
OPTION_NAMES = {
    "harmonics": "Harmonics K",
    "coefficient_scale": "Coefficient scale at the start",
    "omega": "Frequency ω₀",
    "alpha": "Frequency α",
    "kan_width": "KAN width",
    "kan_grid": "Grid of the splines",
    "coefficient_start": "Which series starts",
}
_CHOICES = {"coefficient_start": STARTS}
"""Options that are words; a panel's text holds the bare word."""
_SHORT = {"coefficient_scale": "scale", "kan_width": "width", "kan_grid": "grid"}
_PAIR = re.compile(r"([^\W\d]+₀?)\s*=\s*([-+.\w]+)")
_NAME = re.compile(rf"[^\W\d][^\d=]*?(?=\s+\S+\s*=|\s*[-+.\d]|\s+(?:{'|'.join(STARTS)})\b|$)")

SUGGESTIONS = (
    *(f"TESLA K={harmonics}" for harmonics in (1, 2, 4, 8, 16, 32)),
    *(
        "KAN",
        "ReLU",
        "GELU",
        "SiLU",
        "Tanh",
        "SIREN ω₀=30",
        "SIREN ω₀=5",
        "SNAKE α=1",
        "SNAKE α=10",
        "Fourier features",
    ),
)


def find_entry(name: str) -> Activation:
    """The activation of that name or label, in any case."""
    wanted = name.strip().lower()
    for entry in ACTIVATIONS.values():
        if wanted in (entry.name, entry.label.lower()):
            return entry
    raise UnknownNameError("activation", name.strip(), [entry.label for entry in ACTIVATIONS.values()])


def read_panel(text: str, base: ModelSpec | None = None) -> ModelSpec:
    """The model a text asks for: a name, then values with their names, or one bare number for its first option.

    `base` holds what the text leaves open: width, depth, init and the options' common values.
    """
    match = _NAME.match(text.strip())
    if not match:
        raise TeslaError(f"A panel starts with an activation's name, as in TESLA K=8; {text[:40]!r} was given.")
    entry = find_entry(match[0])
    rest = text.strip()[match.end() :]
    changes: dict[str, Any] = {}
    for word, value in _PAIR.findall(rest):
        option = _WORDS.get(word.lower())
        if option not in entry.options:
            raise UnknownNameError(f"option of {entry.label}", word, [_SHORT.get(o, _plain(o)) for o in entry.options])
        changes[option] = _number(option, value)
    for bare in re.split(r"[\s,;]+", _PAIR.sub("", rest).strip(" ,;")):
        option = next((option for option, words in _CHOICES.items() if bare in words), None)
        if option in entry.options:
            changes[option] = bare
        elif bare and not entry.options:
            raise TeslaError(f"{entry.label} has no option; {bare[:20]!r} was given.")
        elif bare:
            changes.setdefault(entry.options[0], _number(entry.options[0], bare))
    return replace(base or ModelSpec(), activation=entry.name, **changes)


def _plain(option: str) -> str:
    return {"harmonics": "K", "omega": "ω₀", "alpha": "α"}.get(option, option)


def _number(option: str, text: str) -> int | float:
    kind = type(getattr(ModelSpec(), option))
    try:
        return kind(text)
    except ValueError:
        raise TeslaError(f"{OPTION_NAMES[option]} must be a number; {text[:20]!r} was given.") from None


def panel_text(spec: ModelSpec, base: ModelSpec | None = None) -> str:
    """The text of a panel: its label, and every other option that differs from the base."""
    base = base or ModelSpec()
    extras = [
        f"{_SHORT[option]}={getattr(spec, option):g}"
        for option in spec.entry.options
        if option in _SHORT and getattr(spec, option) != getattr(base, option)
    ]
    return " ".join([spec.label, *extras])


@dataclass(frozen=True)
class Panels(Control):
    """The list of panels; its values are texts."""

    def nearest(self, given: Sequence[str]) -> Found:
        if not given:
            return list(self.default), "Choose at least one panel. Until you do, the page's own are shown."
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
            wrong, found = [*wrong, f"{len(found)} panels, of which {MOST_PANELS} fit"], found[:MOST_PANELS]
        if wrong or not found:
            return self._told(wrong or list(given), found or list(self.default), "which is no panel")
        return found, duplicate(twice[0]) if twice else None

    def written(self, value: list[str]) -> list[str]:
        return list(value)

    def shown(self, value: list[str]) -> str:
        return ", ".join(value)

    def widget(self, key: str, on_change=None) -> list[str]:
        return st.multiselect(
            self.label,
            _options([*self.default, *st.session_state.get(key, ())]),
            key=key,
            help=self.help,
            accept_new_options=True,
            max_selections=MOST_PANELS,
            placeholder="TESLA K=8, ReLU, …",
            on_change=on_change or "rerun",
        )


def duplicate(label: str) -> str:
    """What to say where a panel is asked for twice."""
    return f"{label} is in the list already; one panel of it is shown."


def _options(chosen: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*SUGGESTIONS, *chosen]))


def add_panel_form(key: str) -> None:
    """A small form that adds one panel with its own options to the list under `key`."""
    labels = {entry.label: entry for entry in ACTIVATIONS.values()}
    entry = labels[st.selectbox("Activation", list(labels), key=f"{key} new activation")]
    base = ModelSpec()
    values: dict[str, Any] = {}
    for option in entry.options:
        if option in _CHOICES:
            values[option] = st.selectbox(OPTION_NAMES[option], _CHOICES[option], key=f"{key} new {option}")
            continue
        low, high = LIMITS[option]
        kind = type(getattr(base, option))
        values[option] = st.number_input(
            OPTION_NAMES[option], kind(low), kind(high), getattr(base, option), key=f"{key} new {option}"
        )
    spec = replace(base, activation=entry.name, **values)

    def add() -> None:
        chosen = list(st.session_state.get(key, []))
        text = panel_text(spec)
        if any(panel_text(read_panel(each)) == text for each in chosen):
            st.toast(duplicate(text), icon=":material/info:")
        elif len(chosen) < MOST_PANELS:
            st.session_state[key] = [*chosen, text]

    st.button("Add", key=f"{key} add", on_click=add, width="stretch")
