"""What the presets of Bounds claim: bounds of TESLA networks before training and after it, beside what is measured."""

from __future__ import annotations

from typing import Any

from benchmarks.claims.claim import Claim, Numbers, within

GRADIENTS = ("gradient", "chain")


def rows(run: Numbers, moment: str, *keys: str) -> dict[str, list[Any]]:
    """Bounds of all panels at the start or at the end, by panel and name: value, what is measured, verdict."""
    return {
        f"{panel}: {name}": row
        for panel, found in run.looks[moment].items()
        for name, row in found.items()
        if not keys or name.split()[0] in keys
    }


def _grown(run: Numbers, *keys: str) -> dict[str, float]:
    """By how much each bound grew in training; the paper's of gradients stands at the layer with the largest one, and
    is one number whichever that is."""
    before, after = (
        {name[: -len(" 0")] if ": gradient" in name else name: row for name, row in rows(run, moment, *keys).items()}
        for moment in ("start", "end")
    )
    return {name: after[name][0] / before[name][0] for name in before}


def _measured(run: Numbers, *keys: str) -> list[float]:
    return [row[1] for row in rows(run, "end", *keys).values()]


def _factors(run: Numbers, *keys: str) -> list[float]:
    return [row[0] / row[1] for row in rows(run, "end", *keys).values()]


def _silenced(run: Numbers) -> bool:
    """On one seed of three the penalty takes everything."""
    ends = rows(run, "end", *GRADIENTS)
    failing = [row for name, row in ends.items() if ": gradient" in name and row[2] == "fails"]
    guesses = run.second(run.labels[0]) == 0.5
    if run.seed == 2:
        return guesses and bool(failing) and max(row[0] for row in rows(run, "end", "slope").values()) < 0.01
    return not guesses and not failing and run.second(run.labels[0]) > 0.85


BOUNDS = {
    "8×8 checkerboard, two networks": (
        Claim(
            "Every bound grows in training",
            lambda run: min(_grown(run).values()) > 1,
            lambda run: min(_grown(run).items(), key=lambda item: item[1]),
        ),
        Claim(
            "more than a hundredfold",
            lambda run: min(_grown(run, "lipschitz").values()) > 100,
            lambda run: _grown(run, "lipschitz"),
        ),
    ),
    "Circles, one narrow network": (
        Claim(
            "three to five times the steepest slope found",
            lambda run: all(3 <= factor <= 5 for factor in _factors(run, "lipschitz")),
            lambda run: _factors(run, "lipschitz"),
        ),
        Claim(
            "the gap is below 0.02",
            lambda run: max(_measured(run, "contraction")) < 0.02,
            lambda run: _measured(run, "contraction"),
        ),
    ),
    "Parity of 10 bits": (
        within("with the rule found", None, 0.99),
        Claim(
            "gradients are below 0.03 and the gap is below 0.02",
            lambda run: max(_measured(run, *GRADIENTS)) < 0.03 and max(_measured(run, "contraction")) < 0.02,
            lambda run: (max(_measured(run, *GRADIENTS)), max(_measured(run, "contraction"))),
        ),
        Claim(
            "a thousand times as large and more",
            lambda run: min(_factors(run, *GRADIENTS)) > 1000,
            lambda run: min(_factors(run, *GRADIENTS)),
        ),
    ),
    "A price on the budget": (
        Claim(
            "takes the first layer's A_K below where it began",
            lambda run: all(grown < 1 for name, grown in _grown(run, "slope").items() if name.endswith(" 1")),
            lambda run: _grown(run, "slope"),
        ),
        Claim(
            "on seed 2 it silences every wave",
            _silenced,
            lambda run: (run.second(run.labels[0]), rows(run, "end", "slope", "gradient")),
        ),
    ),
}
