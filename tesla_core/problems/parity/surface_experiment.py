"""Parity of 4 to 12 bits as a surface: some strings are seen, accuracy is counted on those never seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.messages.say import marked, say
from tesla_core.problems.parity.surface import SurfaceTask


@dataclass(frozen=True, kw_only=True)
class SurfaceSpec(ExperimentSpec):
    """The paper's figure: 350 of 1,024 strings, 2×128, lr 1e-3, 50 epochs. Batch size and init are ours."""

    experiment: ClassVar[str] = "surface"
    label: ClassVar[str] = marked("Parity surface: all strings of few bits")
    always_said: ClassVar[frozenset[str]] = frozenset({"bits"})

    bits: int = option(10, marked("length of a string, 4 to 12"), label=marked("Bits"))
    train_size: int = option(350, marked("strings seen in training"), label=marked("Train size"))
    epochs: int = option(50, marked("passes over the training samples"))
    batch: int = option(32, marked("samples in a batch"))
    init: str = option("uniform(0.5)", marked("first-layer rule: default, uniform(c), rademacher or own"))

    @property
    def inputs(self) -> int:
        return self.bits

    @property
    def title(self) -> str:
        return say("{bits}-bit parity", bits=self.bits)

    def task(self) -> SurfaceTask:
        return SurfaceTask(self.bits, self.train_size, self.seed)
