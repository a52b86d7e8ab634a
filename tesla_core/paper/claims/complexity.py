"""Section 4.2 and the estimation term of 4.4: Rademacher complexities, computed on small samples."""

from __future__ import annotations

import itertools
from math import log, pi, sqrt

import numpy as np

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.rademacher import contraction_bound, mixture_bound
from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry
from tesla_core.paper.rules import BY_CASES_STRICT, Case, every_case, untestable
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement

SAMPLES = (1, 2, 4, 8)
SHATTERED = (2, 4, 6, 8, 10)


def _signs(count: int) -> FloatArray:
    return np.array(list(itertools.product((1.0, -1.0), repeat=count)))


def complexity(x: FloatArray, harmonics: int, widest: float) -> float:
    """R̂_N of the neurons φ_K(v·x) with |v| ≤ widest and A_K ≤ 1 on numbers x, over all sign patterns.

    The class is the hull of ± sin(kvx)/k and ± cos(kvx)/k, so that the supremum is the largest of those, which are
    looked for on a grid of v: a lower bound that misses little.
    """
    signs, v = _signs(x.size), np.linspace(0, widest, 257)
    best = np.zeros(len(signs))
    for k in range(1, harmonics + 1):
        for wave in (np.sin, np.cos):
            best = np.maximum(best, np.abs(signs @ wave(k * np.outer(x, v))).max(axis=1) / k)
    return float(best.mean()) / x.size


def _theorem_1(_runs: Runs) -> Judgement:
    cases = []
    generator = np.random.default_rng(1)
    for count in SAMPLES:
        samples = {"drawn": generator.uniform(-1, 1, count), "equal": np.ones(count)}
        worst = max(
            complexity(x, harmonics, widest) / contraction_bound(1, widest, float(np.abs(x).max()), count)
            for x in samples.values()
            for harmonics in (1, 4)
            for widest in (0.01, 0.3, 1, 3, 10)
        )
        cases.append(Case(f"N = {count}", worst <= 1 + 1e-9, f"{worst:.2f}", {"complexity / bound": worst}))
    return every_case(cases)


def _offset(_runs: Runs) -> Judgement:
    """φ_K(0) = Σ b_k/k is largest with all of the budget on b_1."""
    cases = []
    for harmonics in (1, 2, 8, 32):
        corners = 1 / np.arange(1, harmonics + 1)
        cases.append(Case(f"K = {harmonics}", float(corners.max()) <= 1, f"{corners.max():g} A", {"B_0/A": 1.0}))
    return every_case(cases)


def _rate(_runs: Runs) -> Judgement:
    """The bound over that of linear functions, W·R/√N: is it A, whatever N, W and R?"""
    cases = []
    for budget, reach in itertools.product((0.5, 1.0, 4.0), (0.1, 1.0, 100.0)):
        ratio = contraction_bound(budget, reach, 1, 100) / (reach / sqrt(100))
        name = f"A = {budget:g}, WR = {reach:g}"
        cases.append(Case(name, abs(ratio - budget) <= 0.05 * budget, f"{ratio:.3g}", {"ratio": ratio, "A": budget}))
    good = [case for case in cases if case.agrees]
    rows = tuple({"case": case.name, **(case.row or {})} for case in cases)
    if len(good) == len(cases):
        return Judgement(ClaimVerdict.HOLDS, say("The factor is A everywhere."), rows=rows)
    because = say("The constant adds A/√N: the factor is A only where W·R is large, and A + A/(W·R) in general.")
    return Judgement(ClaimVerdict.CONDITION, because, "A (1 + 1/(WR))", rows)


def shattered(count: int) -> float:
    """A lower bound of R̂_N for x_i = 2^-i and weights as large as they need be: one sine takes every sign pattern."""
    x, signs = 2.0 ** -np.arange(1, count + 1), _signs(count)
    v = pi * (1 + ((1 - signs) / 2) @ 2.0 ** np.arange(1, count + 1))
    return float(np.abs((signs * np.sin(v[:, None] * x)).mean(axis=1)).mean())


def _mixture(_runs: Runs) -> Judgement:
    """The bound has no W in it. Does one constant C_0 serve for all N when the weights may be large, when fixed?"""
    rows = []
    for count in SHATTERED:
        unit = mixture_bound(1, 1, count)
        x = np.random.default_rng(count).uniform(-1, 1, count)
        fixed = float(np.abs(_signs(count) @ np.stack([np.sin(x), np.cos(x)], axis=1)).max(axis=1).mean()) / count
        rows.append(
            {"N": count, "C_0 with a fixed weight": fixed / unit, "C_0 with free weights": shattered(count) / unit}
        )
    free = [row["C_0 with free weights"] for row in rows]
    still = [row["C_0 with a fixed weight"] for row in rows]
    growing = all(later > earlier for earlier, later in itertools.pairwise(free))
    steady = max(still) <= 2.5
    if steady and not growing:
        return Judgement(ClaimVerdict.HOLDS, say("One constant serves for all N looked at."), rows=tuple(rows))
    if growing and steady:
        because = say(
            "With the weights held still one constant serves (at most {still}). With weights as free as in Theorem 1 "
            "none does: one sine takes every sign pattern, and C_0 would have to grow from {low} at N = {first} to "
            "{high} at N = {last}.",
            still=f"{max(still):.2f}",
            low=f"{free[0]:.2f}",
            high=f"{free[-1]:.2f}",
            first=SHATTERED[0],
            last=SHATTERED[-1],
        )
        return Judgement(ClaimVerdict.CONDITION, because, say("C_0 grows with N where weights are free"), tuple(rows))
    return Judgement(ClaimVerdict.CONTRADICTED, say("No constant serves."), rows=tuple(rows))


