"""Two classes of points in the plane (appendix, decision boundaries)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.messages.say import marked, say
from tesla_core.problems.toys.task import TOY, TOYS, ToyTask

TITLES = {"stripes": marked("Stripes")}
"""What lists call a toy, where that is not its label."""


@dataclass(frozen=True, kw_only=True)
class ToysSpec(ExperimentSpec):
    """The paper's figure: 1,000 samples, 2×128, 200 epochs. A tenth of the samples chooses the epoch."""

    experiment: ClassVar[str] = "toys"
    label: ClassVar[str] = marked("Toys: circles, moons, spiral, checkerboard")
    always_said: ClassVar[frozenset[str]] = frozenset({"toy"})

    toy: str = option("spiral", marked("circles, moons, spiral or checkerboard"), TOY, label=marked("Toy"))
    samples: int = option(1000, marked("points in all splits together"), label=marked("Samples"))
    noise: float | None = option(
        None, marked("standard deviation of the jitter (default: the toy's own)"), label=marked("Noise")
    )
    turns: float | None = option(None, marked("turns of the spiral"), label=marked("Turns"))
    cells: int | None = option(None, marked("cells on a side of the checkerboard"), label=marked("Cells"))
    epochs: int = option(200, marked("passes over the training samples"))
    batch: int = option(100, marked("samples in a batch"))

    @property
    def title(self) -> str:
        return say(TITLES.get(self.toy, TOYS[self.toy].label))

    def task(self) -> ToyTask:
        return ToyTask(
            self.toy,
            samples=self.samples,
            noise=self.noise,
            train_share=0.7,
            validation_share=0.1,
            seed=self.seed,
            turns=self.turns,
            cells=self.cells,
        )
