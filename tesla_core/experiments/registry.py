"""The one list of experiments."""

from __future__ import annotations

from typing import Any

from tesla_core.errors import TeslaError, check_choice
from tesla_core.experiments.inr import InrSpec
from tesla_core.experiments.parity import ParitySpec
from tesla_core.experiments.regression import RegressionSpec
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.surface import SurfaceSpec
from tesla_core.experiments.toys import ToysSpec
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec

EXPERIMENTS: dict[str, type[ExperimentSpec]] = {
    spec.experiment: spec
    for spec in (
        ParitySpec,
        SurfaceSpec,
        ForrelationSpec,
        ToysSpec,
        BurgersSpec,
        InrSpec,
        RegressionSpec,
        ImageNet100Spec,
    )
}


def spec_from_dict(data: dict[str, Any]) -> ExperimentSpec:
    """The spec of a JSON object with an `experiment` key."""
    if not isinstance(data, dict):
        raise TeslaError(f"A spec must be a JSON object; {type(data).__name__} was given.")
    name = check_choice("experiment", str(data.get("experiment")), EXPERIMENTS)
    return EXPERIMENTS[name].from_dict(data)
