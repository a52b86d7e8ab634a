"""From a small live run of a function to jobs at the experiment's full size: the same panels, larger and for longer."""

from __future__ import annotations

import dataclasses
from typing import Any

from pages._ui.jobs.promote import EDITS_LEFT_OUT, Promotion
from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.image.pixels import PixelsTask
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.signal.experiment import RegressionSpec
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.wording import counted

OF_THE_EXPERIMENT = ("width", "depth", "coefficient_scale")
"""What a panel leaves to the experiment: with its size goes the scale that such a network starts well from."""
PICTURE_RULE = "uniform(4)"
"""The lab's own first layer for pictures. Panels that start by it start by the experiment's as jobs: both were chosen
by unseen pixels (benchmarks/fit_start.py), for networks of three layers and of six."""


def full_size_of(live: LiveSpec, image: str = "") -> Promotion:
    """The jobs. image: where a picture that a person brought was kept, by the name that experiments know."""
    try:
        make, data = _experiment(live, image)
        specs = [make(**data, **_model(panel, make), seed=live.seed) for panel in live.panels]
    except TeslaError as error:
        return Promotion((), (str(error),))
    notes = [sizes_of(specs[0])]
    if live.edits:
        notes.append(EDITS_LEFT_OUT)
    return Promotion(tuple(dict.fromkeys(specs)), tuple(notes))


def _experiment(live: LiveSpec, image: str) -> tuple[type[ExperimentSpec], dict[str, Any]]:
    task = live.task
    if isinstance(task, BurgersTask):
        return BurgersSpec, {"viscosity": task.viscosity, "points": task.points}
    if isinstance(task, RegressionTask):
        return RegressionSpec, {"components": task.components, "signal_seed": task.signal_seed}
    name = task.image if isinstance(task, ImageTask) else image
    if not name:
        raise TeslaError("An uploaded picture can be a job where TESLA_LAB_IMAGES names a folder to keep it in.")
    assert isinstance(task, ImageTask | PixelsTask)
    return InrSpec, {"image": name, "withheld": task.withheld, "pattern": task.pattern}


def sizes_of(spec: ExperimentSpec) -> str:
    """Full size in words, with what else is not as in the lab."""
    replaced = ""
    match spec:
        case BurgersSpec():
            data = f"{spec.samples:,} points inside"
        case InrSpec():
            withheld = f" ({spec.withheld:.0%} of them withheld)" if spec.withheld else ""
            data = f"{spec.size} × {spec.size} pixels{withheld}"
            replaced = f", but {PICTURE_RULE} becomes {InrSpec.init}"
        case RegressionSpec():
            data = f"{spec.train_size:,} points"
        case _:
            raise TeslaError(f"{spec.label} has no full size of its own.")
    return (
        f"Full size: {counted(spec.depth, 'layer')} of {spec.width}, {data}, {spec.epochs:,} epochs at the learning "
        f"rate {spec.lr:g}. Activations, K and the first layer's rule stay{replaced}; coefficients start at a scale of "
        f"{spec.coefficient_scale:g}."
    )


def _model(panel: ModelSpec, make: type[ExperimentSpec]) -> dict[str, Any]:
    left = {*OF_THE_EXPERIMENT, *(["init"] if make is InrSpec and panel.init == PICTURE_RULE else [])}
    return {name: value for name, value in dataclasses.asdict(panel).items() if name not in left}
