"""Learning parity with noise: what sections 5.3 and 5.6 say; there is no table."""

from __future__ import annotations

from tesla_core.paper.reported import Claim, Reported

NOISE = Reported(0.1, "Supplement, Table 1", "flip rate")
LARGEST_BITS = Reported(27, "Section 5.6", "bits")
SUSTAINED = Claim(
    "TESLA sustains high accuracy up to 27 bits before it degrades in the hardest regimes.",
    "Section 5.6",
    (27,),
)
