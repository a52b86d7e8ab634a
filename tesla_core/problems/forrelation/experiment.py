"""Forrelation of two Boolean functions from their truth tables (Sec. "Forrelation")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.messages.say import marked
from tesla_core.problems.forrelation.task import ForrelationTask


@dataclass(frozen=True, kw_only=True)
class ForrelationSpec(ExperimentSpec):
    """10,000 training and 10,000 test pairs; 2,000 more choose the epoch."""

    experiment: ClassVar[str] = "forrelation"
    label: ClassVar[str] = marked("Forrelation")

    n: int = option(12, marked("inputs of each function; a sample is 2^(n+1) signs"), label=marked("Inputs n"))
    train_size: int = option(10_000, marked("training pairs"), label=marked("Train size"))
    harmonics: int = option(1, marked("TESLA's harmonics K"))
    coefficient_scale: float = option(1.0, marked("TESLA's coefficients start from N(0, scale²)"))
    batch: int = option(128, marked("samples in a batch"))

    @property
    def inputs(self) -> int:
        return 2 ** (self.n + 1)

    def task(self) -> ForrelationTask:
        return ForrelationTask(self.n, self.train_size, seed=self.seed)
