"""What the presets of Spectra and Taylor claim. Both pages look into TESLA networks after their last epoch."""

from __future__ import annotations

from benchmarks.claims.claim import Claim, Numbers, within
from pages._ui.inspect.taylor_views import SWEEP

FOUR, EIGHT = "TESLA K=4", "TESLA K=8"


def amplitudes(run: Numbers, label: str, layer: int) -> list[float]:
    """√(a_k² + b_k²)/k of a layer, counted from 1."""
    return run.looks["end"]["harmonics"][label]["amplitudes"][layer - 1]


def muted(run: Numbers, label: str, layer: int) -> list[float]:
    """The test accuracy without each harmonic of a layer, counted from 1."""
    return run.looks["end"]["harmonics"][label]["muted"][layer - 1]


def by_degree(run: Numbers, label: str) -> dict[int, float]:
    """The test accuracy with polynomials in φ's place, by their degree."""
    return dict(zip(SWEEP, run.looks["end"]["degrees"][label], strict=True))


def degree(says: str, label: str, *, below: int, worse: float, above: int, better: float) -> Claim:
    """With polynomials up to degree `below` a panel has at most `worse`, from `above` on at least `better`."""

    def holds(run: Numbers) -> bool:
        found = by_degree(run, label)
        return all(
            (value <= worse or each > below) and (value >= better or each < above) for each, value in found.items()
        )

    return Claim(says, holds, lambda run: by_degree(run, label))


def _leans_on_the_fourth(run: Numbers) -> bool:
    *slower, fourth = muted(run, FOUR, 1)
    whole = run.second(FOUR)
    return min(*slower, *muted(run, FOUR, 2)) >= whole - 0.01 and whole - 0.2 <= fourth <= whole - 0.03


SPECTRA = {
    "Parity of 10 bits": (
        within("Both networks find the rule", None, 0.99),
        Claim(
            "With K = 4 only the fourth of the first layer is missed",
            _leans_on_the_fourth,
            lambda run: [muted(run, FOUR, layer) for layer in (1, 2)],
        ),
    ),
}
TAYLOR = {
    "Parity of 10 bits": (
        within("Both networks find the rule", None, 0.99),
        degree(
            "K = 4 guesses up to degree 15 and is whole again from 43",
            FOUR,
            below=15,
            worse=0.58,
            above=43,
            better=0.99,
        ),
        degree("K = 8 takes nearly 60", EIGHT, below=36, worse=0.6, above=60, better=0.96),
    ),
}