def _follows(runs: Runs) -> Judgement:
    found = _mixture(runs)
    because = say("It follows from Equation 5 by the usual step, and holds where that does: {why}", why=found.because)
    return Judgement(found.verdict, because, found.ours, found.rows)


def _minimum(decay, samples: float) -> float:
    """The K/m_eff that makes approximation and estimation together smallest."""
    z = np.geomspace(0.05, 1e7, 40_000)
    return float(z[np.argmin(decay(z) + np.sqrt(np.log(2 + 2 * 16 * z)) / sqrt(samples))])


def _kappa(_runs: Runs) -> Judgement:
    """κ against N by minimising the sum: does it follow log N, and N^(1/2p)?"""
    sizes = (1e3, 1e4, 1e5, 1e6)
    by_exponent = [_minimum(lambda z: np.exp(-z), size) for size in sizes]
    per_log = [kappa / log(size) for kappa, size in zip(by_exponent, sizes, strict=True)]
    power = 2.0
    by_power = [_minimum(lambda z: z**-power, size) for size in sizes]
    slope = float(np.polyfit(np.log(sizes), np.log(by_power), 1)[0])
    rows = tuple(
        {"N": size, "κ, exponential": one, "κ / log N": each, "κ, power 2": two}
        for size, one, each, two in zip(sizes, by_exponent, per_log, by_power, strict=True)
    )
    exponential = max(per_log) / min(per_log) < 1.6
    powered = abs(slope - 1 / (2 * power)) < 0.08
    if not (exponential and powered):
        return Judgement(ClaimVerdict.CONTRADICTED, say("κ grows otherwise."), f"N^{slope:.2f}", rows)
    because = say(
        "κ follows log N for the exponential and N^{slope} for the power p = 2 (N^0.25 up to logarithms, as stated). "
        "It varies slowly in the first case only: from a thousand to a million samples it grows by the factor {first} "
        "there and by {second} here.",
        slope=f"{slope:.2f}",
        first=f"{by_exponent[-1] / by_exponent[0]:.1f}",
        second=f"{by_power[-1] / by_power[0]:.1f}",
    )
    return Judgement(ClaimVerdict.CONDITION, because, f"log N; N^{slope:.2f}", rows)


ENTRIES = (
    Entry(
        "theorem-1",
        marked("The empirical Rademacher complexity of TESLA neurons is at most (A·W·R + B_0(A)) / √N."),
        marked("Over all sign patterns of samples of up to eight numbers, with weights up to 10 and K up to 4."),
        BY_CASES_STRICT,
        _theorem_1,
    ),
    Entry(
        "s4.2-offset",
        marked("B_0(A), the largest |φ_K(0)|, is at most A."),
        marked("At the corners of the budget, where a linear function is largest."),
        BY_CASES_STRICT,
        _offset,
    ),
    Entry(
        "s4.2-rate",
        marked("The bound is that of linear functions, W·R/√N, times A."),
        marked("The ratio of both for several A and W·R."),
        marked("It holds if the ratio is A within 5% everywhere, with a condition if only in some places."),
        _rate,
    ),
    Entry(
        "s4.2-deep",
        marked("In deep networks the same effect multiplies from layer to layer."),
        marked("Not tested."),
        marked("A statement without a bound can't be tested."),
        untestable(marked("It is said in words: there is no bound for deep networks to compare with.")),
    ),
    Entry(
        "eq-5",
        marked("The complexity of TESLA neurons is at most C_0 · A_K · √log(2K) / √N."),
        marked("The constant that samples of 2 to 10 numbers need, with weights held still and with free ones."),
        marked(
            "It holds if one constant serves for all N, with a condition if it does with weights held still only, and "
            "is contradicted otherwise."
        ),
        _mixture,
    ),
    Entry(
        "eq-6",
        marked("With high probability no neuron's risk is further from what is measured than that bound, and a rest."),
        marked("As Equation 5, from which it follows."),
        marked("The verdict of Equation 5."),
        _follows,
    ),
    Entry(
        "eq-7",
        marked("The excess risk is at most an approximation term, the estimation term and a rest."),
        marked("As Equation 5; the approximation term is the paper's assumption (Equation 4)."),
        marked("The verdict of Equation 5."),
        _follows,
    ),
    Entry(
        "s4.4-kappa",
        marked("The best K is m_eff times κ; κ varies slowly: as log N, or as N^(1/2p) with logarithms."),
        marked("The sum of both terms is minimised for N from a thousand to a million."),
        marked(
            "With a condition if κ grows as stated but by more than logarithms in one of both cases; contradicted if "
            "it grows otherwise."
        ),
        _kappa,
    ),
)
