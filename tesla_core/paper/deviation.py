"""Where what is measured here is not what the paper did, as data: a problem lists its own in its `paper.py`.

The Paper page, the command `table` and the claims about a table all say them in these words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tesla_core.messages.say import marked, say

Kind = Literal["changed", "open", "tuning", "paper"]


@dataclass(frozen=True)
class Deviation:
    """name: by which others refer to it, unique in the lab. text: a sentence or two. source: where the paper says, or
    would say, otherwise.

    kind: changed (the paper says otherwise), open (the paper does not say, and something had to be chosen), tuning (how
    much was tried for whom), paper (the paper says two things, or announces what it does not have).
    """

    name: str
    kind: Kind
    text: str
    source: str = ""

    def __str__(self) -> str:
        return f"{say(self.text)} ({say(self.source)})" if self.source else say(self.text)


ANNOUNCED = Deviation(
    "announced",
    "paper",
    marked(
        "Constructive approximation of ridge and interaction functions and lower bounds for piecewise linear "
        "activations are announced among the contributions; the text has neither, so that there is nothing to test."
    ),
    marked("Section 1"),
)
NO_SPREAD = Deviation(
    "no-spread",
    "paper",
    marked(
        "The supplement says that all results are means and standard deviations over three seeds; tables 1, 2, 3 and "
        "5 have neither deviations nor the number of runs."
    ),
    marked("Supplement, Table 3"),
)
OF_THE_PAPER = (ANNOUNCED, NO_SPREAD)
"""What belongs to no one problem."""

INIT = Deviation(
    "init",
    "open",
    marked(
        "How the first layer's weights are drawn is not in the paper, and it decides: every activation runs under "
        "the same rule as TESLA, SIREN under its own besides."
    ),
)
COEFFICIENTS = Deviation(
    "coefficients",
    "open",
    marked(
        "How TESLA's coefficients start is not in the paper, and their scale decides, too: here they are drawn from "
        "N(0, scale²), with a scale that was looked for in each experiment (0.1 for strings of bits)."
    ),
)
TUNING = Deviation(
    "tuning",
    "tuning",
    marked(
        "Tuning: 10 to 24 settings of first-layer rule, K and coefficient scale were tried for TESLA, at most five "
        "for any other activation, by short runs of one to three seeds on the same target. A lead of TESLA is that "
        "of a tuned start over published ones."
    ),
)
TUNED_ELSEWHERE = Deviation(
    "tuned-elsewhere",
    "tuning",
    marked(
        "Tuning: none on this table. Rule, K and coefficient scale are those that were looked for on another one, "
        "for TESLA's sake."
    ),
)
