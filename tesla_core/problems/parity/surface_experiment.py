"""Parity of 4 to 12 bits as a surface: some strings are seen, accuracy is counted on those never seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.problems.parity.surface import SurfaceTask


@dataclass(frozen=True, kw_only=True)
class SurfaceSpec(ExperimentSpec):
    """The paper's figure: 350 of 1,024 strings, 2×128, lr 1e-3, 50 epochs. Batch size and init are ours."""

    experiment: ClassVar[str] = "surface"
    label: ClassVar[str] = "Parity surface: all strings of few bits"
    always_said: ClassVar[frozenset[str]] = frozenset({"bits"})

    bits: int = option(10, "length of a string, 4 to 12")
    train_size: int = option(350, "strings seen in training")
    epochs: int = option(50, "passes over the training samples")
    batch: int = option(32, "samples in a batch")
    init: str = option("uniform(0.5)", "first-layer rule: default, uniform(c), rademacher or own")

    @property
    def inputs(self) -> int:
        return self.bits

    @property
    def title(self) -> str:
        return f"{self.bits}-bit parity"

    def task(self) -> SurfaceTask:
        return SurfaceTask(self.bits, self.train_size, self.seed)
