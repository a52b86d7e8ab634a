"""Sections 1, 5.5 and 5.6: what TESLA costs in the networks of ImageNet-100, counted and measured on a processor."""

from __future__ import annotations

from dataclasses import replace

from tesla_core.messages.say import marked, say
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.rules import Case, activation_label, by_cases
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import Cell, ClaimVerdict, Judgement

NETWORKS = {
    "vit-t16": "ViT-T/16",
    "mixer-b16": "MLP-Mixer-b16",
    "resnet18": "ResNet-18",
    "mobilenetv3-s": "MobileNetV3-S",
}
OTHERS = ("relu", "gelu", "silu")
TABLE_4 = {
    "vit-t16": {
        "relu": (1.08, 7512, 5.7),
        "gelu": (1.08, 7491, 5.7),
        "silu": (1.08, 7482, 5.7),
        "tesla": (1.09, 7509, 5.7),
    },
    "mixer-b16": {
        "relu": (12.62, 1151, 59.9),
        "gelu": (12.62, 1144, 59.9),
        "silu": (12.62, 1146, 59.9),
        "tesla": (12.75, 1139, 59.9),
    },
    "resnet18": {
        "relu": (1.82, 8447, 11.7),
        "gelu": (1.82, 8307, 11.7),
        "silu": (1.82, 8326, 11.7),
        "tesla": (1.82, 8433, 11.7),
    },
    "mobilenetv3-s": {
        "relu": (0.05, 35607, 2.0),
        "gelu": (0.05, 35082, 2.0),
        "silu": (0.05, 35056, 2.0),
        "tesla": (0.05, 35483, 2.0),
    },
}
"""Of Table 4 of the paper: billions of operations, pictures a second and millions of parameters; a test holds it to the
problem's own copy."""
ABOUT_ONE_PERCENT = 0.02
PASSES = {"vision step": marked("training"), "vision inference": marked("inference")}
SPEED = Suite("", "benchmark", {"benchmark": tuple(PASSES), "image_size": 224})
COUNTS = Suite("imagenet100_counts", "imagenet100", {"data": "generated", "classes": 1000})
NOT_ITS_GPU = marked("On a processor, not on the paper's GPU.")
MEASURED = marked(
    "A training step and a pass without gradients of the four networks at 224 pixels, with TESLA and with the others "
    "turn by turn on one thread of a processor, in batches of 8 (ViT), 1 (Mixer), 2 (ResNet-18) and 4 "
    "(MobileNetV3-S); medians of the ratios within a turn."
)
DEVIATIONS = (
    marked("On a processor with this program's kernel, not on a GPU with the paper's code; small batches."),
    marked("The paper does not say whether its pictures a second are of training; here training and inference count."),
    marked("In ResNet-18 the last stage's four activations are replaced, since at the paper's place there is none."),
)

Times = dict[tuple[str, str], dict[str, Runs]]
"""How many times as long a pass takes with TESLA, by network, pass and the activation it is compared with."""


def _times(runs: Runs) -> Times:
    """Empty unless every network was measured in both passes against all others."""
    found: Times = {}
    for network in NETWORKS:
        for each in PASSES:
            own = runs.where(backbone=network, benchmark=each)
            beside = {name: own.where(against=activation_label(name)) for name in OTHERS}
            if not all(one.values("median") for one in beside.values()):
                return {}
            found[network, each] = beside
    return found


def _more(share: float) -> str:
    return f"{100 * share:+.1f}%"


def _named(network: str, what: str) -> str:
    return f"{NETWORKS[network]}, {say(what)}"


def _rows(times: Times) -> tuple[dict[str, Cell], ...]:
    return tuple(
        {
            "network": NETWORKS[network],
            "pass": say(PASSES[each]),
            "against": activation_label(name),
            "× its time": run.numbers.get("median"),
            "low": run.numbers.get("low"),
            "high": run.numbers.get("high"),
        }
        for (network, each), beside in times.items()
        for name, runs in beside.items()
        for run in runs.all
    )


def _on_a_processor(found: Judgement, rows: tuple[dict[str, Cell], ...], runs: Runs) -> Judgement:
    """On another device than the paper's a claim holds at most with that condition."""
    verdict = ClaimVerdict.CONDITION if found.verdict is ClaimVerdict.HOLDS else found.verdict
    because = f"{say(NOT_ITS_GPU)} {found.because}"
    return replace(found, verdict=verdict, because=because, rows=rows, runs=len(runs), seeds=())


def overhead(runs: Runs) -> Judgement:
    times = _times(runs)
    if not times:
        return by_cases(())
    cases = []
    for (network, each), beside in times.items():
        slower = beside["gelu"].mean("median") - 1
        cases.append(Case(_named(network, PASSES[each]), slower <= ABOUT_ONE_PERCENT, _more(slower)))
    return _on_a_processor(by_cases(cases), _rows(times), runs)


def _counted(runs: Runs, network: str, activation: str) -> Runs:
    return runs.where(backbone=network, activation=activation)


