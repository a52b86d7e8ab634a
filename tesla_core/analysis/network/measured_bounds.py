"""The paper's bounds of a trained network, each beside what is measured: which hold, which say little, which fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget, derivative_maximum
from tesla_core.analysis.network.dense import MOST_WORK, DenseNetwork
from tesla_core.analysis.network.losses import LossSamples
from tesla_core.analysis.network_bounds import (
    chain_gradient_bound,
    coefficient_bound,
    gradient_bound,
    height,
    lipschitz_bound,
    operator_norms,
)
from tesla_core.analysis.rademacher import contraction_bound, mixture_bound
from tesla_core.analysis.taylor import maclaurin_coefficients
from tesla_core.messages.say import marked, say
from tesla_core.wording import listed

VACUOUS = 100.0  # a bound this many times what is measured says nothing
SLACK = 1e-6  # of rounding
ORDERS = 60  # of the Maclaurin series: past them nothing is left for K up to 16
FEW = 24  # samples at which a layer's own slope is looked at
MOST = 4096  # samples at which gradients are

Verdict = Literal["holds", "vacuous", "fails", "open"]
IN_WORDS: dict[Verdict, str] = {
    "holds": marked("holds"),
    "vacuous": marked("holds, says little"),
    "fails": marked("fails"),
    "open": marked("not measured"),
}


@dataclass(frozen=True)
class MeasuredBound:
    """One bound. name: what it is of; layer: from 1, 0 for the network. measured: None where it could not be. why: what
    there is to know of it, in words."""

    key: str
    name: str
    layer: int
    bound: float
    measured: float | None
    verdict: Verdict
    why: str = ""

    @property
    def factor(self) -> float | None:
        """How many times what is measured the bound is."""
        if self.measured is None or self.measured <= 0:
            return None
        return self.bound / self.measured

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"factor": self.factor}


def layer_bounds(coefficients: Sequence[tuple[Any, Any]]) -> list[MeasuredBound]:
    """What the coefficients alone decide: the slope of each φ, and the size of its series."""
    found = []
    for place, (a, b) in enumerate(coefficients, start=1):
        budget, steepest = coefficient_budget(a, b), derivative_maximum(a, b)
        sharper = say("The amplitude bound, Σ√(a² + b²), is {value}.", value=f"{amplitude_bound(a, b):.4g}")
        found.append(_judged("slope", marked("slope of φ, A_K"), place, budget, steepest, sharper))
        k = np.arange(1, len(a) + 1)
        harmonic = float(((np.abs(a) + np.abs(b)) / k).sum())
        found.append(_judged("harmonics", marked("ℓ1 of the harmonics, A_K"), place, budget, harmonic))
        series = float(np.abs(maclaurin_coefficients(a, b, ORDERS)).sum())
        why = say(
            "The paper's ℓ1 bound is one of harmonics. Read as one of Maclaurin coefficients it can't hold: those of "
            "sin z alone sum to sinh 1 = 1.175 with A_K = 1, those of sin(kz)/k to sinh(k)/k."
        )
        found.append(_judged("series", marked("ℓ1 of the Maclaurin series, A_K"), place, budget, series, why))
    return found


def network_bounds(
    network: DenseNetwork,
    inputs: FloatArray | None,
    train: LossSamples | None,
    held_out: LossSamples | None,
    seed: int = 0,
    work: float = MOST_WORK,
) -> list[MeasuredBound]:
    """Those of the whole network. Without inputs of its own it is looked at where N(0, 1) draws them."""
    generator = np.random.default_rng(seed)
    x = generator.standard_normal((256, network.inputs)) if inputs is None else inputs
    x = x[generator.permutation(len(x))[:MOST]].astype(np.float64)
    budgets = [coefficient_budget(a, b) for a, b in network.coefficients]
    norms = operator_norms(network.weights)
    found = [
        _judged("layer", marked("Lipschitz constant of a layer, A_K‖W‖"), place, budget * norm, slope)
        for place, (budget, norm, slope) in enumerate(
            zip(budgets, norms, network.layer_slopes(x[:FEW]), strict=False), start=1
        )
    ]
    lipschitz = lipschitz_bound(network.weights, budgets)
    steepest = network.steepest(x, generator, work)
    found.append(
        _judged(
            "lipschitz",
            marked("Lipschitz constant of the network"),
            0,
            lipschitz,
            steepest,
            say("Measured is the steepest slope that a search found; there may be a steeper one."),
        )
    )
    found.append(_coefficients(network, budgets))
    if train is not None:
        found += _gradients(network, train, budgets, norms, generator)
        found += _generalisation(network, train, held_out)
    return found


def _coefficients(network: DenseNetwork, budgets: Sequence[float]) -> MeasuredBound:
    bound = coefficient_bound(network.weights, budgets)
    name = marked("ℓ1 of the network's coefficients")
    if len(budgets) > 1:
        why = say("The series of a deep network is not summed here; that of each layer's φ is above.")
        return MeasuredBound("coefficients", name, 0, bound, None, "open", why)
    (a, b) = network.coefficients[0]
    own = float(((np.abs(a) + np.abs(b)) / np.arange(1, len(a) + 1)).sum())
    measured = float(np.abs(network.weights[1]).sum(axis=1).max() * own)
    why = say("Measured are the harmonics of all neurons, weighted as they are summed.")
    first = float(np.linalg.norm(network.weights[0], 1))
    if measured > bound and first < 1:
        said = say(
            "They do not shrink with the first layer's weights, the bound does: ‖W_1‖₁ = {norm}.", norm=f"{first:.3g}"
        )
        why = f"{why} {said}"
    return _judged("coefficients", name, 0, bound, measured, why)


def _gradients(
    network: DenseNetwork,
    train: LossSamples,
    budgets: Sequence[float],
    norms: Sequence[float],
    generator: np.random.Generator,
) -> list[MeasuredBound]:
    chosen = generator.permutation(len(train.x))[:MOST]
    part = LossSamples(train.kind, train.x[chosen].astype(np.float64), train.y[chosen])
    output = network.output(part.x)
    lipschitz = part.lipschitz(output)
    largest = network.gradient_norms(part.x, part.gradients(output)).max(axis=1)
    reach = float(np.linalg.norm(part.x, axis=1).max())
    paper = gradient_bound(network.weights, budgets, reach, lipschitz)
    layer = int(largest.argmax()) + 1
    found = [
        _judged(
            "gradient",
            marked("gradient of the loss, as the paper bounds it"),
            layer,
            paper,
            float(largest.max()),
            _why_gradient(network, norms, float(largest.max()) > paper * (1 + SLACK)),
        )
    ]
    heights = [height(a, b) for a, b in network.coefficients]
    for place, measured in enumerate(largest, start=1):
        bound = chain_gradient_bound(network.weights, budgets, heights, reach, lipschitz, place)
        name = marked("gradient of the loss, by the chain rule")
        found.append(_judged("chain", name, place, bound, float(measured)))
    return found


def _why_gradient(network: DenseNetwork, norms: Sequence[float], fails: bool) -> str:
    """What the paper's bound supposes and this network does not have."""
    small = [say("‖W_{layer}‖ = {norm}", layer=at, norm=f"{n:.3g}") for at, n in enumerate(norms, 1) if n < 1]
    reasons = []
    if small:
        reasons.append(say("it multiplies by every layer's own norm, and {norms} is below 1", norms=listed(small)))
    if any(np.any(b) for _, b in network.coefficients) or any(np.any(bias) for bias in network.biases):
        reasons.append(say("it supposes φ(0) = 0 and no biases, and there are cosines and biases here"))
    if not reasons:
        return ""
    if fails:
        return say("It fails since {reasons}.", reasons=listed(reasons))
    return say("It holds here, but need not: {reasons}.", reasons=listed(reasons))


