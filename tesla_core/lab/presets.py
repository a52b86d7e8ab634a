"""Presets of a live page, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Preset:
    """A named set of values and a sentence on what to look for. What it leaves out takes the control's default.

    pace: epochs a second at which it is best watched, where the length of the run doesn't say it well.
    before: by version, its values up to that version, where they were others. Only the opening preset's ever matter.
    """

    name: str
    note: str
    values: Mapping[str, Any]
    pace: float | None = None
    before: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
