"""Section 4.1: how steep a neuron, a layer and a network can be, and what its series is made of; computed."""

from __future__ import annotations

from math import sinh

import numpy as np

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget, derivative_maximum
from tesla_core.analysis.network_bounds import coefficient_bound, gradient_bound, lipschitz_bound, operator_norms
from tesla_core.analysis.taylor import maclaurin_coefficients, phi, phi_prime
from tesla_core.messages.say import marked, say
from tesla_core.paper.claims.method import COUNTS, drawn
from tesla_core.paper.entry import Entry
from tesla_core.paper.rules import BY_CASES_STRICT, Case, every_case
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement

ROUNDING = 1 + 1e-9
SIZES = (5, 7, 6, 1)


def network(scale: float, seed: int = 0, harmonics: int = 4) -> tuple[list[FloatArray], FloatArray, FloatArray]:
    """Weights of a small network and the coefficients of its activation, which is 0 at 0 (b = 0)."""
    generator = np.random.default_rng([7, seed])
    shapes = zip(SIZES[1:], SIZES[:-1], strict=True)
    weights = [scale * generator.standard_normal(shape) / np.sqrt(shape[1]) for shape in shapes]
    return weights, generator.standard_normal(harmonics) / harmonics, np.zeros(harmonics)


def _derivative(_runs: Runs) -> Judgement:
    cases = []
    for harmonics in COUNTS:
        a, b = drawn(harmonics)
        steepest, sharper, budget = derivative_maximum(a, b), amplitude_bound(a, b), coefficient_budget(a, b)
        row = {"steepest slope": steepest, "amplitude bound": sharper, "A_K": budget}
        agrees = steepest <= sharper * ROUNDING <= budget * ROUNDING**2
        cases.append(Case(f"K = {harmonics}", agrees, f"{steepest:.2f} ≤ {sharper:.2f} ≤ {budget:.2f}", row))
    return every_case(cases)


def _slope(weights: list[FloatArray], a: FloatArray, b: FloatArray, points: FloatArray) -> float:
    """The largest ‖∂f/∂x‖ found at the points (n, inputs)."""
    largest = 0.0
    for point in points:
        jacobian, value = np.eye(point.size), point
        for place, weight in enumerate(weights):
            inner = weight @ value
            jacobian = weight @ jacobian
            if place < len(weights) - 1:
                jacobian = phi_prime(inner, a, b)[:, None] * jacobian
                value = phi(inner, a, b)
        largest = max(largest, float(np.linalg.norm(jacobian, 2)))
    return largest


def _layers(count: int) -> Judgement:
    """For one layer φ_K(Wx), or a whole network: the steepest place found, against the bound."""
    cases = []
    for seed in range(4):
        weights, a, b = network(1.0, seed)
        points = np.random.default_rng([8, seed]).standard_normal((60, SIZES[0]))
        kept = [weights[0], np.eye(SIZES[1])] if count == 1 else weights
        bound = lipschitz_bound(kept, [coefficient_budget(a, b)] * (len(kept) - 1))
        found = _slope(kept, a, b, points)
        row = {"steepest found": found, "bound": bound}
        name = say("network {number}", number=seed + 1)
        cases.append(Case(name, found <= bound * ROUNDING, f"{found:.2f} ≤ {bound:.2f}", row))
    return every_case(cases)


def _order(_runs: Runs) -> Judgement:
    """One hidden layer with K = 1 is W_2 sin(W_1 x): is there an order above K^(L−1) = 1?"""
    cases = []
    for harmonics, layers in ((1, 2), (2, 2), (4, 2)):
        a = np.ones(harmonics)
        orders = maclaurin_coefficients(a, np.zeros(harmonics), 41)
        highest = int(np.flatnonzero(orders)[-1])
        limit = harmonics ** (layers - 1)
        row = {"K": harmonics, "layers": layers, "K^(L-1)": limit, "highest order found": highest}
        cases.append(Case(f"K = {harmonics}", highest <= limit, say("order {order}", order=highest), row))
    return every_case(cases, note=say("A sine has all odd orders: there is no highest one, whatever K."))


def _coefficients(_runs: Runs) -> Judgement:
    cases = []
    for name, a in (("sin z", np.ones(1)), (say("a drawn φ_4"), np.abs(drawn(4)[0]))):
        b = np.zeros(a.size)
        one = np.ones((1, 1))
        own = float(np.abs(maclaurin_coefficients(a, b, 200)).sum())
        bound = coefficient_bound([one, one], [coefficient_budget(a, b)])
        cases.append(Case(name, own <= bound * ROUNDING, f"{own:.3f} > {bound:.3f}", {"sum": own, "bound": bound}))
    note = say("The series of sin z has the sum sinh 1 = {value}, and A_K = 1.", value=f"{sinh(1):.3f}")
    return every_case(cases, note=note)


