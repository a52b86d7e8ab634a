"""A problem's page among the continuous functions, as data: what is fitted, with which controls, and in which words.

A problem that has one names it as its `page` (problems/base.py), and the Continuous page lists it by itself. Imports
neither Streamlit nor torch.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tesla_core.errors import TeslaError
from tesla_core.lab.brought import FileField
from tesla_core.lab.controls import Control, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Surroundings

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from tesla_core.figures.palette import Theme
    from tesla_core.live.client import LiveClient
    from tesla_core.live.spec import LiveSpec

Charts = Callable[["LiveClient", "LiveSpec", int, float, str, "Theme"], "list[go.Figure]"]
"""Who answers for the engine, a run, a panel, an epoch, the panel's title and a theme; in return, charts that stand
still with what the canvas leaves out."""
CHART_HEIGHT = 420
"""Of each, in pixels."""

TAKEN_PREFIXES = ("b_", "c_", "home_", "p_", "spectra_", "taylor_")
"""What the lab's other pages call their parameters by."""
_PREFIX = re.compile(r"[a-z][a-z0-9]*_")


@dataclass(frozen=True)
class PictureField:
    """A field for a picture that a person brings, below the control `below` once that is set to `choice`.

    name: under which the page's values hold what was brought, or None, and a link its word. file: how it is read; what
    comes of it has `notes`, a sentence each on what was done to it. until: what is said while there is none. job_image:
    the name by which jobs know it, "" where they can't; it is kept on disk only when they are launched, which the
    second argument says.
    """

    name: str
    below: str
    choice: Any
    file: FileField
    until: str
    job_image: Callable[[Any, bool], str]


def unmeasured(_values: Values) -> str:
    return ""


@dataclass(frozen=True)
class FitPage:
    """label: of its tab. intro: what a panel is, in a sentence. prefix: of its parameters in links. controls: `data` of
    them, by name and in order, stand in the Data group, and those of `training.fit_controls` below; the first preset is
    how the page opens.

    task_of, around: from the controls' values. charts: "module:name" of what makes those of a panel (`Charts`);
    imported when somebody asks for them, since figures load much. why: the fold below. picture: what a person may
    bring. yardstick: a sentence on what the numbers are to be held against. resolution: of its pictures, where they
    have no size of their own.
    """

    label: str
    intro: str
    prefix: str
    controls: tuple[Control, ...]
    data: tuple[str, ...]
    presets: tuple[Preset, ...]
    task_of: Callable[[Values], Any]
    around: Callable[[Values], Surroundings]
    charts: str
    why: Fold
    picture: PictureField | None = None
    yardstick: Callable[[Values], str] = unmeasured
    resolution: int = 48

    def __post_init__(self) -> None:
        if not _PREFIX.fullmatch(self.prefix) or self.prefix in TAKEN_PREFIXES:
            raise TeslaError(
                f"A page's prefix must be a few small letters or digits and an underscore, and none of "
                f"{', '.join(TAKEN_PREFIXES)}; {self.prefix!r} was given."
            )
        names = [control.name for control in self.controls]
        asked = [*self.data, *(name for preset in self.presets for name in preset.values)]
        if unknown := sorted({*asked} - {*names}):
            raise TeslaError(f"{self.label} has no control {', '.join(unknown)}; it has {', '.join(names)}.")
        if not self.presets:
            raise TeslaError(f"{self.label} needs a preset to open with; none was given.")

    def chart_maker(self) -> Charts:
        module, name = self.charts.split(":")
        return getattr(import_module(module), name)
