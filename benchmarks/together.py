"""Our side of the training benchmarks: the loop that the pages, the jobs and the command line use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesla_core.experiments.assemble import assemble
from tesla_core.experiments.spec import ExperimentSpec


def epochs_of(specs: Sequence[ExperimentSpec]) -> Iterator[None]:
    """Train all specs in lockstep, yielding after every epoch."""
    for step in assemble(specs).training.steps():
        if step.record is not None:
            yield
