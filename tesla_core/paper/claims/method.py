"""Section 3: the activation, its budget and its Maclaurin expansion; computed."""

from __future__ import annotations

from math import pi

import numpy as np

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.bounds import coefficient_budget
from tesla_core.analysis.taylor import maclaurin_coefficients, phi, remainder, truncated_polynomial
from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.rules import BY_CASES_STRICT, Case, by_cases, every_case
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement

COUNTS = (1, 2, 8, 32)
SMALL = 1e-9


def drawn(harmonics: int, seed: int = 0) -> tuple[FloatArray, FloatArray]:
    """Coefficients a, b as a rule's examples have them: normal, the same at every call."""
    generator = np.random.default_rng([seed, harmonics])
    return generator.standard_normal(harmonics), generator.standard_normal(harmonics)


def _equation_1(_runs: Runs) -> Judgement:
    """By its own Fourier coefficients: what the sum is made of can be read off it again."""
    cases = []
    for harmonics in COUNTS:
        a, b = drawn(harmonics)
        points = 2 * pi * np.arange(4 * harmonics) / (4 * harmonics)
        values, k = phi(points, a, b), np.arange(1, harmonics + 1)
        read = 2 * np.stack([np.sin(np.outer(k, points)) @ values, np.cos(np.outer(k, points)) @ values]) / points.size
        error = float(np.abs(read - np.stack([a / k, b / k])).max())
        cases.append(Case(f"K = {harmonics}", error < SMALL, f"{error:.1e}", {"error": error}))
    return every_case(cases)


def _equation_2(_runs: Runs) -> Judgement:
    cases = []
    for harmonics in COUNTS:
        a, b = drawn(harmonics)
        budget = coefficient_budget(a, b)
        steepest = float(np.abs(a).sum() + np.abs(b).sum())
        scaled = coefficient_budget(3 * a, 3 * b)
        agrees = abs(budget - steepest) < SMALL and abs(scaled - 3 * budget) < SMALL * scaled
        cases.append(Case(f"K = {harmonics}", agrees, f"A_K = {budget:.2f}", {"budget": budget}))
    return every_case(cases)


def _equation_3(_runs: Runs) -> Judgement:
    """The polynomial and what it leaves, each summed on its own, make up φ_K again; and the rest vanishes."""
    cases = []
    for harmonics in COUNTS:
        a, b = drawn(harmonics)
        points = np.linspace(-pi, pi, 201)
        degree = min(512, 8 * harmonics + 40)
        cut, rest = truncated_polynomial(points, a, b, degree), remainder(points, a, b, degree)
        error = float(np.abs(cut + rest - phi(points, a, b)).max())
        left = float(np.abs(rest).max())
        shown = f"{left:.1e}"
        row = {"degree": degree, "error": error, "left over": left}
        cases.append(Case(f"K = {harmonics}", error < 1e-6 and left < 1e-6, shown, row))
    return every_case(cases)


def _linear(_runs: Runs) -> Judgement:
    cases = []
    for harmonics in COUNTS:
        (a, b), (c, d) = drawn(harmonics), drawn(harmonics, seed=1)
        whole = maclaurin_coefficients(2 * a - 3 * c, 2 * b - 3 * d, 24)
        parts = 2 * maclaurin_coefficients(a, b, 24) - 3 * maclaurin_coefficients(c, d, 24)
        error = float(np.abs(whole - parts).max() / np.abs(whole).max())
        cases.append(Case(f"K = {harmonics}", error < SMALL, f"{error:.1e}", {"relative error": error}))
    return every_case(cases)


def _selective(_runs: Runs) -> Judgement:
    """Can one order be set without another? 2K numbers decide all orders: the first 2K are free, the rest follow."""
    rows, free = [], []
    for harmonics in (1, 2, 4, 8):
        orders = 6 * harmonics
        basis = np.eye(2 * harmonics)
        matrix = np.stack([maclaurin_coefficients(one[:harmonics], one[harmonics:], orders) for one in basis], axis=1)
        scaled = matrix / np.abs(matrix).max(axis=1, keepdims=True)
        rank = int(np.linalg.matrix_rank(scaled, tol=1e-12))
        rows.append({"K": harmonics, "orders looked at": orders + 1, "orders that can be set freely": rank})
        free.append(rank < orders + 1)
    if not all(free):
        return Judgement(ClaimVerdict.HOLDS, say("All orders looked at can be set freely."), rows=tuple(rows))
    because = say(
        "At most 2K orders can be chosen (K = 8: {free} of {orders}); all higher ones follow from those, and there is "
        "no highest.",
        free=rows[-1]["orders that can be set freely"],
        orders=rows[-1]["orders looked at"],
    )
    return Judgement(ClaimVerdict.CONDITION, because, say("2K orders at most"), tuple(rows))


WIDE = "uniform(30)"


