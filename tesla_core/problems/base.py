"""What a problem is to the rest of the lab: one entry that names all its parts. Imports no torch.

The command line, the forms of jobs, links, the live engine and the tables read these entries; nothing outside a
problem's folder knows its classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.specialist import Specialist
from tesla_core.experiments.table import Table
from tesla_core.experiments.view import ReportedView, TableView
from tesla_core.lab.class_page import ClassPage
from tesla_core.lab.page import FitPage
from tesla_core.paper.figure import PaperFigure
from tesla_core.problems.live import Kind, Task


class PresetPlace(IntEnum):
    """Where a list has a preset: quick looks first, then the paper's settings, then what else is worth a run."""

    QUICK_LOOK = 0
    PAPER = 1
    FURTHER = 2


@dataclass(frozen=True)
class JobPreset:
    """A named sweep of jobs and a sentence on what it asks. texts: by option, what a person would type
    (jobs/launch/sweep.py). table: that of the paper whose runs these are, if any."""

    name: str
    note: str
    experiment: str
    texts: Mapping[str, str]
    place: PresetPlace
    table: str = ""


@dataclass(frozen=True)
class Problem:
    """experiments: the specs of its runs, by which the command line and jobs know it. kinds: by the class of a task
    that can be watched live, how that is measured and drawn. tables: the lists of runs that are measured together.
    views: what the Paper page shows of them, in its order. presets: sweeps of its jobs to start from. page: how it is
    watched, on a page of the lab that is its own or on the Continuous page. kept: by the name of a file that its
    finished runs leave, the module whose `VIEWS` draw it (kept.py). add_data_actions: adds to the command `data` what
    makes or checks its data. warm_up: a small task, by which the engine loads what a first live run needs. specialist:
    what somebody does with its tasks who knows their structure. figures: those of the paper that are of it. asides: by
    the id of a claim, where what stands beside it is told (`aside_at`)."""

    name: str
    label: str
    experiments: tuple[type[ExperimentSpec], ...] = ()
    kinds: Mapping[type, Kind] = field(default_factory=dict)
    tables: tuple[Table, ...] = ()
    views: tuple[TableView | ReportedView, ...] = ()
    presets: tuple[JobPreset, ...] = ()
    page: ClassPage | FitPage | None = None
    kept: Mapping[str, str] = field(default_factory=dict)
    add_data_actions: Callable[[Any], None] | None = None
    warm_up: Task | None = None
    specialist: Specialist | None = None
    figures: tuple[PaperFigure, ...] = ()
    asides: Mapping[str, str] = field(default_factory=dict)
