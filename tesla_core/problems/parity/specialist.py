"""Parity by somebody who knows that the label is a sum over GF(2) of some bits, and must only find which.

Clean labels: elimination, d independent strings decide. Flipped labels: pooled Gauss, whose guesses grow as (1-p)^-d
and memory is small, or Walsh's transform, whose cost is that of 2^d numbers at any noise; the rule is `method_for`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tesla_core.errors import TeslaError
from tesla_core.experiments.specialist import Solved, Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.parity.bitstrings import WORD, Words
from tesla_core.problems.parity.gf2 import pooled_gauss, walsh
from tesla_core.problems.parity.gf2.elimination import eliminate
from tesla_core.problems.parity.gf2.packing import packed, parities
from tesla_core.problems.parity.task import ParityTask
from tesla_core.tasks._seeds import stream
from tesla_core.tasks.data import Dataset

ELIMINATION = marked("elimination over GF(2)")
GAUSS = marked("pooled Gauss over GF(2)")
WALSH = marked("Walsh–Hadamard transform")
_GUESSES, _STRINGS = 7, 8  # purposes of a seed
# Seconds on one core, measured; only their ratio decides. Of a guess, for each of its d² operations on words and for
# each string it is checked on; of the transform, for each of its 2^d · d steps.
A_ROW_WORD, A_CHECK, A_STEP = 6e-9, 2e-9, 9e-10
MOST_SECONDS = 3600.0
QUICK_SECONDS = 1.0


def gauss_seconds(bits: int, noise: float) -> float:
    """About: (1-p)^-d guesses, each d² operations on rows of d bits and a check."""
    words = -(-bits // WORD)
    guess = words * (A_ROW_WORD * bits**2 + A_CHECK * pooled_gauss.held_strings(bits, noise))
    return guess * pooled_gauss.expected_guesses(bits, noise)


def walsh_seconds(bits: int) -> float:
    """About: 2^d · d, whatever the noise."""
    return A_STEP * bits * 2.0**bits


def method_for(bits: int, noise: float) -> str:
    """Clean: elimination. Else whichever of the two is expected to be done first; from 28 bits on the transform would
    need more than half a gigabyte, and Gauss is left."""
    if noise == 0:
        return ELIMINATION
    return WALSH if bits <= walsh.MOST_BITS and walsh_seconds(bits) < gauss_seconds(bits, noise) else GAUSS


def expected_seconds(bits: int, noise: float) -> float:
    chosen = method_for(bits, noise)
    return {ELIMINATION: 1e-3, GAUSS: gauss_seconds(bits, noise), WALSH: walsh_seconds(bits)}[chosen]


def solve(task: Any, data: Dataset) -> Solving:
    """The secret from training strings; accuracy on the test's labels, flips included."""
    bits, noise = task.bits, _noise(task)
    words, labels = packed(data.train.x), data.train.y
    seconds, method = expected_seconds(bits, noise), method_for(bits, noise)
    if seconds > MOST_SECONDS:
        raise TeslaError(
            f"{bits} bits with {noise:.0%} of the labels flipped are too many for a specialist: about "
            f"{pooled_gauss.expected_guesses(bits, noise):.1e} guesses, {seconds / 3600:,.0f} hours here, and Walsh's "
            f"transform takes at most {walsh.MOST_BITS} bits. Ask for fewer bits or less noise."
        )
    if method == ELIMINATION:
        order = stream(task.seed, _STRINGS).permutation(len(words))  # neighbours would say little new
        found = eliminate(words[order], labels[order], bits)
        return _judged(data, found.secret, found.strings, {"rank": found.rank})
    if method == GAUSS:
        guessed = yield from pooled_gauss.guess(words, labels, bits, noise, stream(task.seed, _GUESSES))
        return _judged(data, guessed.secret, guessed.strings, {"guesses": guessed.guesses})
    strings = min(len(words), walsh.strings_needed(bits, noise))
    secret, agreement = yield from walsh.best_subset(words[:strings], labels[:strings], bits)
    return _judged(data, secret, strings, {"agreement": agreement / strings})


def _judged(data: Dataset, secret: Words, strings: int, own: dict[str, float]) -> Solved:
    accuracy = float(np.mean(parities(packed(data.test.x), secret) == data.test.y))
    return Solved({"test_accuracy": accuracy, "final_accuracy": accuracy, **own}, strings)


def _noise(task: Any) -> float:
    """The surface's labels are clean."""
    return getattr(task, "noise", 0.0)


def _ladder() -> dict[str, tuple[ParityTask, ...]]:
    return {
        marked("64 bits, no label flipped"): tuple(ParityTask(64, train_size=n, seed=11) for n in (60, 64, 70, 80)),
        marked("27 bits, 10% of the labels flipped"): tuple(
            ParityTask(27, noise=0.1, train_size=n, seed=11) for n in (50, 100, 200, 400, 1_000)
        ),
        marked("64 bits, 10% of the labels flipped"): tuple(
            ParityTask(64, noise=0.1, train_size=n, seed=11) for n in (100, 200, 400, 1_000)
        ),
    }


SPECIALIST = Specialist(
    "tesla_core.problems.parity.specialist:solve",
    lambda task: method_for(task.bits, _noise(task)),
    marked(
        "The specialist knows that the label is the parity of *some* of the bits, so that every string is one linear "
        "equation over GF(2). As many independent strings as there are bits decide which: a few more than 64 for "
        "64 bits. With flipped labels it guesses clean strings, solves and checks (pooled Gauss), or compares all "
        "2^d subsets at once (the Walsh–Hadamard transform), and is at the best that the noise allows."
    ),
    marked(
        "A network is told none of this. It has inputs, labels and a gradient, and parity is the function whose "
        "gradient says least: each single bit, and each small set of them, tells nothing of the label. That a wave in "
        "an untrained layer can already hold the rule, and that training finds it, is worth seeing; as a way to solve "
        "parity it is far behind."
    ),
    lambda task: expected_seconds(task.bits, _noise(task)) < QUICK_SECONDS,
    _ladder,
)