def _no_hand_crafted(runs: Runs) -> Judgement:
    """TESLA with nothing but its own start, against the same with a first-layer rule chosen for the task."""
    cases = []
    signal = runs.where(experiment="regression", activation="tesla")
    for (schedule,), group in signal.by("schedule").items():
        plain, chosen = group.where(init="default").values("test_loss"), group.where(init=WIDE).values("test_loss")
        if plain and chosen:
            own, best = sum(plain) / len(plain), sum(chosen) / len(chosen)
            name = say("the signal, {schedule} rate", schedule=schedule)
            row = {"as PyTorch starts": own, "with a chosen range": best}
            cases.append(Case(name, own <= 2 * best, f"MSE {own:.2g}, {best:.2g}", row))
    for (bits,), group in runs.where(experiment="parity", activation="tesla").by("bits").items():
        plain = group.where(init=("default",)).values("test_accuracy")
        chosen = group.where(init=lambda rule: rule != "default").values("test_accuracy")
        if plain and chosen and group.where(init=lambda rule: rule != "default").learned:
            own, best = max(plain), max(chosen)
            row = {"as PyTorch starts": own, "with a chosen range": best}
            cases.append(Case(say("LPN, {bits} bits", bits=bits), own >= best - 0.02, f"{own:.1%}, {best:.1%}", row))
    return by_cases(cases, runs)


def _across_tasks(runs: Runs) -> Judgement:
    """Which first-layer rule was best for TESLA in each experiment: one for all, or one for each?"""
    best: dict[str, str] = {}
    ways = (("regression", "test_loss", True), ("parity", "test_accuracy", False), ("inr", "unseen_psnr", False))
    rows = []
    for experiment, number, lower in ways:
        groups = runs.where(experiment=experiment, activation="tesla").by("init")
        means = {str(key[0]): group.mean(number) for key, group in groups.items() if group.values(number)}
        if len(means) > 1:
            best[experiment] = (min if lower else max)(means, key=lambda rule: means[rule])
            rows += [{"experiment": experiment, "first layer": rule, number: mean} for rule, mean in means.items()]
    if len(best) < 2:
        return Judgement(ClaimVerdict.NOT_MEASURED, say("Fewer than two experiments have runs under several rules."))
    told = ", ".join(f"{experiment} {rule}" for experiment, rule in best.items())
    if len(set(best.values())) == 1:
        return Judgement(
            ClaimVerdict.HOLDS, say("One start is the best of all: {told}.", told=told), "", tuple(rows), len(runs)
        )
    because = say("The best first-layer rule is another in each experiment: {told}.", told=told)
    return Judgement(ClaimVerdict.NOT_REPRODUCED, because, say("no common start"), tuple(rows), len(runs), runs.seeds)


ENTRIES = (
    Entry(
        "eq-1",
        marked("φ_K is the sum of a_k/k · sin kz and b_k/k · cos kz for k from 1 to K."),
        marked("The coefficients of drawn φ_K are read off its values again by a Fourier transform."),
        BY_CASES_STRICT,
        _equation_1,
        live="/activation",
    ),
    Entry(
        "eq-2",
        marked("The budget A_K is the sum of all |a_k| and |b_k|."),
        marked("Computed of drawn coefficients; it grows with their scale."),
        BY_CASES_STRICT,
        _equation_2,
    ),
    Entry(
        "eq-3",
        marked("The Maclaurin series of φ_K: odd orders come from the sines, even ones from the cosines."),
        marked("The polynomial up to degree 8K + 40 and what it leaves out are summed apart on |z| ≤ π."),
        BY_CASES_STRICT,
        _equation_3,
        live="/taylor",
    ),
    Entry(
        "s3.2-linear",
        marked("Each order of the series is a linear function of the coefficients."),
        marked("Orders 0 to 24 of a combination of two drawn φ_K, against the combination of their orders."),
        BY_CASES_STRICT,
        _linear,
    ),
    Entry(
        "s3.2-selective",
        marked("Learning a_k and b_k amplifies or weakens chosen polynomial orders."),
        marked("The rank of the map from coefficients to the first 6K + 1 orders."),
        marked("It holds if all orders can be set freely, with a condition if only some can."),
        _selective,
        live="/taylor",
    ),
    Entry(
        "s3.2-no-hand-crafted",
        marked("It reduces the need to choose frequencies for the input by hand."),
        marked("TESLA as PyTorch starts it, against TESLA with a first layer's range that was chosen for the task."),
        marked(
            "A case agrees where the plain start comes within a factor of two of the chosen one's error, or within two "
            "points of its accuracy. It holds if all do, with a condition if some do, and is not reproduced if none."
        ),
        _no_hand_crafted,
        suites=(
            Suite("regression", "regression", {"activation": "tesla"}),
            Suite("lpn", "parity", {"activation": "tesla", "width": 128, "secret_weight": lambda weight: weight > 0}),
        ),
    ),
    Entry(
        "s3.2-across-tasks",
        marked("It suits tasks whose frequencies differ, with few changes from one to the next."),
        marked("The first-layer rule that is best for TESLA in parity, the signal and photographs."),
        marked("It holds if one rule is the best of all experiments, and is not reproduced if each wants another."),
        _across_tasks,
        suites=(
            Suite("regression", "regression", {"activation": "tesla", "schedule": "cosine"}),
            Suite("parity", "parity", {"activation": "tesla", "secret_weight": 0}),
            Suite("inr_unseen", "inr", {"activation": "tesla", "withheld": 0.5, "size": 64}),
        ),
    ),
)
