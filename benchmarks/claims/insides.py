"""What the presets of Spectra and Taylor claim. Both pages look into TESLA networks after their last epoch."""

from __future__ import annotations

from benchmarks.claims.claim import Claim, Numbers, within
from pages._ui.inspect.taylor_views import SWEEP

FOUR, EIGHT, SIXTEEN = "TESLA K=4", "TESLA K=8", "TESLA K=16"


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


def _fast_ones_of_the_first(run: Numbers) -> bool:
    heights, without = amplitudes(run, FOUR, 1), muted(run, FOUR, 1)
    return min(heights[2:]) > max(heights[:2]) and max(without[2:]) < 0.6


def _any_one_can_go(run: Numbers) -> bool:
    return min(*muted(run, EIGHT, 1), *muted(run, EIGHT, 2)) >= 0.7


def _silenced(run: Numbers) -> int:
    """How many waves of the first layer are as good as gone."""
    return sum(height < 0.01 for height in amplitudes(run, SIXTEEN, 1))


def _price(run: Numbers) -> bool:
    if run.seed == 2:
        return _silenced(run) == 16 and run.second(SIXTEEN) == 0.5
    return 8 < _silenced(run) < 16 and run.second(SIXTEEN) > 0.85


SPECTRA = {
    "8×8 checkerboard: which waves does it take?": (
        Claim(
            "k = 3 and 4, grow tallest, and without either of them the network all but guesses",
            _fast_ones_of_the_first,
            lambda run: (amplitudes(run, FOUR, 1), muted(run, FOUR, 1)),
        ),
        Claim("can lose any single one and is still right on 70%", _any_one_can_go, lambda run: muted(run, EIGHT, 1)),
    ),
    "Spiral: another task, other waves": (
        Claim(
            "can lose any of its waves and hardly notices",
            lambda run: min(muted(run, EIGHT, 2)) >= 0.98,
            lambda run: muted(run, EIGHT, 2),
        ),
        Claim(
            "the first has one without which the arms are lost",
            lambda run: min(muted(run, EIGHT, 1)) < 0.65,
            lambda run: muted(run, EIGHT, 1),
        ),
    ),
    "A price on harmonics: the budget penalty": (
        Claim("Training silences more than half of the first layer's", _price, lambda run: amplitudes(run, SIXTEEN, 1)),
        Claim("still gets above 85% with seeds 0 and 1", _price),
        Claim("it silences them all, and the network guesses", _price, lambda run: amplitudes(run, SIXTEEN, 1)),
    ),
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
    "Spiral: which degree does it take?": (
        degree("K = 8 guesses up to degree 15", EIGHT, below=15, worse=0.67, above=30, better=0.98),
        degree("from 30 on both are whole", FOUR, below=5, worse=0.67, above=30, better=0.98),
    ),
    "Moons: an easy boundary, a high degree": (
        degree("K = 4 takes degree 25", FOUR, below=4, worse=0.87, above=25, better=0.985),
        degree("K = 8 takes 30", EIGHT, below=15, worse=0.9, above=30, better=0.985),
    ),
    "8×8 checkerboard: high orders at work": (
        degree(
            "K = 8 guesses up to degree 25 and is whole again from about 50",
            EIGHT,
            below=25,
            worse=0.6,
            above=51,
            better=0.84,
        ),
    ),
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
