"""Tickets of runs that were measured, counted on the very weights that each began with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log, sqrt

from pages._ui.theory.measured import ParityRun
from tesla_core.analysis.alignment import OPEN_MARGIN, log_alignments
from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.drawn import drawn_signs, drawn_weights
from tesla_core.messages.say import marked
from tesla_core.models.init import RADEMACHER_RANGE, parse_init

GROUPS = (
    marked("none near"),
    marked("none, but one near"),
    "1",
    "2–3",
    "4–9",
    "10–29",
    "30–99",
    "100+",
)
"""By how many tickets a run holds; near: the best is within a factor of ten of the noise."""
_FROM = (1, 2, 4, 10, 30, 100)


def group_of(run: ParityRun) -> int | None:
    """Which of GROUPS a run belongs to: a ticket wins where its alignment, less what flipped labels hide of it, is at
    least 1/√N. None where the rule of its first layer is the activation's own, which only torch knows."""
    logs = _logs(run.init, run.width, run.bits, run.seed, run.speed, run.harmonics, run.support)
    if logs is None:
        return None
    floor = -0.5 * log(run.samples) - log(1 - 2 * run.noise)
    tickets = int((logs >= floor).sum())
    if not tickets:
        return int((logs >= floor + log(OPEN_MARGIN)).any())
    return 1 + sum(tickets >= low for low in _FROM)


@lru_cache(maxsize=2048)
def _logs(
    init: str, width: int, bits: int, seed: int, speed: float, harmonics: int, support: tuple[int, ...]
) -> FloatArray | None:
    """Logarithms of all alignments that could ever win, shared by the runs that differ in flips alone."""
    rule = parse_init(init)
    if rule.name == "own":
        return None
    if rule.name == "rademacher":
        weights = drawn_signs(width, bits, seed, RADEMACHER_RANGE)
    else:
        weights = drawn_weights(width, bits, seed, rule.c or 1 / sqrt(bits))
    logs = log_alignments(speed * weights, harmonics, support)
    return logs[logs > -12]  # 1/√N is never below e^-12 here: that would take 10^10 strings


def by_tickets(runs: Sequence[ParityRun]) -> tuple[list[int], list[int]]:
    """For each of GROUPS, how many runs learned and how many there are."""
    learned, counts = [0] * len(GROUPS), [0] * len(GROUPS)
    for run in runs:
        group = group_of(run)
        if group is not None:
            counts[group] += 1
            learned[group] += run.learned
    return learned, counts
