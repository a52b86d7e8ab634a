"""The run that the values of a live page's controls ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesla_core.lab.controls import Values
from tesla_core.lab.page import FitPage
from tesla_core.lab.training import fitted_panels, panels_of, settings_of, starts_of, stop_of
from tesla_core.live.spec import LiveSpec


def class_run(task_of: Callable[[Values], Any], values: Values) -> LiveSpec:
    """Of a page on which networks tell classes apart."""
    return LiveSpec(
        task=task_of(values),
        panels=panels_of(values)[0],
        settings=settings_of(values),
        seed=values["seed"],
        stop=stop_of(values),
        starts=starts_of(values),
    )


def fit_run(page: FitPage, values: Values) -> LiveSpec:
    """Of a page that fits a function."""
    return LiveSpec(
        task=page.task_of(values),
        panels=fitted_panels(values),
        settings=settings_of(values),
        seed=values["seed"],
        resolution=page.resolution,
    )