def one_percent(runs: Runs) -> Judgement:
    """Operations against GELU's, and time against the fastest of the others."""
    times = _times(runs)
    if not times or not all(
        _counted(runs, one, name).values("flops") for one in NETWORKS for name in ("gelu", "tesla")
    ):
        return by_cases(())
    cases = []
    for network in NETWORKS:
        own, other = (_counted(runs, network, name).mean("flops") for name in ("tesla", "gelu"))
        cases.append(Case(_named(network, OPERATIONS), own / other - 1 <= ABOUT_ONE_PERCENT, _more(own / other - 1)))
        for each, words in PASSES.items():
            slower = max(one.mean("median") for one in times[network, each].values()) - 1
            cases.append(Case(_named(network, words), slower <= ABOUT_ONE_PERCENT, _more(slower)))
    furthest = max(1 - row["tesla"][1] / max(row[name][1] for name in OTHERS) for row in TABLE_4.values())
    note = say(
        "By the paper's own table TESLA has at most {share} fewer pictures a second than the fastest other.",
        share=f"{100 * furthest:.1f}%",
    )
    found = by_cases(cases, note=note)
    counted = tuple({"case": case.name, "more": case.ours} for case in cases)
    return _on_a_processor(found, (*counted, *_rows(times)), runs)


OPERATIONS = marked("operations")
COLUMNS = {"parameters": (marked("parameters"), 2, 1e6, 1), "flops": (OPERATIONS, 0, 1e9, 2)}
"""Of what is counted: its name, its place in TABLE_4, the paper's unit, and the digits it prints."""


def table_4(runs: Runs) -> Judgement:
    """Counts by the digits that the paper prints, speed by TESLA's ratio to GELU; accuracy has no pictures."""
    times = _times(runs)
    counted = [(network, name) for network, row in TABLE_4.items() for name in row]
    if not times or not all(_counted(runs, *one).values("flops") for one in counted):
        return by_cases(())
    cases, rows = [], []
    for number, (words, place, unit, digits) in COLUMNS.items():
        same = 0
        for network, name in counted:
            ours, theirs = _counted(runs, network, name).mean(number) / unit, TABLE_4[network][name][place]
            same += round(ours, digits) == theirs
            row = {"network": NETWORKS[network], "activation": activation_label(name), "what": say(words)}
            rows.append({**row, "paper": theirs, "ours": ours})
        told = say("{same} of {all} as printed", same=same, all=len(counted))
        cases.append(Case(say(words), same == len(counted), told))
    for network, row in TABLE_4.items():
        theirs = row["tesla"][1] / row["gelu"][1]
        ours = {each: 1 / times[network, each]["gelu"].mean("median") for each in PASSES}
        near = all(abs(one - theirs) <= ABOUT_ONE_PERCENT for one in ours.values())
        told = say(
            "TESLA {paper} × GELU's; here {training} in training, {inference} in inference",
            paper=f"{theirs:.3f}",
            training=f"{ours['vision step']:.3f}",
            inference=f"{ours['vision inference']:.3f}",
        )
        cases.append(Case(say("{network}, pictures a second", network=NETWORKS[network]), near, told))
        rows += [
            {
                "network": NETWORKS[network],
                "activation": "TESLA / GELU",
                "what": say("pictures a second, {when}", when=say(PASSES[each])),
                "paper": theirs,
                "ours": one,
            }
            for each, one in ours.items()
        ]
    found = by_cases(cases, note=say("Its accuracies can't be tested without the pictures."))
    return _on_a_processor(found, tuple(rows), runs)


ENTRIES = (
    Entry(
        "s1-overhead",
        marked("In networks of ImageNet's size TESLA costs about 1% of throughput."),
        MEASURED,
        marked(
            "A network agrees, in training and in inference, where it takes at most 2% longer than with GELU. As many "
            "as agree decide; on a processor it can hold only with a condition."
        ),
        overhead,
        theirs="≈ 1%",
        suites=(SPEED,),
        deviations=DEVIATIONS,
    ),
    Entry(
        "table-4",
        marked("ImageNet-100: accuracy, operations, speed and parameters of four networks with four activations."),
        marked(
            "Parameters and operations are counted with a head of 1,000 classes. Of the speed what can be compared is "
            "TESLA's ratio to GELU, in training and in inference on one thread of a processor. ImageNet-100 may not "
            "ship with this program and takes a GPU for days, so that accuracies are not tested; what other "
            "photographs say of them, the claims of section 5.6 have."
        ),
        marked(
            "A column of counts agrees where every number is the paper's in the digits it prints; a network's speed "
            "where the ratio to GELU is within 2 points of the paper's in both passes. As many as agree decide; "
            "without accuracies and on a processor it can hold only with a condition."
        ),
        table_4,
        theirs=marked("TESLA 62.53, 58.79, 74.01 and 67.82%; the best other 63.67, 58.36, 73.99 and 68.23%"),
        suites=(SPEED, COUNTS),
        deviations=DEVIATIONS,
    ),
    Entry(
        "s5.6-one-percent",
        marked("Operations and throughput stay within about 1% of the other activations."),
        MEASURED,
        marked(
            "A network agrees in operations where it counts at most 2% more than with GELU, and in training and "
            "inference where it takes at most 2% longer than with the fastest of ReLU, GELU and SiLU. As many as agree "
            "decide; on a processor it can hold only with a condition."
        ),
        one_percent,
        theirs=marked("operations +0.9, +1.0, 0 and 0%; pictures a second −0.0, −1.0, −0.2 and −0.3%"),
        suites=(SPEED, COUNTS),
        deviations=DEVIATIONS,
    ),
)
