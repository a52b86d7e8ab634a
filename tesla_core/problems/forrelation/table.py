"""Forrelation by width: the runs of the paper's table."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from tesla_core.experiments.table import SEEDS, Table, Unit, baselines
from tesla_core.paper.deviation import COEFFICIENTS, INIT, TUNING
from tesla_core.problems.forrelation import paper
from tesla_core.problems.forrelation.experiment import ForrelationSpec


def _units() -> Iterable[Unit]:
    # 6 epochs, not the paper's 20: what a CPU core trains in hours.
    for width, seed in itertools.product((128, 512, 1024), SEEDS):
        first, *more = [ForrelationSpec(harmonics=k, width=width, seed=seed, epochs=6) for k in (1, 2, 4, 16)]
        even = [replace(spec, coefficient_start="even") for spec in (first, more[0])]
        yield (first, *more, *even, *baselines(first, "relu", "gelu", "siren"))


def _long_units() -> Iterable[Unit]:
    for width, seed in itertools.product((128, 512, 1024), SEEDS):
        first, *more = [ForrelationSpec(harmonics=k, width=width, seed=seed, epochs=20) for k in (1, 2, 4, 16)]
        even = [replace(spec, coefficient_start="even") for spec in (first, more[0])]
        own = replace(first, activation="siren", init="own")
        yield (first, *more, *even, *baselines(first, "relu", "gelu", "tanh", "siren", "snake"), own)


OPEN = (paper.NORMALISATION, paper.VALIDATION, paper.EVEN, paper.PAIRS, INIT, COEFFICIENTS)

TABLE = Table(
    "forrelation",
    "Forrelation, n = 12",
    _units,
    ("model",),
    "width",
    deviations=(paper.EPOCHS, TUNING, *OPEN),
)
LONG = Table(
    "forrelation_long",
    "Forrelation, n = 12, the paper's 20 epochs",
    _long_units,
    ("init", "model"),
    "width",
    deviations=(TUNING, *OPEN),
)