def _generalisation(network: DenseNetwork, train: LossSamples, held_out: LossSamples | None) -> list[MeasuredBound]:
    budget = max(coefficient_budget(a, b) for a, b in network.coefficients)
    weight = float(np.linalg.norm(network.weights[0], axis=1).max())
    reach, count = float(np.linalg.norm(train.x, axis=1).max()), len(train.x)
    harmonics = max(len(a) for a, _ in network.coefficients)
    gap = None
    if held_out is not None:
        gap = float(_mean_loss(network, held_out) - _mean_loss(network, train))
    said = (
        say("No samples are held out, so that there is no gap to measure.")
        if gap is None
        else say("Measured is the gap, held-out loss less training loss: {gap}.", gap=f"{gap:+.4g}")
    )
    rows = (
        (
            "contraction",
            marked("Rademacher complexity, Theorem 1"),
            contraction_bound(budget, weight, reach, count),
            say("It is one neuron's; of a network it says how the gap scales, not how large it is."),
        ),
        (
            "mixture",
            marked("Rademacher complexity, ℓ1 mixture"),
            mixture_bound(budget, harmonics, count),
            say("With C₀ = 1: the paper leaves it open, so that a smaller number than the gap is no failure."),
        ),
    )
    found = []
    for key, name, bound, told in rows:
        verdict: Verdict = (
            "open" if gap is None else "vacuous" if bound >= 1 or bound >= VACUOUS * abs(gap) else "holds"
        )
        if gap is not None and gap > bound:
            verdict = "open"
            told = say("{told} The gap is larger: for the network, it is no bound.", told=told)
        if bound >= 1:
            told = say("{told} Above 1 it says nothing of an accuracy.", told=told)
        found.append(MeasuredBound(key, name, 0, bound, gap, verdict, f"{told} {said}"))
    return found


def _mean_loss(network: DenseNetwork, samples: LossSamples) -> float:
    x, y = samples.x[:MOST], samples.y[:MOST]
    return float(LossSamples(samples.kind, x, y).losses(network.output(x)).mean())


def _judged(key: str, name: str, layer: int, bound: float, measured: float, why: str = "") -> MeasuredBound:
    verdict: Verdict = "holds"
    if measured > bound * (1 + SLACK) + SLACK:
        verdict = "fails"
    elif measured > 0 and bound >= VACUOUS * measured:
        verdict = "vacuous"
    return MeasuredBound(
        key, name, layer, bound, measured, verdict, why if key != "series" or verdict == "fails" else ""
    )
