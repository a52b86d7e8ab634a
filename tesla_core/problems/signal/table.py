"""A signal of many frequencies: the runs of the table."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from tesla_core.experiments.table import LEFT_OUT, LEFT_OUT_SLOW, SEEDS, Table, Unit, baselines
from tesla_core.paper.deviation import COEFFICIENTS, INIT, TUNING
from tesla_core.problems.signal import paper
from tesla_core.problems.signal.experiment import RegressionSpec


def _units() -> Iterable[Unit]:
    # At a constant rate SIREN comes undone late in training; with the cosine it is the best in short runs. Both stand.
    for seed, schedule, rule in itertools.product(SEEDS, ("cosine", "constant"), ("default", "uniform(30)")):
        tesla = RegressionSpec(seed=seed, schedule=schedule, init=rule)
        yield (tesla, *baselines(tesla, "relu", "gelu", "silu", "siren"))
    # What the paper leaves out, the quick ones first. In one dimension the default rule is the own one of all of them
    # but FINER, whose biases differ.
    for names, seed in itertools.product((LEFT_OUT, LEFT_OUT_SLOW), SEEDS):
        both = [RegressionSpec(seed=seed, init=rule) for rule in ("default", "uniform(30)")]
        beside = [one for spec in both for one in baselines(spec, *names)]
        yield (*beside, replace(both[0], activation="finer", init="own")) if names == LEFT_OUT else tuple(beside)


TABLE = Table(
    "regression",
    "Mixed-frequency regression",
    _units,
    ("schedule", "init", "model"),
    numbers=("train_loss", "test_loss"),
    deviations=(paper.SIGNAL, TUNING, paper.NETWORK, paper.LEFT_OUT, INIT, COEFFICIENTS),
)