def _largest_gradient(weights: list[FloatArray], a: FloatArray, b: FloatArray, layer: int, x: FloatArray) -> float:
    """‖∂f/∂W_ℓ‖_F at x, for a network with one output: the product of what comes in and what goes out."""
    values, inner = [x], []
    for weight in weights[:-1]:
        inner.append(weight @ values[-1])
        values.append(phi(inner[-1], a, b))
    back = np.ones((1, 1))
    for place in range(len(weights) - 1, layer, -1):
        back = (back @ weights[place]) * phi_prime(inner[place - 1], a, b)[None, :]
    return float(np.linalg.norm(back) * np.linalg.norm(values[layer]))


def _gradient(_runs: Runs) -> Judgement:
    rows = []
    for kind, scale in (("large", 1.5), ("small", 0.2)):
        for seed in range(4):
            weights, a, b = network(scale, seed)
            budgets = [coefficient_budget(a, b)] * (len(weights) - 1)
            points = np.random.default_rng([9, seed]).standard_normal((25, SIZES[0]))
            for layer in range(len(weights)):
                ratios = [
                    _largest_gradient(weights, a, b, layer, x)
                    / gradient_bound(weights, budgets, float(np.linalg.norm(x)))
                    for x in points
                ]
                norm = operator_norms(weights)[layer]
                row = {"weights": kind, "network": seed + 1, "layer": layer + 1}
                rows.append({**row, "‖W‖": norm, "gradient / bound": max(ratios)})
    worst = max(float(row["gradient / bound"]) for row in rows)
    above = [row for row in rows if float(row["‖W‖"]) >= 1]
    kept = all(float(row["gradient / bound"]) <= ROUNDING for row in above)
    if worst <= ROUNDING:
        return Judgement(ClaimVerdict.HOLDS, say("No gradient found exceeds it."), f"{worst:.2f}", tuple(rows))
    if not kept:
        return Judgement(ClaimVerdict.CONTRADICTED, say("Gradients exceed it."), f"{worst:.2f}", tuple(rows))
    because = say(
        "It has the layer's own norm as a factor, which the chain rule leaves out: where ‖W_ℓ‖ is below 1 a gradient "
        "was found at {worst} × the bound; where it is 1 or more, none above it ({count} layers). It also supposes "
        "φ_K(0) = 0 and no biases.",
        worst=f"{worst:.1f}",
        count=len(above),
    )
    return Judgement(
        ClaimVerdict.CONDITION, because, say("up to {worst} × the bound", worst=f"{worst:.1f}"), tuple(rows)
    )


ENTRIES = (
    Entry(
        "s4.1-derivative",
        marked("The slope of φ_K is at most the sum of its amplitudes, which is at most A_K."),
        marked("The steepest place of drawn φ_K is searched to ten digits."),
        BY_CASES_STRICT,
        _derivative,
        live="/spectra",
    ),
    Entry(
        "s4.1-layer",
        marked("A layer φ_K(Wx) has a Lipschitz constant of at most A_K times the norm of W."),
        marked("The steepest of 60 places in each of four drawn layers."),
        BY_CASES_STRICT,
        lambda _runs: _layers(1),
    ),
    Entry(
        "s4.1-network",
        marked("For a network, the norms of all layers multiply, with A_K for each activation."),
        marked("The steepest of 60 places in each of four drawn networks of three layers."),
        BY_CASES_STRICT,
        lambda _runs: _layers(2),
    ),
    Entry(
        "s4.1-order",
        marked("L − 1 layers of TESLA have polynomial terms up to an order of about K^(L−1)."),
        marked("The highest order with a coefficient, among the first 41, of one layer."),
        BY_CASES_STRICT,
        _order,
        live="/taylor",
    ),
    Entry(
        "s4.1-coefficients",
        marked("The series' coefficients, in absolute value, sum to at most A_K^(L−1) times the layers' ℓ1 norms."),
        marked("The sum of the first 200 coefficients of a layer with weights 1."),
        BY_CASES_STRICT,
        _coefficients,
    ),
    Entry(
        "s4.1-gradient",
        marked("The gradient by any layer's weights is at most the product of all norms and budgets."),
        marked("The largest of 25 gradients by each layer of eight drawn networks, half of them with small weights."),
        marked(
            "It holds if no gradient exceeds it, with a condition if only layers whose norm is below 1 do, and is "
            "contradicted otherwise."
        ),
        _gradient,
    ),
)
