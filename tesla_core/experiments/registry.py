"""All experiments and tables by name, as the problems list them."""

from __future__ import annotations

from typing import Any

from tesla_core.errors import TeslaError, check_choice
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.specialist import Specialist
from tesla_core.experiments.table import Table
from tesla_core.problems.registry import problems

EXPERIMENTS: dict[str, type[ExperimentSpec]] = {
    spec.experiment: spec for problem in problems().values() for spec in problem.experiments
}
TABLES: dict[str, Table] = {table.name: table for problem in problems().values() for table in problem.tables}


def specialist_of(experiment: str) -> Specialist | None:
    """Of the problem whose experiment it is; None for one that has none."""
    owners = (one for one in problems().values() if any(spec.experiment == experiment for spec in one.experiments))
    return next((one.specialist for one in owners), None)


def spec_from_dict(data: dict[str, Any]) -> ExperimentSpec:
    """The spec of a JSON object with an `experiment` key."""
    if not isinstance(data, dict):
        raise TeslaError(f"A spec must be a JSON object; {type(data).__name__} was given.")
    name = check_choice("experiment", str(data.get("experiment")), EXPERIMENTS)
    return EXPERIMENTS[name].from_dict(data)
