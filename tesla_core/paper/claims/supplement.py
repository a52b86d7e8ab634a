"""The supplement: settings, surroundings, toys and the ten-bit surface."""

from __future__ import annotations

from collections.abc import Callable

from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.rules import (
    Case,
    activation_label,
    by_cases,
    every_case,
    rows_of,
    untestable,
)
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement

ACCURACY = "test_accuracy"
TABLES_WITH_SPREAD = {
    "Table 1": False,
    "Table 2": False,
    "Table 3": False,
    "Table 4": True,
    "Table 5": False,
    "Table 6": True,
}
"""Which of the paper's tables print a standard deviation."""
TABLE_5 = {"harmonics": 8, "epochs": 20}
SUPPLEMENT = {"harmonics": lambda bits: bits // 4, "epochs": 30}
LENGTHS = (16, 20, 24, 28, 32)
SURFACE = Suite("surface", "surface")
FOUND = 0.95
"""Of test accuracy, from which the structure of points in the plane counts as found."""
EASY, HARD = ("circles", "moons"), ("spiral", "checkerboard")
ON_POINTS = marked("TESLA with K = 8 and six others on 1,000 points, two layers of 128, 200 epochs, three seeds.")


def _points(toys: tuple[str, ...], missed: bool) -> Callable[[Runs], Judgement]:
    """Whether TESLA finds the structure of each, and, where asked, whether at least half of the others miss it."""

    def judged(runs: Runs) -> Judgement:
        cases = []
        for toy in toys:
            group = runs.where(toy=toy, init="default").by("activation")
            means = {str(name): one.mean("test_accuracy") for (name,), one in group.items()}
            tesla = means.pop("tesla", None)
            if tesla is None or not means:
                continue
            behind = [name for name, mean in means.items() if mean < FOUND]
            ours = say(
                "TESLA {tesla}; {behind} of {others} others below {limit}",
                tesla=f"{100 * tesla:.1f}%",
                behind=len(behind),
                others=len(means),
                limit=f"{100 * FOUND:g}%",
            )
            agrees = tesla >= FOUND and (not missed or 2 * len(behind) >= len(means))
            cases.append(Case(toy, agrees, ours, {"TESLA": tesla, **means}))
        return by_cases(cases, runs.where(init="default"))

    return judged


def _settings(_runs: Runs) -> Judgement:
    """The supplement's row for parity against the caption of Table 5."""
    cases = []
    for bits in LENGTHS:
        own = SUPPLEMENT["harmonics"](bits)
        name = say("{bits} bits", bits=bits)
        words = say("K = {own} and {other}, {epochs} and {caption} epochs", own=own, other=8, epochs=30, caption=20)
        cases.append(Case(name, own == TABLE_5["harmonics"] and SUPPLEMENT["epochs"] == TABLE_5["epochs"], words))
    if all(case.agrees for case in cases):
        return every_case(cases)
    because = say(
        "Table 5's caption has K = 8 and 20 epochs at every length; this table has K = d/4 (4, 5, 6, 7, 8) and 30. "
        "So one holds for Table 5 and the other for what does not name its setting, such as Figure 3."
    )
    rows = tuple({"case": case.name, "both": case.ours} for case in cases)
    return Judgement(ClaimVerdict.CONDITION, because, say("two settings of one experiment"), rows)


def _spreads(_runs: Runs) -> Judgement:
    cases = [Case(name, printed) for name, printed in TABLES_WITH_SPREAD.items()]
    return every_case(cases, note=say("These print single numbers, without a deviation or a count of seeds."))


def _surface(runs: Runs) -> Judgement:
    """Who is right on the strings never seen: TESLA at each K, and the common activations, which should not be."""
    cases = []
    for (harmonics,), group in runs.where(activation="tesla").by("harmonics").items():
        mean = group.mean(ACCURACY)
        cases.append(Case(f"TESLA K = {harmonics}", mean > 0.9, f"{mean:.1%}"))
    for (name,), group in runs.where(activation=("relu", "gelu", "silu", "tanh")).by("activation").items():
        mean = group.mean(ACCURACY)
        cases.append(Case(activation_label(name), mean < 0.6, f"{mean:.1%}"))
    others = [
        f"{activation_label(name)} {group.mean(ACCURACY):.1%}"
        for (name,), group in runs.where(activation=("siren", "kan")).by("activation").items()
        if group.mean(ACCURACY) > 0.9
    ]
    note = say("The rule is found by {others} as well.", others=", ".join(others)) if others else ""
    found = by_cases(cases, runs, note=note)
    rows = rows_of(runs, ACCURACY, "init", "activation", "harmonics")
    return Judgement(found.verdict, found.because, found.ours, rows, len(runs), runs.seeds)


ENTRIES = (
    Entry(
        "supp-table-1",
        marked("Settings of the main experiments: parity and LPN with K = d/4 and 30 epochs, Forrelation with 20."),
        marked("Against what Table 5's caption says of the same experiment."),
        marked("It holds if both places give one setting, with a condition if they differ."),
        _settings,
        theirs=marked("K = d/4, 30 epochs; Table 5: K = 8, 20 epochs"),
    ),
    Entry(
        "supp-table-2",
        marked("Settings on ImageNet-100: K = 2 or 6 and an A_K of 0.001 or 0.1."),
        marked("Not tested."),
        marked("Without the pictures there is no verdict."),
        untestable(
            marked(
                "It needs ImageNet-100. An A_K of 0.001 can't be the budget that is left, which would make every "
                "activation zero: it is read here as the penalty's weight."
            )
        ),
    ),
    Entry(
        "supp-table-3",
        marked("One A100 GPU, Python 3.10, PyTorch 2."),
        marked("Not tested."),
        marked("Another machine's surroundings can't be tested."),
        untestable(marked("This program ran on processors without a GPU; the paper's machine can't be asked.")),
    ),
    Entry(
        "supp-mean-std",
        marked("All results are means with standard deviations over the seeds 0, 1 and 2."),
        marked("Which of the paper's tables print a deviation."),
        marked("It holds if all six do; a table without one contradicts it."),
        _spreads,
    ),
    Entry(
        "supp-figure-1",
        marked("Circles and moons: boundaries of TESLA at several K, KAN and common activations."),
        ON_POINTS,
        marked(
            "A set of points agrees where TESLA is right on 95% of the test points and more. As many as agree decide."
        ),
        _points(EASY, missed=False),
        suites=(Suite("toys", "toys", {"toy": EASY}),),
        deviations=(
            marked("The figure has no accuracies: it shows boundaries, which the Boundaries page draws live."),
        ),
        figure="supp-1",
        live="/boundaries",
    ),
    Entry(
        "supp-figure-2",
        marked("Spiral and checkerboard: TESLA always finds the structure, the others often miss it."),
        ON_POINTS,
        marked(
            "A set of points agrees where TESLA is right on 95% of the test points and more and at least half of the "
            "others are not. As many as agree decide."
        ),
        _points(HARD, missed=True),
        suites=(Suite("toys", "toys", {"toy": HARD}),),
        deviations=(
            marked("The figure has no accuracies: it shows boundaries, which the Boundaries page draws live."),
        ),
        figure="supp-2",
        live="/boundaries",
    ),
    Entry(
        "supp-figure-3",
        marked("Ten-bit parity from 350 strings, as pictures: how TESLA differs from common activations."),
        marked(
            "Whether a picture shows the rule's pattern, by the accuracy on the 674 strings never seen, three seeds. "
            "The caption says only what is drawn; its own numbers are on training."
        ),
        marked(
            "TESLA at each K should be above 90%, ReLU, GELU, SiLU and Tanh below 60%. It holds if all are so, with a "
            "condition if some are, and is not reproduced if none is."
        ),
        _surface,
        suites=(SURFACE,),
        figure="supp-3",
        live="/parity",
    ),
)
