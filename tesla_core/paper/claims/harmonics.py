"""Section 4.4: which K a task wants; the orders are computed, the rule is read off measured runs of several K."""

from __future__ import annotations

from math import pi

import numpy as np

from tesla_core.analysis.taylor import phi
from tesla_core.analysis.walsh import effective_order, parity_table
from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.rules import BY_CASES_STRICT, Case, by_cases, every_case
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement

TASK_BLIND = "uniform(0.35)"
LENGTHS = (2, 5, 8, 10, 12)
# Clean parity at the paper's number of samples, under the rule that draws all weights alike.
SWEEP = Suite(
    "k_by_bits",
    "parity",
    {
        "activation": "tesla",
        "noise": 0.0,
        "secret_weight": 0,
        "init": TASK_BLIND,
        "width": 128,
        "budget_weight": 0.0,
        "weight_decay": 0.0,
    },
)
SWEPT = marked("Clean parity under the rule uniform(0.35), for lengths with at least three K.")
TOO_FEW_K = marked("No length of parity has runs of at least three K among the results.")


def _effective_order(_runs: Runs) -> Judgement:
    cases = []
    for bits in LENGTHS:
        for order in sorted({1, bits // 2, bits} - {0}):
            found = effective_order(parity_table(bits, 2**order - 1))
            name = say("{order} of {bits} bits", order=order, bits=bits)
            cases.append(Case(name, found == order, f"m_eff = {found}", {"m_eff": found}))
    return every_case(cases)


def _equation_4(_runs: Runs) -> Judgement:
    """What K does a neuron need for the parity of d bits? sin(v·x) with all weights π/2 has it already."""
    rows, exact = [], True
    for bits in LENGTHS:
        signs = 1.0 - 2.0 * ((np.arange(2**bits)[:, None] >> np.arange(bits)) & 1)
        inner = pi / 2 * signs.sum(axis=1)
        odd = bits % 2 == 1
        values = phi(inner, [1.0 if odd else 0.0], [0.0 if odd else 1.0])
        target = parity_table(bits) * (1 if (bits // 2) % 2 == 0 else -1)
        error = float(np.mean((values - target) ** 2))
        exact &= error < 1e-12
        rows.append({"bits": bits, "m_eff": bits, "K": 1, "error": error})
    if not exact:
        return Judgement(ClaimVerdict.UNTESTABLE, say("It is an assumption with free constants."), rows=tuple(rows))
    because = say(
        "It is an assumption. For parity it is true from K = 1 on, whatever m_eff: with all weights at π/2 one sine or "
        "cosine is the parity of {low} to {high} bits exactly. So it does not tell which K is needed.",
        low=LENGTHS[0],
        high=LENGTHS[-1],
    )
    return Judgement(ClaimVerdict.CONDITION, because, say("error 0 at K = 1"), tuple(rows))


def swept(runs: Runs) -> dict[int, dict[int, Runs]]:
    """By length of the strings, the runs of each K; only lengths that have at least three."""
    found: dict[int, dict[int, Runs]] = {}
    for (bits, harmonics), group in runs.by("bits", "harmonics").items():
        found.setdefault(bits, {})[harmonics] = group
    return {bits: dict(sorted(by_k.items())) for bits, by_k in sorted(found.items()) if len(by_k) >= 3}


def _accuracies(by_k: dict[int, Runs]) -> dict[int, float]:
    return {harmonics: group.mean("test_accuracy") for harmonics, group in by_k.items()}


def _told(means: dict[int, float]) -> str:
    return ", ".join(f"K={harmonics} {mean:.1%}" for harmonics, mean in means.items())


def _learns(by_k: dict[int, Runs]) -> list[int]:
    return [harmonics for harmonics, group in by_k.items() if 2 * group.learned > len(group)]


def _k_star(runs: Runs) -> Judgement:
    """Does the smallest K that learns grow with the number of bits?"""
    smallest = {bits: min(learns) for bits, by_k in swept(runs).items() if (learns := _learns(by_k))}
    if len(smallest) < 3:
        return Judgement(
            ClaimVerdict.NOT_MEASURED, say("Fewer than three lengths have runs of three K, some of which learn.")
        )
    lengths = np.array(list(smallest), dtype=float)
    slope = float(np.polyfit(np.log(lengths), np.log(list(smallest.values())), 1)[0])
    rows = tuple({"bits": bits, "smallest K that learns": k} for bits, k in smallest.items())
    told = ", ".join(say("{bits} bits: {k}", bits=bits, k=k) for bits, k in smallest.items())
    because = say("The smallest K that learns: {told}; it grows as d^{slope}.", told=told, slope=f"{slope:.1f}")
    verdict = ClaimVerdict.HOLDS if 0.5 <= slope <= 1.5 else ClaimVerdict.NOT_REPRODUCED
    return Judgement(verdict, because, f"d^{slope:.1f}", rows, len(runs), runs.seeds)


def _dilution(runs: Runs) -> Judgement:
    """Is the largest K worse than the best, by more than five points?"""
    cases = []
    for bits, by_k in swept(runs).items():
        means = _accuracies(by_k)
        best, last = max(means.values()), list(means.values())[-1]
        if best > 0.75 and max(means) >= bits / 2:
            row = {f"K={harmonics}": mean for harmonics, mean in means.items()}
            cases.append(Case(say("{bits} bits", bits=bits), last < best - 0.05, _told(means), row))
    if not cases:
        return Judgement(ClaimVerdict.NOT_MEASURED, say(TOO_FEW_K))
    return by_cases(cases, runs)


def _d_over_4(runs: Runs) -> Judgement:
    """Is the best K within 0.2 to 0.4 of the length, and alone so?"""
    cases = []
    for bits, by_k in swept(runs).items():
        means = _accuracies(by_k)
        best = max(means.values())
        good = [harmonics for harmonics, mean in means.items() if mean >= best - 0.01]
        inside = [harmonics for harmonics in good if 0.2 * bits - 0.5 <= harmonics <= 0.4 * bits + 0.5]
        if best > 0.75 and max(means) >= bits / 2:
            row = {f"K={harmonics}": mean for harmonics, mean in means.items()}
            cases.append(Case(say("{bits} bits", bits=bits), bool(inside) and inside == good, _told(means), row))
    if not cases:
        return Judgement(ClaimVerdict.NOT_MEASURED, say(TOO_FEW_K))
    return by_cases(cases, runs)


ENTRIES = (
    Entry(
        "s4.4-effective-order",
        marked("The effective order of a parity of m bits is m."),
        marked("By the Walsh transform of parities of up to twelve bits."),
        BY_CASES_STRICT,
        _effective_order,
    ),
    Entry(
        "eq-4",
        marked("The error of the best neuron falls with K/m_eff, exponentially or as a power (assumed)."),
        marked("How well one neuron with K = 1 has the parity of 2 to 12 bits."),
        marked("An assumption can't hold as such; with a condition where it is true from K = 1 on."),
        _equation_4,
    ),
    Entry(
        "s4.4-k-star",
        marked("For the parity of d bits the best K grows as d."),
        SWEPT,
        marked("It holds if the smallest K that learns grows with a power of d between 0.5 and 1.5."),
        _k_star,
        theirs=marked("K = Θ(d)"),
        suites=(SWEEP,),
    ),
    Entry(
        "s4.4-dilution",
        marked("A K far above m_eff thins out the budget and costs accuracy."),
        SWEPT,
        marked(
            "Where a K of d/2 or more was run: one agrees if the largest is five points below the best. They decide."
        ),
        _dilution,
        suites=(SWEEP,),
    ),
    Entry(
        "s4.4-d-over-4",
        marked("At 100,000 samples the stable range is K = 0.2 d to 0.4 d, best near d/4."),
        SWEPT,
        marked("A case agrees where the K within a point of the best all lie in that range. As many as agree decide."),
        _d_over_4,
        theirs=marked("κ from 0.2 to 0.4, K ≈ d/4"),
        suites=(SWEEP,),
    ),
)
