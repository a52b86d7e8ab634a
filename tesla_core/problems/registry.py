"""The one list of problems: those of this folder, and those of installed packages.

A package adds one of its own by an entry point of the group `tesla_lab.problems` that names a `Problem`. One that fails
to load, or takes a name that is taken, is left out; `left_out` says which and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tesla_core.brought import add_brought
from tesla_core.lab.class_page import ClassPage
from tesla_core.lab.page import FitPage
from tesla_core.problems.base import Problem
from tesla_core.problems.live import Kind

if TYPE_CHECKING:
    from tesla_core.problems.kept import KeptView

GROUP = "tesla_lab.problems"
BUILT_IN = (
    "parity",
    "forrelation",
    "toys",
    "burgers",
    "allen_cahn",
    "helmholtz",
    "convection",
    "image",
    "signal",
    "imagenet100",
)
"""In the order in which they are listed; each is a folder here whose problem.py has the `PROBLEM`."""


def problems() -> MappingProxyType[str, Problem]:
    """Every problem by its name."""
    return _found()[0]


def kind_of(task: Any) -> Kind:
    """How a live run of a task is measured and drawn."""
    return live_kinds()[type(task)].of(task)


def problem_of(task: Any) -> Problem:
    """Whose task it is."""
    return next(one for one in problems().values() if type(task) in one.kinds)


def class_pages() -> MappingProxyType[str, ClassPage]:
    """By the problem's name, the live pages on which networks tell classes apart."""
    found = {name: one.page for name, one in problems().items() if isinstance(one.page, ClassPage)}
    return MappingProxyType(found)


def fit_pages() -> MappingProxyType[str, FitPage]:
    """By the problem's name, what the Continuous page lists."""
    return MappingProxyType({name: one.page for name, one in problems().items() if isinstance(one.page, FitPage)})


@cache
def live_kinds() -> MappingProxyType[type, Kind]:
    """By the class of a task that can be watched live; what differs between its runs."""
    return MappingProxyType({task: kind for one in problems().values() for task, kind in one.kinds.items()})


def kept_views(experiment: str, file: str) -> Mapping[str, KeptView]:
    """The ways to look at a file that a finished run of an experiment left; none for one that no problem draws."""
    for problem in problems().values():
        if file in problem.kept and experiment in _experiments([problem]):
            return import_module(problem.kept[file]).VIEWS
    return {}


def asides_of(claim: str) -> list[str]:
    """Where what problems tell beside a claim of the paper is told."""
    return [problem.asides[claim] for problem in problems().values() if claim in problem.asides]


def left_out() -> MappingProxyType[str, str]:
    """Entry points that are not among the problems, and why."""
    return _found()[1]


@cache
def _found() -> tuple[MappingProxyType[str, Problem], MappingProxyType[str, str]]:
    found: dict[str, Problem] = {
        name: import_module(f"tesla_core.problems.{name}.problem").PROBLEM for name in BUILT_IN
    }
    failed = add_brought(entry_points(group=GROUP), found, _checked)
    return MappingProxyType(found), MappingProxyType(failed)


def _checked(brought: Any, found: dict[str, Problem]) -> Problem:
    """What an entry point gave, if the lab can take it: a Problem whose names are all its own."""
    if not isinstance(brought, Problem):
        raise TypeError(f"it names a {type(brought).__name__}, not a Problem")
    taken = {
        "name": {brought.name} & set(found),
        "experiment": _experiments([brought]) & _experiments(found.values()),
        "task": _tasks([brought]) & _tasks(found.values()),
        "table": {table.name for table in brought.tables}
        & {table.name for one in found.values() for table in one.tables},
        "page": _pages([brought]) & _pages(found.values()),
    }
    for what, names in taken.items():
        if names:
            raise ValueError(f"the {what} {', '.join(sorted(names))} is taken")
    return brought


def _experiments(of: Any) -> set[str]:
    return {spec.experiment for problem in of for spec in problem.experiments}


def _tasks(of: Any) -> set[str]:
    return {task.__name__ for problem in of for task in problem.kinds}


def _pages(of: Any) -> set[str]:
    """What tells the pages apart: to a person, and in a link."""
    return {word for problem in of if problem.page for word in (problem.page.label, problem.page.prefix)}
