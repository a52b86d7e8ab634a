"""What the paper states, in its order: every numbered equation, theorem, table and figure, and its claims in words.

The paper's text is not in this repository. A statement is known by its id and by where it stands; `claims/` has what it
says in words of ours, and how it is tested.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tesla_core.messages.say import marked


class StatementKind(StrEnum):
    EQUATION = "equation"
    THEOREM = "theorem"
    TABLE = "table"
    FIGURE = "figure"
    CLAIM = "claim"


@dataclass(frozen=True)
class Statement:
    """section: as the paper numbers it; "abstract" and "supplement" for those two. place: what a reader looks for."""

    id: str
    kind: StatementKind
    section: str
    place: str

    @property
    def part(self) -> str:
        """The section by which the ledger is filtered: "4" of "4.1"."""
        return self.section.split(".")[0]


PARTS = {
    "abstract": marked("Abstract"),
    "1": marked("1 Introduction"),
    "3": marked("3 Method"),
    "4": marked("4 Theory"),
    "5": marked("5 Experiments"),
    "7": marked("7 Conclusion"),
    "supplement": marked("Supplement"),
}
"""The sections that state something, in order."""

EQUATION, THEOREM, TABLE, FIGURE, CLAIM = StatementKind


def _claim(name: str, section: str) -> Statement:
    place = PARTS[section] if section in PARTS and not section.isdigit() else f"§{section}"
    return Statement(name, CLAIM, section, place)


STATEMENTS: tuple[Statement, ...] = (
    _claim("abstract-sample-share", "abstract"),
    _claim("abstract-32-bits", "abstract"),
    _claim("abstract-30-percent", "abstract"),
    _claim("abstract-higher-frequencies", "abstract"),
    Statement("figure-1", FIGURE, "1", marked("Figure 1")),
    _claim("s1-low-and-mid", "1"),
    _claim("s1-constructive", "1"),
    _claim("s1-lower-bounds", "1"),
    _claim("s1-overhead", "1"),
    Statement("eq-1", EQUATION, "3.1", marked("Equation 1")),
    Statement("eq-2", EQUATION, "3.1", marked("Equation 2")),
    Statement("eq-3", EQUATION, "3.2", marked("Equation 3")),
    _claim("s3.2-linear", "3.2"),
    _claim("s3.2-selective", "3.2"),
    _claim("s3.2-no-hand-crafted", "3.2"),
    _claim("s3.2-across-tasks", "3.2"),
    _claim("s4.1-derivative", "4.1"),
    _claim("s4.1-layer", "4.1"),
    _claim("s4.1-network", "4.1"),
    _claim("s4.1-order", "4.1"),
    _claim("s4.1-coefficients", "4.1"),
    _claim("s4.1-gradient", "4.1"),
    _claim("s4.1-trade-off", "4.1"),
    Statement("theorem-1", THEOREM, "4.2", marked("Theorem 1")),
    _claim("s4.2-offset", "4.2"),
    _claim("s4.2-rate", "4.2"),
    _claim("s4.2-deep", "4.2"),
    Statement("figure-2", FIGURE, "4.3", marked("Figure 2")),
    _claim("s4.3-kernel", "4.3"),
    _claim("s4.3-eigenvalues", "4.3"),
    _claim("s4.3-decay", "4.3"),
    _claim("s4.3-flatter", "4.3"),
    Statement("figure-3", FIGURE, "5.6", marked("Figure 3")),
    Statement("figure-4", FIGURE, "5.6", marked("Figure 4")),
    _claim("s4.4-effective-order", "4.4"),
    Statement("eq-4", EQUATION, "4.4", marked("Equation 4")),
    Statement("eq-5", EQUATION, "4.4", marked("Equation 5")),
    Statement("eq-6", EQUATION, "4.4", marked("Equation 6")),
    Statement("eq-7", EQUATION, "4.4", marked("Equation 7")),
    _claim("s4.4-kappa", "4.4"),
    _claim("s4.4-k-star", "4.4"),
    _claim("s4.4-dilution", "4.4"),
    _claim("s4.4-d-over-4", "4.4"),
    _claim("s4.4-flattened", "4.4"),
    _claim("s5.1-fourier", "5.1"),
    _claim("s5.1-matched", "5.1"),
    Statement("eq-8", EQUATION, "5.2", marked("Equation 8")),
    Statement("table-1", TABLE, "5.2", marked("Table 1")),
    _claim("s5.2-lowest-loss", "5.2"),
    Statement("table-2", TABLE, "5.2", marked("Table 2")),
    _claim("s5.2-25-db", "5.2"),
    Statement("table-3", TABLE, "5.2", marked("Table 3")),
    _claim("s5.2-below-0.011", "5.2"),
    _claim("s5.3-samples", "5.3"),
    _claim("s5.3-one-coefficient", "5.3"),
    _claim("s5.3-bayes", "5.3"),
    _claim("s5.3-lpn-harder", "5.3"),
    _claim("s5.4-normalisation", "5.4"),
    Statement("table-4", TABLE, "5.5", marked("Table 4")),
    _claim("s5.6-bayes", "5.6"),
    _claim("s5.6-collapse", "5.6"),
    _claim("s5.6-lpn-27", "5.6"),
    _claim("s5.6-both-easy", "5.6"),
    _claim("s5.6-siren-collapses", "5.6"),
    _claim("s5.6-24-bits-30", "5.6"),
    _claim("s5.6-32-bits-clean", "5.6"),
    _claim("s5.6-snake", "5.6"),
    _claim("s5.6-fourier", "5.6"),
    Statement("table-5", TABLE, "5.6", marked("Table 5")),
    _claim("s5.6-forrelation", "5.6"),
    _claim("s5.6-wider", "5.6"),
    _claim("s5.6-penalty", "5.6"),
    _claim("s5.6-competitive", "5.6"),
    _claim("s5.6-one-percent", "5.6"),
    _claim("s5.6-stable", "5.6"),
    Statement("table-6", TABLE, "5.6", marked("Table 6")),
    _claim("s7-parity", "7"),
    _claim("s7-forrelation", "7"),
    _claim("s7-near-chance", "7"),
    _claim("s7-continuous", "7"),
    Statement("supp-table-1", TABLE, "supplement", marked("Supplement, Table 1")),
    Statement("supp-table-2", TABLE, "supplement", marked("Supplement, Table 2")),
    Statement("supp-table-3", TABLE, "supplement", marked("Supplement, Table 3")),
    _claim("supp-mean-std", "supplement"),
    Statement("supp-figure-1", FIGURE, "supplement", marked("Supplement, Figure 1")),
    Statement("supp-figure-2", FIGURE, "supplement", marked("Supplement, Figure 2")),
    Statement("supp-figure-3", FIGURE, "supplement", marked("Supplement, Figure 3")),
)
"""In the paper's order; a figure stands where the text speaks of it."""
