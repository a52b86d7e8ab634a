"""A specialist in a training's place: it is run, stopped, shown and kept as a training is, in one epoch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.specialist import Solved, Specialist
from tesla_core.training.trainable import Record, Step

STEPS = 1000  # an epoch's batches, by which the share that is done is told


class SpecialistTraining:
    """Solves a task between two steps. There are no weights, so a solution that was stopped begins again."""

    epochs = 1

    def __init__(self, specialist: Specialist, task: Any) -> None:
        self.history: list[Record] = []
        self.solved: Solved | None = None
        self._specialist, self._task = specialist, task

    @property
    def finished(self) -> bool:
        return self.solved is not None

    def steps(self) -> Iterator[Step]:
        solving, nothing = self._specialist.solving(self._task), torch.empty(0)
        while True:
            try:
                share = next(solving)
            except StopIteration as end:
                self.solved = end.value
                break
            yield Step(0, min(STEPS - 1, int(STEPS * share)), STEPS, nothing)
        assert self.solved is not None
        record = {name: [value] for name, value in _numbers(self.solved).items() if value is not None}
        self.history.append(record)
        yield Step(0, STEPS, STEPS, nothing, record)

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        return {}, {"epoch": 0, "batch": 0, "history": []}

    def load_state(self, tensors: dict[str, Tensor], data: dict[str, Any]) -> None:
        """From the beginning."""


class SpecialistAssembly:
    """One spec's specialist."""

    def __init__(self, training: SpecialistTraining) -> None:
        self.training = training

    def metrics(self, _place: int) -> dict[str, Any]:
        """Its problem's numbers with seconds and samples; the steps of its way there as the history."""
        solved = self.training.solved
        if solved is None:
            return {"history": []}
        steps = [{"epoch": number, **record} for number, record in enumerate(solved.history, start=1)]
        return {**_numbers(solved), "history": steps}

    def files(self) -> dict[str, bytes]:
        solved = self.training.solved
        return dict(solved.files) if solved is not None else {}


def assemble(specs: Sequence[ExperimentSpec]) -> SpecialistAssembly:
    """Of one spec whose method is the specialist."""
    if len(specs) != 1:
        raise TeslaError(f"A specialist solves one task at a time; {len(specs)} were given.")
    (spec,) = specs
    specialist = spec.specialist
    assert specialist is not None  # a spec without one is refused when it is made
    return SpecialistAssembly(SpecialistTraining(specialist, spec.task()))


def _numbers(solved: Solved) -> dict[str, float | None]:
    return {**solved.numbers, "samples": solved.samples}
