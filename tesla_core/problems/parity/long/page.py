"""What the parity page has for long strings: its controls, presets, and the words around such a run."""

from __future__ import annotations

from tesla_core.lab.controls import Choice, Control, Number, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.section import Section
from tesla_core.lab.surroundings import Story, Surroundings
from tesla_core.messages.say import marked, say
from tesla_core.problems.parity.live import NAMES
from tesla_core.problems.parity.long.task import ASKED, FEWEST_BITS, MOST_BITS, MOST_SEEN, LongStringsTask
from tesla_core.training.settings import MOST_PANELS

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
TITLES = (marked("seen"), marked("unseen"))
SEEN = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, MOST_SEEN)
LONG_DATA = ("long_bits", "long_seen", "noise", "starts")
LONG_CONTROLS: tuple[Control, ...] = (
    Number("long_bits", marked("Bits"), 20, low=FEWEST_BITS, high=MOST_BITS),
    Choice("long_seen", marked("Strings to learn from"), 20_000, options=SEEN, slider=True),
    Number(
        "noise",
        marked("Labels flipped"),
        0.0,
        marked("The share of strings whose label is wrong, among those learned from and those asked about alike."),
        low=0.0,
        high=0.4,
        step=0.05,
    ),
    Number(
        "starts",
        marked("Starts"),
        1,
        marked("More than one: the first panel alone, from so many seeds at once. Each draws tickets of its own."),
        low=1,
        high=MOST_PANELS,
    ),
)
LONG_PRESETS = (
    Preset(
        marked("Twenty bits: too many to learn by heart"),
        marked(
            "A million strings, 20,000 of them seen. TESLA with K = 8 has the rule within three epochs, K = 4 within "
            "fifteen. K = 2, GELU and SIREN guess on what they never saw; ReLU ends at 69 to 74%. Every panel's first "
            "layer is drawn evenly from -0.35 to 0.35, a width chosen with TESLA's harmonics in mind."
        ),
        {
            "strings": "long",
            "panels": ["TESLA K=2", "TESLA K=4", "TESLA K=8", "ReLU", "GELU", "SIREN ω₀=30"],
            "init": "uniform(0.35)",
            "batch": 256,
            "epochs": 20,
        },
    ),
    Preset(
        marked("The lottery: 30 bits from ten starts"),
        marked(
            "One network, the same 50,000 strings: only the weights that were drawn differ. Four to six of the ten "
            "have the rule within six epochs, the others never do better than 60%. Before training the best ticket "
            "of every start is near the noise, so it is a matter of luck; take a new seed and other starts win."
        ),
        {
            "strings": "long",
            "long_bits": 30,
            "long_seen": 50_000,
            "starts": 10,
            "panels": ["TESLA K=8"],
            "init": "uniform(0.35)",
            "batch": 256,
            "epochs": 10,
        },
    ),
    Preset(
        marked("The lottery for a class: 32 bits"),
        marked(
            "One layer, 50,000 of four billion strings, sixteen starts: some have the rule within nine epochs, most "
            "others guess to the end. In a room, make the class the experiment and let the seed of the start differ: "
            "eleven to fifteen of thirty learn it, in eleven seconds of one core. A good ticket helps and does not "
            "decide: of a start that learned and one that did not, the first had the better ticket in 56 to 76 of "
            "100 pairs."
        ),
        {
            "strings": "long",
            "long_bits": 32,
            "long_seen": 50_000,
            "starts": 16,
            "panels": ["TESLA K=8"],
            "init": "uniform(0.35)",
            "depth": 1,
            "lr": 2e-3,
            "batch": 256,
            "epochs": 10,
        },
    ),
)
LONG_TICKETS = Section(
    "long_tickets",
    marked("Tickets, counted: which of these networks can learn it?"),
    found="tesla_core.problems.parity.tickets:prospects",
    body="tesla_core.problems.parity.tickets:body_of_epoch",
    of=LongStringsTask,
    follows=True,
    intro=marked(
        "Each harmonic of each neuron is a wave, and each wave is a **ticket**: its *alignment*, from 0 to 1, says how "
        "much of the parity it holds. It wins where it stands clear of 1/√N, what a wave that holds nothing seems to "
        "hold on N strings. Counted on the weights as they are at the epoch above: scrub back to 0 to see what was "
        "drawn."
    ),
)


def long_task_of(values: Values) -> LongStringsTask:
    return LongStringsTask(values["long_bits"], values["long_seen"], values["noise"], values["seed"])


def long_lottery(bits: int, samples: int) -> tuple[Values, int] | None:
    """The nearest run of such strings; between 12 and 16 bits there is none."""
    if not FEWEST_BITS <= bits <= MOST_BITS:
        return None
    seen = max((count for count in SEEN if count <= min(samples, 2**bits // 4)), default=SEEN[0])
    return {"strings": "long", "long_bits": bits, "long_seen": seen, "batch": 256, "epochs": 20}, seen


def around_long(values: Values) -> Surroundings:
    bits, seen = values["long_bits"], values["long_seen"]
    remark = say(
        "Each cell is a string that nobody learns from, of {asked} on which accuracy is counted: blue where a network "
        "says even, orange where it says odd. The left half are even and the right half odd, so who has found the rule "
        "shows two halves.",
        asked=f"{ASKED:,}",
    )
    if values["noise"]:
        remark += " " + say(
            "With {share} of the labels flipped nobody can be right on more than {best} of them.",
            share=f"{values['noise']:.0%}",
            best=f"{1 - values['noise']:.0%}",
        )
    return Surroundings(
        Story("halves", data=say("{bits}-bit parity", bits=bits), seen=seen, unseen=ASKED),
        truth=say("Ground truth"),
        truth_text=say("{seen} of {strings} seen", seen=f"{seen:,}", strings=f"2{str(bits).translate(RAISED)}"),
        class_names=tuple(map(say, NAMES)),
        titles=TITLES,
        remark=remark,
        file=f"tesla-parity-{bits}",
    )
