"""From a small live run of a function to jobs at the experiment's full size: the same panels, the paper's settings."""

from __future__ import annotations

import dataclasses
from typing import Any

from pages._ui.jobs_promote import Promotion
from tesla_core.errors import TeslaError
from tesla_core.experiments.burgers import BurgersSpec
from tesla_core.experiments.inr import InrSpec
from tesla_core.experiments.regression import RegressionSpec
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.tasks.burgers import BurgersTask
from tesla_core.tasks.inr import ImageTask
from tesla_core.tasks.regression import RegressionTask

OF_THE_EXPERIMENT = ("width", "depth", "coefficient_scale")
"""What a panel leaves to the experiment, with the first layer's rule where it is not the activation's own."""


def full_size_of(live: LiveSpec, image: str = "") -> Promotion:
    """The jobs. image: where a picture that a person brought was kept, by the name that experiments know."""
    try:
        make, data = _experiment(live, image)
        specs = [make(**data, **_model(panel), seed=live.seed) for panel in live.panels]
    except TeslaError as error:
        return Promotion((), (str(error),))
    return Promotion(tuple(dict.fromkeys(specs)), (sizes_of(specs[0]),))


def _experiment(live: LiveSpec, image: str) -> tuple[type[ExperimentSpec], dict[str, Any]]:
    task = live.task
    if isinstance(task, BurgersTask):
        return BurgersSpec, {"viscosity": task.viscosity, "points": task.points}
    if isinstance(task, RegressionTask):
        return RegressionSpec, {"components": task.components, "signal_seed": task.signal_seed}
    if isinstance(task, ImageTask):
        return InrSpec, {"image": task.image}
    if not image:
        raise TeslaError("An uploaded picture can be a job where TESLA_LAB_IMAGES names a folder to keep it in.")
    return InrSpec, {"image": image}


def sizes_of(spec: ExperimentSpec) -> str:
    """Full size in words."""
    what = {
        BurgersSpec: lambda: f"{getattr(spec, 'samples', 0):,} points inside",
        InrSpec: lambda: f"{getattr(spec, 'size', 0)} × {getattr(spec, 'size', 0)} pixels",
        RegressionSpec: lambda: f"{getattr(spec, 'train_size', 0):,} points",
    }[type(spec)]()
    return f"Full size: {spec.depth} layers of {spec.width}, {what}, {spec.epochs:,} epochs."


def _model(panel: ModelSpec) -> dict[str, Any]:
    left_out = OF_THE_EXPERIMENT if panel.init == "own" else (*OF_THE_EXPERIMENT, "init")
    return {name: value for name, value in dataclasses.asdict(panel).items() if name not in left_out}
