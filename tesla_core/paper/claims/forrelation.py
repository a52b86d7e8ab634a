"""Sections 5.4 and 5.6: Forrelation, Figure 4, and what the end says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tesla_core.analysis.walsh import walsh_hadamard
from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.rules import BY_CASES, Case, activation_label, by_cases, rows_of
from tesla_core.paper.runs import Runs, together
from tesla_core.paper.verdict import ClaimVerdict, Judgement
from tesla_core.wording import listed

ACCURACY = "test_accuracy"
VARIABLES = 12
COMMON = ("relu", "gelu", "silu", "tanh")
PERIODIC = ("siren", "snake", "fourier")
NORMAL = {"coefficient_start": "normal", "init": "default"}
SHORT = Suite("forrelation", "forrelation", {**NORMAL, "epochs": 6})
LONG = Suite("forrelation_long", "forrelation", {**NORMAL, "epochs": 20})


def _normalisation(_runs: Runs) -> Judgement:
    """What Φ is for random functions as the paper prints it, with either Hadamard matrix, and as usual."""
    generator = np.random.default_rng(0)
    size = 2**VARIABLES
    f, g = (np.where(generator.random((400, size)) < 0.5, -1.0, 1.0) for _ in range(2))
    plain = (walsh_hadamard(f) * g).sum(axis=1)  # ⟨Hf, g⟩ with entries ±1
    ways = {
        say("as printed, H with entries ±1"): plain / size**0.5,
        say("as printed, H orthonormal"): plain / size,
        say("with a further 1/√M"): plain / size**1.5,
    }
    rows, usable = [], {}
    for name, values in ways.items():
        share = float((np.abs(values) <= 0.01).mean())
        usable[name] = share > 0.1
        rows.append({"reading": name, "spread of Φ": float(values.std()), "share with |Φ| ≤ 0.01": share})
    *printed, usual = usable.values()
    if any(printed):
        return Judgement(ClaimVerdict.HOLDS, say("The thresholds can be met as printed."), rows=tuple(rows))
    if not usual:
        return Judgement(ClaimVerdict.CONTRADICTED, say("The thresholds can't be met."), rows=tuple(rows))
    because = say(
        "As printed, with either Hadamard matrix, random pairs have Φ around {spread} and next to none is within 0.01; "
        "with the usual further 1/√M {share} are.",
        spread=f"{rows[1]['spread of Φ']:.1f}",
        share=f"{rows[2]['share with |Φ| ≤ 0.01']:.0%}",
    )
    return Judgement(ClaimVerdict.CONDITION, because, say("with a further 1/√M"), tuple(rows))


def _rows(found: Judgement, runs: Runs) -> Judgement:
    rows = rows_of(runs, ACCURACY, "width", "activation", "harmonics")
    return Judgement(found.verdict, found.because, found.ours, rows, len(runs), runs.seeds)


def whole(long: Runs, short: Runs) -> bool:
    """Whether 20 epochs were run with TESLA and with others, and with all methods and seeds that ran for 6."""
    sides = (long.where(activation="tesla"), long.where(activation=lambda name: name != "tesla"))
    have = {key: set(group.seeds) for key, group in long.by("activation", "harmonics").items()}
    needed = short.by("activation", "harmonics").items()
    return all(map(len, sides)) and all(set(group.seeds) <= have.get(key, set()) for key, group in needed)


def settled(runs: Runs) -> tuple[Runs, str]:
    """Width by width the runs after the paper's 20 epochs where they are whole, else those after 6; and, where some
    widths are of one sort and some of the other, a sentence that says which."""
    chosen: list[Runs] = []
    widths: dict[int, list[int]] = {20: [], 6: []}
    for (width,), group in sorted(runs.by("width").items()):
        long, short = group.where(epochs=20), group.where(epochs=6)
        epochs = 20 if whole(long, short) else 6
        chosen.append(long if epochs == 20 else short)
        if len(chosen[-1]):
            widths[epochs].append(width)
    note = ""
    if all(widths.values()):
        note = say(
            "Width {long} after the paper's 20 epochs; width {short} after 6, since 20 are not measured whole there.",
            long=listed(widths[20]),
            short=listed(widths[6]),
        )
    return together(chosen), note


def _longest(judge: Callable[[Runs], Judgement]) -> Callable[[Runs], Judgement]:
    """By the paper's 20 epochs where they were run whole, width by width, else by 6."""

    def by_longest(runs: Runs) -> Judgement:
        chosen, note = settled(runs)
        found = judge(chosen)
        return replace(found, because=f"{found.because} {note}".strip())

    return by_longest


def _alike(judge: Callable[[Runs], Judgement]) -> Callable[[Runs], Judgement]:
    """By 20 epochs if every width has them whole, else by 6: widths are compared after the same number."""

    def by_same(runs: Runs) -> Judgement:
        long, short = runs.where(epochs=20), runs.where(epochs=6)
        every = all(whole(group.where(epochs=20), group.where(epochs=6)) for group in runs.by("width").values())
        return judge(long if every or not len(short) else short)

    return by_same


