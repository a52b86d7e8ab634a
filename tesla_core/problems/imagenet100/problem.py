"""ImageNet-100, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.imagenet100.experiment import PREDICTIONS, ImageNet100Spec
from tesla_core.problems.imagenet100.pictures.data_actions import add_data_actions
from tesla_core.problems.imagenet100.presets import PRESETS
from tesla_core.problems.imagenet100.specialist import SPECIALIST
from tesla_core.problems.imagenet100.table import TABLES
from tesla_core.problems.imagenet100.views import VIEWS

PROBLEM = Problem(
    "imagenet100",
    "ImageNet-100",
    experiments=(ImageNet100Spec,),
    tables=TABLES,
    presets=PRESETS,
    views=VIEWS,
    kept={PREDICTIONS: "tesla_core.problems.imagenet100.kept"},
    add_data_actions=add_data_actions,
    specialist=SPECIALIST,
)
