"""The runs that a table of PINNs has, whatever the equation."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from tesla_core.experiments.table import SEEDS, Table, Unit, compared
from tesla_core.paper.deviation import TUNED_ELSEWHERE, Deviation
from tesla_core.problems.pde.experiment import PdeSpec


def _units(make: type[PdeSpec], epochs: int | None) -> Iterable[Unit]:
    # Fixed points let a network be wrong between them: a low loss and a wrong solution. Fresh ones don't.
    for points, seed in itertools.product(("fixed", "fresh"), SEEDS):
        tesla = make(seed=seed, points=points)
        yield compared(replace(tesla, epochs=epochs or tesla.epochs), "relu", "tanh", "siren")


def pde_table(
    make: type[PdeSpec],
    epochs: int | None = None,
    of_paper: bool = True,
    deviations: tuple[Deviation, ...] = (TUNED_ELSEWHERE,),
) -> Table:
    """Four activations at fixed and at fresh points, three seeds. epochs: of each run, where not the experiment's."""
    parts = tuple(f"{condition}_loss" for condition in make().task().conditions)
    numbers = ("total_loss", "pde_loss", *parts, "relative_error")
    rows = ("points", "init", "model")
    units = partial(_units, make, epochs)
    return Table(make.experiment, make.label, units, rows, "", numbers, of_paper, deviations=deviations)