def _ahead(runs: Runs) -> Judgement:
    """TESLA at each K and width against the best of the common activations of that width."""
    cases = []
    for (width,), group in runs.by("width").items():
        others = [each.mean(ACCURACY) for each in group.where(activation=COMMON).by("activation").values()]
        for (harmonics,), tesla in group.where(activation="tesla").by("harmonics").items():
            if others:
                mean, best = tesla.mean(ACCURACY), max(others)
                name = say("width {width}, K = {harmonics}", width=width, harmonics=harmonics)
                cases.append(Case(name, mean > best, f"{mean:.1%}, {best:.1%}"))
    return _rows(by_cases(cases, runs), runs)


def _highest(runs: Runs) -> Judgement:
    """TESLA at its best K against every other, width by width."""
    cases = []
    for (width,), group in runs.by("width").items():
        own = [each.mean(ACCURACY) for each in group.where(activation="tesla").by("harmonics").values()]
        rest = group.where(activation=lambda name: name != "tesla").by("activation").values()
        others = [each.mean(ACCURACY) for each in rest]
        if own and others:
            name = say("width {width}", width=width)
            cases.append(Case(name, max(own) > max(others), f"{max(own):.1%}, {max(others):.1%}"))
    return _rows(by_cases(cases, runs), runs)


def _wider(runs: Runs) -> Judgement:
    """Each method's mean at the widest against its narrowest, by more than a point."""
    cases = []
    for (name, harmonics), group in runs.by("activation", "harmonics").items():
        by_width = {int(width): each.mean(ACCURACY) for (width,), each in group.by("width").items()}
        if len(by_width) > 1:
            means = [by_width[width] for width in sorted(by_width)]
            label = f"TESLA K = {harmonics}" if name == "tesla" else activation_label(name)
            cases.append(Case(label, means[-1] > means[0] + 0.01, ", ".join(f"{mean:.1%}" for mean in means)))
    return _rows(by_cases(cases, runs), runs)


def _near_chance(runs: Runs) -> Judgement:
    measured = runs.where(activation=PERIODIC).by("activation")
    cases = []
    for (name,), group in measured.items():
        means = [each.mean(ACCURACY) for each in group.by("width").values()]
        cases.append(Case(activation_label(name), max(abs(mean - 0.5) for mean in means) <= 0.03, f"{max(means):.1%}"))
    found = _rows(by_cases(cases, runs), runs)
    absent = [name for name in PERIODIC if (name,) not in measured]
    if found.verdict is not ClaimVerdict.HOLDS or not absent:
        return found
    note = say("{names} were not measured.", names=", ".join(map(activation_label, absent)))
    return Judgement(ClaimVerdict.CONDITION, f"{found.because} {note}", found.ours, found.rows, found.runs, found.seeds)


ENTRIES = (
    Entry(
        "s5.4-normalisation",
        marked("Φ = ⟨Hf, g⟩ / √M; pairs with Φ of 0.6 or more are positive, with |Φ| of 0.01 or less negative."),
        marked("Φ of 400 random pairs at n = 12, by three readings of the formula."),
        marked("It holds if random pairs can be negative as printed, with a condition if only by another reading."),
        _normalisation,
    ),
    Entry(
        "figure-4",
        marked("Forrelation by epochs and widths: TESLA converges faster and ends higher."),
        marked("The accuracy of the epoch chosen on validation, at widths 128, 512 and 1,024, three seeds."),
        BY_CASES,
        _longest(_ahead),
        suites=(SHORT, LONG),
        figure="4",
    ),
    Entry(
        "s5.6-forrelation",
        marked("At every K and width TESLA ends above the common activations."),
        marked("As Figure 4; how fast each learns was not kept."),
        BY_CASES,
        _longest(_ahead),
        suites=(SHORT, LONG),
    ),
    Entry(
        "s5.6-wider",
        marked("More hidden neurons improve every method."),
        marked("Each method's mean at widths 128, 512 and 1,024."),
        marked(
            "A method agrees where the widest is more than a point above the narrowest. It holds if all agree, with a "
            "condition if some do, and is not reproduced if none does."
        ),
        _alike(_wider),
        suites=(SHORT, LONG),
    ),
    Entry(
        "s7-forrelation",
        marked("TESLA has the highest accuracy at every width."),
        marked("TESLA at its best K, against every other activation."),
        BY_CASES,
        _longest(_highest),
        suites=(SHORT, LONG),
    ),
    Entry(
        "s7-near-chance",
        marked("Periodic activations and Fourier features stay near chance on Forrelation."),
        marked("SIREN; SNAKE and Fourier features where measured."),
        marked("An activation agrees where all means are within 3 points of 50%. It holds if all three agree."),
        _longest(_near_chance),
        suites=(SHORT, LONG),
    ),
)
