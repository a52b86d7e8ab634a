"""Points in the plane: the paper's figure has no accuracies, so that these runs stand beside no number of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from tesla_core.experiments.table import SEEDS, Table, Unit, baselines
from tesla_core.paper.deviation import COEFFICIENTS, INIT, TUNED_ELSEWHERE
from tesla_core.problems.toys.experiment import ToysSpec

TOYS = ("circles", "moons", "spiral", "checkerboard")


def _units() -> Iterable[Unit]:
    for seed, toy in itertools.product(SEEDS, TOYS):
        tesla = ToysSpec(toy=toy, seed=seed, harmonics=8)
        others = baselines(tesla, "relu", "gelu", "silu", "tanh", "siren", "snake")
        yield (tesla, *others, replace(tesla, activation="siren", init="own"))


TABLE = Table(
    "toys",
    "Points in the plane",
    _units,
    ("init", "model"),
    "toy",
    of_paper=False,
    deviations=(TUNED_ELSEWHERE, INIT, COEFFICIENTS),
)
