"""What a page's controls can make. A link may name a whole run; a page lets only such runs be trained that somebody
could have set with the controls of the run's own page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from tesla_core.errors import TeslaError, check_range
from tesla_core.lab.controls import Choice, Control, Number
from tesla_core.lab.page import FitPage
from tesla_core.live.spec import LiveSpec
from tesla_core.problems.registry import problem_of

CLASS_RESOLUTION = 40  # pixels a side, on pages of the Boundaries kind


def check_reach(spec: LiveSpec) -> LiveSpec:
    """The run, if the page of its problem could have made it; otherwise which value it could not, and its limits."""
    page = problem_of(spec.task).page
    if page is None:
        raise TeslaError(f"Runs of {type(spec.task).__name__} have no live page.")
    resolution = page.resolution if isinstance(page, FitPage) else CLASS_RESOLUTION
    check_range("Resolution of a page's pictures", spec.resolution, 1, resolution)
    for control in page.controls:
        for value in _values(spec, control.name):
            check_range(f"{control.label} in a run of a page", value, 1, _most(control))
    return spec


def _values(spec: LiveSpec, name: str) -> Iterable[float]:
    """What a run has of a control's numbers; nothing where it is none of those that a run's cost hangs on."""
    if name in ("width", "depth"):
        return [getattr(panel, name) for panel in spec.panels]
    if name == "batch":
        return [spec.settings.batch, *(edit.batch for edit in spec.edits if edit.batch is not None)]
    if name == "epochs":
        return [spec.settings.epochs]
    drawn = name == "samples" and name in (field.name for field in fields(spec.task))
    return [spec.task.samples] if drawn else []


def _most(control: Control) -> float:
    if isinstance(control, Number):
        return control.high
    assert isinstance(control, Choice)
    return max(control.options)
