"""Sections 1, 5.5 and 5.6: pictures, what TESLA costs, and what is announced and not in the text."""

from __future__ import annotations

from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.rules import Case, by_cases, untestable
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement

TABLE_4 = {
    "ViT-T/16": {
        "relu": (62.49, 0.73, 7512),
        "gelu": (63.67, 0.76, 7491),
        "silu": (63.60, 0.26, 7482),
        "tesla": (62.53, 0.71, 7509),
    },
    "MLP-Mixer-b16": {
        "relu": (57.81, 0.13, 1151),
        "gelu": (57.42, 0.01, 1144),
        "silu": (58.36, 0.91, 1146),
        "tesla": (58.79, 0.02, 1139),
    },
    "ResNet-18": {
        "relu": (73.14, 0.31, 8447),
        "gelu": (73.93, 0.47, 8307),
        "silu": (73.99, 0.66, 8326),
        "tesla": (74.01, 0.33, 8433),
    },
    "MobileNetV3-S": {
        "relu": (68.20, 0.16, 35607),
        "gelu": (68.23, 0.94, 35082),
        "silu": (67.92, 0.15, 35056),
        "tesla": (67.82, 0.17, 35483),
    },
}
"""Of Table 4 of the paper: Top-1, its spread, and pictures a second; a test holds it to the problem's own copy."""
NO_PICTURES = marked(
    "ImageNet-100 may not ship with this program and takes a GPU for days. A run on a folder of one's own pictures is "
    "one command, and its number stands beside the paper's where the setting is the same. What other photographs say "
    "of the order of activations, the claims of section 5.6 have."
)
NOT_TESTED = marked("Not tested.")
NOTHING_TO_TEST = marked("What the paper does not contain can't be tested.")
NO_DATA = marked("Without the pictures there is no verdict.")
ABOUT_ONE_PERCENT = 0.02


def _overhead(runs: Runs) -> Judgement:
    """A training step's time with TESLA over that with GELU, on this program's kernels."""
    cases, rows = [], []
    for run in runs.all:
        ratio = run.numbers.get("median")
        if ratio is None:
            continue
        name, slower = str(run.spec.subject), ratio - 1
        cases.append(Case(name, slower <= ABOUT_ONE_PERCENT, f"{100 * slower:+.1f}%"))
        rows.append(
            {"network": name, "× GELU's time": ratio, "low": run.numbers.get("low"), "high": run.numbers.get("high")}
        )
    found = by_cases(cases)
    if found.verdict is ClaimVerdict.NOT_MEASURED:
        return found
    return Judgement(found.verdict, found.because, found.ours, tuple(rows), len(cases))


def _own_throughput(_runs: Runs) -> Judgement:
    """By the paper's own pictures a second: TESLA against the slowest and the fastest of the others."""
    cases = []
    for network, row in TABLE_4.items():
        others = [speed for name, (_, _, speed) in row.items() if name != "tesla"]
        slower = 1 - row["tesla"][2] / max(others)
        cases.append(
            Case(network, slower <= ABOUT_ONE_PERCENT, f"{-100 * slower:+.1f}%", {"slower than the fastest": slower})
        )
    return by_cases(cases, note=say("These are the paper's own numbers: its sentence agrees with its table."))


SPEED = Suite("", "benchmark", {"benchmark": "vision step"})

ENTRIES = (
    Entry(
        "s1-constructive",
        marked("Constructive approximation of ridge and interaction functions is presented."),
        NOT_TESTED,
        NOTHING_TO_TEST,
        untestable(marked("It is announced in the introduction; neither text nor supplement has it.")),
    ),
    Entry(
        "s1-lower-bounds",
        marked("Lower bounds show that piecewise linear activations need far more."),
        NOT_TESTED,
        NOTHING_TO_TEST,
        untestable(marked("It is announced in the introduction; neither text nor supplement has it.")),
    ),
    Entry(
        "s1-overhead",
        marked("In networks of ImageNet's size TESLA costs about 1% of throughput."),
        marked(
            "A training step of the four networks with TESLA against GELU, one thread of a processor, batch by batch."
        ),
        marked("A network agrees where its step takes at most 2% longer than with GELU. As many as agree decide."),
        _overhead,
        theirs="≈ 1%",
        suites=(SPEED,),
        deviations=(
            marked("On a processor with this program's kernel, not on a GPU with the paper's code."),
            marked("A training step, where the paper counts pictures a second of an unnamed pass."),
        ),
    ),
    Entry(
        "table-4",
        marked("ImageNet-100: accuracy, operations, speed and parameters of four networks with four activations."),
        NOT_TESTED,
        NO_DATA,
        untestable(NO_PICTURES),
        theirs=marked("TESLA 62.53, 58.79, 74.01 and 67.82%; the best other 63.67, 58.36, 73.99 and 68.23%"),
    ),
    Entry(
        "s5.6-one-percent",
        marked("Operations and throughput stay within about 1% of the other activations."),
        marked("The paper's own table: pictures a second of TESLA against the fastest other."),
        marked("A network agrees where TESLA is at most 2% slower. As many as agree decide."),
        _own_throughput,
    ),
    Entry(
        "table-6",
        marked("ImageNet-100: SIREN 4 to 40%, TESLA 59 to 74%, under the same training."),
        NOT_TESTED,
        NO_DATA,
        untestable(NO_PICTURES),
        theirs=marked("SIREN 4.11, 32.41, 37.41 and 39.53%"),
    ),
    Entry(
        "figure-1",
        marked("Decision boundaries of TESLA with K = 8 and of others in the plane."),
        marked("The Boundaries page draws it live; four sets of points are measured in a table of our own (`toys`)."),
        marked("A picture without a number can be looked at, not held to one."),
        untestable(
            marked(
                "The figure names neither its points nor an accuracy, so that nothing measured could agree with it or "
                "not. Live, and from the command, it can be looked at."
            )
        ),
        figure="1",
        live="/boundaries",
    ),
)
