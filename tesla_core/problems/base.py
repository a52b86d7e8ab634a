"""What a problem is to the rest of the lab: one entry that names all its parts. Imports no torch.

The command line, the forms of jobs, links, the live engine and the tables read these entries; nothing outside a
problem's folder knows its classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.table import Table
from tesla_core.problems.live import Kind


@dataclass(frozen=True)
class Problem:
    """experiments: the specs of its runs, by which the command line and jobs know it. kinds: by the class of a task
    that can be watched live, how that is measured and drawn. tables: the lists of runs that are measured together."""

    name: str
    label: str
    experiments: tuple[type[ExperimentSpec], ...] = ()
    kinds: Mapping[type, Kind] = field(default_factory=dict)
    tables: tuple[Table, ...] = ()
