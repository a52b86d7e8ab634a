"""What a rule says of a statement: one of six verdicts, why, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tesla_core.messages.say import marked


class ClaimVerdict(StrEnum):
    """From what a reader must know first to what nobody has looked at. The values stand in links and in JSON."""

    CONTRADICTED = "contradicted"
    NOT_REPRODUCED = "not-reproduced"
    CONDITION = "condition"
    HOLDS = "holds"
    UNTESTABLE = "untestable"
    NOT_MEASURED = "not-measured"


WORDS: Mapping[ClaimVerdict, str] = {
    ClaimVerdict.CONTRADICTED: marked("contradicted"),
    ClaimVerdict.NOT_REPRODUCED: marked("not reproduced"),
    ClaimVerdict.CONDITION: marked("holds with a condition"),
    ClaimVerdict.HOLDS: marked("holds"),
    ClaimVerdict.UNTESTABLE: marked("can't be tested here"),
    ClaimVerdict.NOT_MEASURED: marked("not measured"),
}
COUNTED: Mapping[ClaimVerdict, str] = {
    **WORDS,
    ClaimVerdict.CONDITION: marked("hold with a condition"),
    ClaimVerdict.HOLDS: marked("hold"),
}
"""What stands behind a number of claims."""
MEANINGS: Mapping[ClaimVerdict, str] = {
    ClaimVerdict.CONTRADICTED: marked(
        "what was computed or measured here, or another place of the paper, says otherwise"
    ),
    ClaimVerdict.NOT_REPRODUCED: marked("it did not appear in any case that was measured here"),
    ClaimVerdict.CONDITION: marked("it appears in some cases and not in others; the card says which"),
    ClaimVerdict.HOLDS: marked("it appears in every case that was computed or measured here"),
    ClaimVerdict.UNTESTABLE: marked("this program has no way to test it; the card says why"),
    ClaimVerdict.NOT_MEASURED: marked("it could be measured here, and was not yet"),
}

Cell = str | float | int | None


@dataclass(frozen=True)
class Judgement:
    """A verdict with its reason in a sentence, ours in short, and the rows behind it (a column each by its name).

    runs, seeds: how many finished runs it rests on, and with which seeds; a finding that was computed has none.
    """

    verdict: ClaimVerdict
    because: str
    ours: str = ""
    rows: tuple[Mapping[str, Cell], ...] = ()
    runs: int = 0
    seeds: tuple[int, ...] = ()
