"""Mixed-frequency regression (Sec. "Continuous-domain Evaluation", table 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.messages.say import marked, say, say_count
from tesla_core.paper.reported import Difference, Nearest
from tesla_core.problems.signal import paper as regression
from tesla_core.problems.signal.task import RegressionTask

FIT = "fit.npz"
"""t (n,) in seconds, evenly spaced, signal (n,) and fit (n,)."""


@dataclass(frozen=True, kw_only=True)
class RegressionSpec(ExperimentSpec):
    """The paper's range and five strongest components. All else is ours: the paper does not give it."""

    experiment: ClassVar[str] = "regression"
    label: ClassVar[str] = marked("Mixed frequencies")
    assembler: ClassVar[str] = "tesla_core.problems.signal.assembly_torch"

    components: int = option(
        20, marked("sinusoids in the target, the paper's five included"), label=marked("Components")
    )
    signal_seed: int = option(
        0, marked("decides the target's other components; the same for all seeds of a run"), label=marked("Signal seed")
    )
    train_size: int = option(2_000, marked("evenly spaced training points"), label=marked("Train size"))
    test_size: int = option(2_000, marked("random test points between them"), label=marked("Test size"))
    coefficient_scale: float = option(0.6, marked("TESLA's coefficients start from N(0, scale²)"))
    width: int = option(128, marked("neurons in a hidden layer"))
    depth: int = option(3, marked("hidden layers"))
    epochs: int = option(400, marked("passes over the training points"))
    batch: int = option(200, marked("points in a batch"))
    schedule: str = option("cosine", marked("learning rate over the epochs: constant or cosine"))
    init: str = option("uniform(30)", marked("first-layer rule: default, uniform(c), rademacher or own"))

    def task(self) -> RegressionTask:
        return RegressionTask(self.components, self.train_size, self.test_size, self.signal_seed, self.seed)

    def reported(self) -> Mapping[str, Nearest]:
        """Never of its own setting: the paper's signal is not known but for five components."""
        errors = regression.TABLE.get(self.activation)
        known, ours = len(regression.DOMINANT), self.components - len(regression.DOMINANT)
        here = say("{ours} of {components} components are ours", ours=ours, components=self.components)
        signal = Difference(marked("signal"), say("its own, of which it gives {known} components", known=known), here)
        return {f"{part}_loss": Nearest(one, (signal,)) for part, one in vars(errors).items()} if errors else {}

    def data_in_words(self) -> str:
        return say_count(self.train_size, "{count} point", "{count} points")

    def reached(self, metrics: dict[str, Any]) -> str:
        test = say("mean squared error {error} on test", error=f"{metrics['test_loss']:.3g}")
        train = say("{error} on training points", error=f"{metrics['train_loss']:.3g}")
        return f"{test}, {train} ({say('a constant has {error}', error=f'{self.task().variance():.3g}')})"
