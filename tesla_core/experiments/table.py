"""A table of the paper as a list of runs. A unit is a group of runs that are trained together as one stack.

The paper gives no init, and it decides. In the tables of continuous targets every activation runs under one first-layer
rule beside TESLA, and SIREN under its own besides (in one dimension, the regression, that is the default rule). How the
rules were chosen, and what else is not as in the paper, a table's `deviations` say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tesla_core.experiments.beside_paper import paper_grid
from tesla_core.experiments.cells import Grid, accuracy_grid, number_grid
from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.specialist import SPECIALIST
from tesla_core.paper.deviation import Deviation

SEEDS = (0, 1, 2)
LEFT_OUT = ("snake", "fourier", "kan", "finer", "gauss", "wire_real")
"""Activations that the paper's tables of continuous targets leave out; then those that take several times as long."""
LEFT_OUT_SLOW = ("staf", "rational", "wire")

Unit = tuple[ExperimentSpec, ...]


@dataclass(frozen=True)
class Table:
    """A table of the paper, or one beside it. rows and column name the options that its rows and columns stand for.

    of_paper: whether the paper has such a table. Its cells are accuracies; a table that names `numbers` has those of a
    result as columns instead. deviations: where its runs are not the paper's. specialists: whether
    each task stands there by its problem's specialist, too. measure: where the function is, as "module:function", that
    makes results of a unit; a folder is given in which it may keep what is not finished.
    """

    name: str
    label: str
    units: Callable[[], Iterable[Unit]]
    rows: tuple[str, ...]
    column: str = ""
    numbers: tuple[str, ...] = ()
    of_paper: bool = True
    seeds: tuple[int, ...] = SEEDS
    deviations: tuple[Deviation, ...] = ()
    specialists: bool = True
    measure: str = "tesla_core.experiments.unit:train_unit"

    def all_units(self) -> Iterable[Unit]:
        """The networks' units, then each task by its problem's specialist, a unit of its own."""
        units = list(self.units())
        specs = (spec for unit in units for spec in unit if self.specialists and spec.specialist is not None)
        return *units, *((spec,) for spec in dict.fromkeys(replace(one, method=SPECIALIST) for one in specs))

    def grid(self, results: Sequence[Result]) -> Grid:
        """Its cells, the seeds of each put together."""
        if self.numbers:
            return number_grid(results, self.rows, self.numbers)
        return accuracy_grid(results, self.rows, self.column)

    def paper_grid(self, results: Sequence[Result]) -> Grid | None:
        """What the paper reports for its cells, with every difference of setting; None where it has nothing."""
        return paper_grid(results, self.rows, self.column, self.numbers)


def compared(tesla: ExperimentSpec, *names: str) -> Unit:
    """TESLA and others under its rule, and SIREN under its own."""
    return (tesla, *baselines(tesla, *names), replace(tesla, activation="siren", init="own"))


def baselines(spec: ExperimentSpec, *names: str) -> list[ExperimentSpec]:
    """The same run with other activations: the same data, init rule and budget."""
    return [replace(spec, activation=name) for name in names]
