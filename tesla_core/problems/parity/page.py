"""The page of parity surfaces, as data: controls, presets with their notes, and what stands around a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tesla_core.lab.class_page import ClassPage, DataOffer
from tesla_core.lab.controls import Choice, Number, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.section import Section
from tesla_core.lab.surroundings import Fold, Formula, Story, Surroundings
from tesla_core.lab.training import training_controls
from tesla_core.messages.say import marked, say
from tesla_core.problems.parity.live import NAMES
from tesla_core.problems.parity.long.page import (
    LONG_CONTROLS,
    LONG_DATA,
    LONG_PRESETS,
    LONG_TICKETS,
    TITLES,
    around_long,
    long_lottery,
    long_task_of,
)
from tesla_core.problems.parity.long.task import LongStringsTask
from tesla_core.problems.parity.surface import FEWEST_BITS, MOST_BITS, SurfaceTask

if TYPE_CHECKING:
    from tesla_core.live.spec import LiveSpec

PAPER_PANELS = [
    *(f"TESLA K={harmonics}" for harmonics in (2, 4, 8, 16)),
    *("ReLU", "GELU", "SiLU", "Tanh", "SIREN ω₀=30", "SNAKE α=1", "KAN"),
]
INTRO = marked(
    "Parity asks whether a string of bits has an even or an odd number of ones: 01101 00010 has four, so it is even; "
    "flip any one bit and it is odd. Each cell of a picture is one string, orange for odd and blue for even. The "
    "models are trained on the dotted ones: who finds the rule behind the others? Of strings too long "
    "to show them all, a picture has some that nobody is trained on."
)
WALSH = marked(
    "*Walsh energy by degree* splits what a panel says into parts that depend on 0, 1, 2, … bits together. The parity "
    "of n bits lies wholly at degree n."
)
SURFACE, LONG = "surface", "long"


def bits_help() -> str:
    return say(
        "As many as a picture holds: {bits} bits are {strings} strings. Longer ones: “some of many bits” above, or a "
        "job; the Paper page has the paper's 16 to 32 bits.",
        bits=MOST_BITS,
        strings=f"{2**MOST_BITS:,}",
    )


CONTROLS = (
    Choice(
        "strings",
        marked("Strings"),
        SURFACE,
        options=(SURFACE, LONG),
        names=(marked("all of a few bits"), marked("some of many bits")),
    ),
    Number("bits", marked("Bits"), 10, bits_help, low=FEWEST_BITS, high=MOST_BITS),
    Number("seen", marked("Strings to learn from"), 350, low=1, high=2**MOST_BITS - 1, slider=False),
    *LONG_CONTROLS,
    *training_controls(panels=PAPER_PANELS, lr=1e-3, batch=32, epochs=50, init="uniform(0.5)"),
)
PRESETS = (
    Preset(
        marked("The paper's surface: 10 bits, 350 strings"),
        marked(
            "TESLA with K = 4 or more finds the rule, and so do SIREN and KAN. The others miss it: ReLU ends up right "
            "on about half of the unseen strings, GELU, SiLU, Tanh, SNAKE and TESLA with K = 2 on fewer. The chart "
            "below shows why. The paper names no start for the first layer: here every panel's weights are drawn "
            "evenly from -0.5 to 0.5."
        ),
        {},
    ),
    Preset(
        marked("The same with PyTorch's own start"),
        marked(
            "First-layer weights within ±0.32: with K = 8 or 16 some wave still starts out leaning towards the parity, "
            "and they find the rule, as SIREN and KAN do; K = 4 needs luck. ReLU ends at 50 to 61%, the others below "
            "half. Compare “Before training” below."
        ),
        {"init": "default"},
    ),
    Preset(
        marked("Six bits: a small one"),
        marked(
            "64 strings, half of them seen: so few that luck decides. With seed 1 TESLA with K = 4 or 8 finds the "
            "rule; with 0 and 2 nobody does. ReLU, GELU, SiLU, Tanh, SNAKE and K = 2 stay below 40%: they answer as "
            "for the seen neighbours, which have the other parity."
        ),
        {"bits": 6, "seen": 32, "batch": 8},
    ),
    Preset(
        marked("Twelve bits, a quarter seen"),
        marked(
            "4,096 strings. TESLA with K = 4 or more and SIREN have the rule within ten epochs, KAN by the end. ReLU "
            "gets to 67 to 81%, and the others are right on fewer than half. Look at “Before training” below before "
            "you play: only TESLA with K = 4 or more and SIREN start with a wave that leans clearly towards the parity."
        ),
        {"bits": 12, "seen": 1024},
    ),
    Preset(
        marked("First layer made for parity, for everyone"),
        marked(
            "All weights of a neuron have the same size and random signs: a rule that knows the task. TESLA, SIREN and "
            "SNAKE have the parity within five epochs; ReLU, GELU and Tanh, which miss it otherwise, end at 95% or "
            "more, SiLU at about 80%. KAN has no such layer and learns as before."
        ),
        {"init": "rademacher"},
    ),
    *LONG_PRESETS,
)


NEIGHBOURS = Section(
    "neighbours",
    marked("Beside what was seen: why so many miss the rule"),
    found="tesla_core.problems.parity.neighbours:answers",
    body="tesla_core.problems.parity.neighbour_words:body",
    of=SurfaceTask,
    follows=True,
)
TICKETS = Section(
    "tickets",
    marked("Before training: who can learn it?"),
    found="tesla_core.problems.parity.tickets:prospects",
    body="tesla_core.problems.parity.tickets:body",
    of=SurfaceTask,
    intro=marked(
        "Each neuron is a wave for each of its harmonics, and each wave is a **ticket** in a lottery: its "
        "*alignment*, from 0 to 1, says how much of the parity it holds before anything is trained. A neuron without "
        "harmonics, such as ReLU's, is one ticket. On N strings a wave that holds nothing seems to hold about 1/√N, "
        "the *noise*. A panel has something to follow when its best ticket stands clear of that."
    ),
    waiting=marked("The verdicts come from the engine."),
)


def data(values: Values) -> Sequence[str]:
    return "strings", *(LONG_DATA if values.get("strings") == LONG else ("bits", "seen"))


def within(values: Values) -> tuple[Values, str]:
    """Fewer strings than there are, so that some are left to ask about."""
    if values["strings"] == LONG:
        return values, ""
    most = 2 ** values["bits"] - 1
    if values["seen"] <= most:
        return values, ""
    half = most // 2
    told = say(
        "{bits} bits make {strings} strings: learning from {half}, half of them.",
        bits=values["bits"],
        strings=f"{most + 1:,}",
        half=f"{half:,}",
    )
    return {**values, "seen": half}, told


def task_of(values: Values) -> SurfaceTask | LongStringsTask:
    if values["strings"] == LONG:
        return long_task_of(values)
    return SurfaceTask(values["bits"], values["seen"], values["seed"])


def around(values: Values) -> Surroundings:
    if values["strings"] == LONG:
        return around_long(values)
    strings, seen = 2 ** values["bits"], values["seen"]
    return Surroundings(
        Story("cells", data=say("{bits}-bit parity", bits=values["bits"]), seen=seen, unseen=strings - seen),
        truth=say("Ground truth"),
        truth_text=say("{seen} of {strings} seen (dots)", seen=f"{seen:,}", strings=f"{strings:,}"),
        class_names=tuple(map(say, NAMES)),
        titles=TITLES,
        spectrum=True,
        remark=say(WALSH),
        file=f"tesla-parity-{values['bits']}",
    )


WHY = Fold(
    marked("Why does TESLA find it, and why are others right on half or fewer?"),
    (
        marked(
            "Each string of n bits is a cell: its first half is the row, its second half the column, read as binary "
            "numbers. Its parity flips with every single bit, so all n *neighbours* of a string, one bit away, have "
            "the opposite parity. A model that remembers its strings and guesses would be right on half of the rest. "
            "One that draws a smooth surface through them does worse: it answers as for the nearest seen strings, and "
            "for nearly every unseen string these are neighbours. We call an accuracy *significantly below half* when "
            "guessing would come out as low less than once in a thousand times (an exact binomial test with the number "
            "of unseen strings)."
        ),
        marked(
            "A wave of a weighted sum is another matter: with inputs ±1, harmonic k of a neuron with weights w "
            "correlates with the parity by"
        ),
        Formula(r"\prod_{i=1}^{n}\left|\sin(k\,w_i)\right|,"),
        marked(
            "so a layer of width × K waves holds as many tickets in a lottery. A ticket wins when it stands clear of "
            "the sampling noise 1/√N. The Walsh energy beside the panels shows the same from the other side: a panel "
            "that has found the rule has all its energy at degree n."
        ),
    ),
)


def lottery(bits: int, samples: int) -> tuple[Values, int] | None:
    """For the theory's pages: a run of strings of that length."""
    if bits > MOST_BITS:
        return long_lottery(bits, samples)
    seen = min(samples, 2**bits // 2)
    return {"bits": bits, "seen": seen, "batch": 32 if seen > 100 else 8}, seen


# ---- for pages that look into networks


def offered_data(_values: Values) -> Sequence[str]:
    return "bits", "seen"


def offered_task(values: Values) -> SurfaceTask:
    return SurfaceTask(values["bits"], min(values["seen"], 2 ** values["bits"] - 1), values["seed"])


def around_any(spec: LiveSpec) -> Surroundings:
    task: SurfaceTask = spec.task
    unseen = spec.samples - task.train_size
    return Surroundings(
        Story("cells", data=say("parity of {bits} bits", bits=task.bits), seen=task.train_size, unseen=unseen),
        truth=say("Parity"),
        truth_text=say("{seen} of {strings} seen", seen=task.train_size, strings=spec.samples),
        class_names=tuple(map(say, NAMES)),
        titles=TITLES,
        file="tesla-parity",
    )


PAGE = ClassPage(
    path="parity",
    label=marked("Parity"),
    intro=INTRO,
    prefix="p_",
    controls=CONTROLS,
    presets=PRESETS,
    data=data,
    task_of=task_of,
    around=around,
    why=WHY,
    within=within,
    sections=(NEIGHBOURS, TICKETS, LONG_TICKETS),
    lottery=lottery,
    offer=DataOffer(
        {"parity": marked("Parity of all strings")},
        (
            Number("bits", marked("Bits"), 10, low=FEWEST_BITS, high=MOST_BITS),
            Number("seen", marked("Strings trained on"), 350, low=8, high=4000, slider=False),
        ),
        offered_data,
        offered_task,
        around_any,
        unseen=marked("unseen strings"),
        last=True,
    ),
)
